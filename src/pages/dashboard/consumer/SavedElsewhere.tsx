import type { Webhook } from '@contract/webhook';
import { Button } from 'antd';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import type { Values } from './callback-values';

interface SavedElsewhereProps {
  /** The settings as saved now. */
  settings: Webhook | null;
  part: keyof Values;
  /** Saving at the moment. */
  disabled: boolean;
  /** Give up the edit of this part for the saved value. */
  onTake: () => void;
}

/** Shows what somebody else saved in a part that is edited here, to compare before overwriting it. */
export function SavedElsewhere({ settings, part, disabled, onTake }: SavedElsewhereProps) {
  const t = useTexts(webhookTexts);
  if (!settings) return null;
  const lines = linesOf(settings, part);
  return (
    <div className="saved-elsewhere">
      <div role="status">
        {t.savedElsewhere}
        <ul>
          {lines.map((line) => (
            <li key={line} className="code">
              {line}
            </li>
          ))}
          {lines.length === 0 && <li>{t.noHeaders}</li>}
        </ul>
      </div>
      <Button size="small" disabled={disabled} aria-label={`${t.takeSaved} ${t[part]}`} onClick={onTake}>
        {t.takeSaved}
      </Button>
    </div>
  );
}

function linesOf({ url, events, headers }: Webhook, part: keyof Values): string[] {
  if (part === 'url') return [url];
  if (part === 'events') return events;
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
