import type { DeviceState } from '@contract/device';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';

/** A device's state as shape, colour and word. */
export function StateTag({ state }: { state: DeviceState }) {
  const t = useTexts(deviceTexts);
  return (
    <span className="state-tag state-dot" data-state={state}>
      {t[state]}
    </span>
  );
}
