import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import { CopyText } from './CopyText';
import './json.css';

/** Items shown per list or object; more would slow the page down. */
const DRAWN = 100;
/** Deeper ones start folded. */
const OPEN_LEVELS = 2;

/** Pretty-printed JSON with folding lists and objects, and a copy button. */
export function Json({ value }: { value: unknown }) {
  const t = useTexts(eventTexts);
  return (
    <div className="json">
      <Value value={value} level={0} />
      <CopyText text={JSON.stringify(value, null, 2)} what={t.copyPayload}>
        {''}
      </CopyText>
    </div>
  );
}

function Value({ name, value, level }: { name?: string; value: unknown; level: number }) {
  const t = useTexts(eventTexts);
  if (typeof value !== 'object' || value === null) {
    return (
      <div className="json-line">
        <Name of={name} />
        <span data-type={value === null ? 'null' : typeof value}>{JSON.stringify(value)}</span>
      </div>
    );
  }

  const entries = Object.entries(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0) {
    return (
      <div className="json-line">
        <Name of={name} />
        {open}
        {close}
      </div>
    );
  }
  return (
    <details open={level < OPEN_LEVELS}>
      <summary>
        <Name of={name} />
        {open} <small>{t.items(entries.length)}</small> {close}
      </summary>
      <div className="json-inner">
        {entries.slice(0, DRAWN).map(([key, inner]) => (
          <Value key={key} name={key} value={inner} level={level + 1} />
        ))}
        {entries.length > DRAWN && <small className="json-line">{t.moreItems(entries.length - DRAWN)}</small>}
      </div>
    </details>
  );
}

const Name = ({ of }: { of?: string }) => of !== undefined && <span className="json-name">{of}: </span>;
