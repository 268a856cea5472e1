import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';

const ROWS = ['header', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const CELLS = ['box', 'sn', 'name', 'state', 'version', 'more', 'actions'];

/** Ten rows on their way. */
export function DeviceSkeleton() {
  const t = useTexts(deviceTexts);
  return (
    <div className="device-skeleton" role="status" aria-label={t.loading}>
      {ROWS.map((row) => (
        <div key={row}>
          {CELLS.map((cell) => (
            <i key={cell} className="bone" />
          ))}
        </div>
      ))}
    </div>
  );
}
