import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';

const SHOWN = 2;

/** A device's tags, the first few; one that is clicked becomes the filter. */
export function Tags({ tags, onChoose, all = false }: { tags: string[]; onChoose?: (tag: string) => void; all?: boolean }) {
  const t = useTexts(deviceTexts);
  const shown = all ? tags : tags.slice(0, SHOWN);
  const rest = tags.slice(shown.length);
  return (
    <span className="tags">
      {shown.map((tag) =>
        onChoose ? (
          <button key={tag} type="button" className="tag" onClick={() => onChoose(tag)}>
            {tag}
          </button>
        ) : (
          <span key={tag} className="tag">
            {tag}
          </span>
        ),
      )}
      {rest.length > 0 && (
        <span className="muted" title={rest.join(', ')}>
          +{rest.length}
          <span className="sr-only">{t.moreTags(rest.length)}</span>
        </span>
      )}
    </span>
  );
}
