import type { Upgrade } from '@contract/upgrade';
import { useTexts } from '@/locales/texts';
import { upgradeTexts } from '@/locales/upgrade';
import './outcome-bar.css';

const PARTS = ['done', 'installing', 'downloading', 'notified', 'failed', 'timedOut'] as const;

/** The progress of all devices of an upgrade; uncoloured parts wait or were cancelled. */
export function OutcomeBar({ counts }: { counts: Upgrade['counts'] }) {
  const t = useTexts(upgradeTexts);
  const label = t.progressSays(counts.done, counts.all, counts.failed + counts.timedOut);
  return (
    <span role="img" aria-label={label} className="outcome-bar">
      {counts.all > 0 &&
        PARTS.filter((part) => counts[part] > 0).map((part) => (
          <span key={part} data-outcome={part} style={{ width: `${Math.max(0.5, (counts[part] / counts.all) * 100)}%` }} />
        ))}
    </span>
  );
}
