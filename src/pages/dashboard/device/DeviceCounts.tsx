import type { DeviceCounts as Counts, DeviceState } from '@contract/device';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';

interface DeviceCountsProps {
  counts?: Counts;
  /** They could not be read. */
  isUnread: boolean;
  chosen?: DeviceState;
  onChoose: (state?: DeviceState) => void;
}

const ORDER = ['online', 'offline', 'inactive', 'disabled'] as const satisfies DeviceState[];

/** How many there are of each state; a count is also the filter for it. */
export function DeviceCounts({ counts, isUnread, chosen, onChoose }: DeviceCountsProps) {
  const t = useTexts(deviceTexts);
  return (
    <fieldset className="device-counts" aria-label={t.counts}>
      {([undefined, ...ORDER] as const).map((state) => (
        <button key={state ?? 'all'} type="button" aria-pressed={chosen === state} onClick={() => onChoose(state)}>
          <span className={state && 'state-dot'} data-state={state}>
            {t[state ?? 'all']}
          </span>
          <strong className="number">{counts ? t.number(counts[state ?? 'all']) : isUnread ? '–' : <i className="bone" />}</strong>
        </button>
      ))}
    </fieldset>
  );
}
