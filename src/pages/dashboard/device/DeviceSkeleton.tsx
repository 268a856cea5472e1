import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';

/** Ten rows on their way. */
export function DeviceSkeleton() {
  const t = useTexts(deviceTexts);
  return (
    <div className="device-skeleton" role="status" aria-label={t.loading}>
      {Array.from({ length: 11 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
        <i key={row} className="bone" />
      ))}
    </div>
  );
}
