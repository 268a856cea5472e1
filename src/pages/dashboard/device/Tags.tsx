import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';

/** So many letters have room in two tags beside each other; a Chinese character is as wide as two. */
const LETTERS = 8;

/** A device's tags, the first two or, where they are long, the first; one that is clicked becomes the filter. */
export function Tags({ tags, onChoose, all = false }: { tags: string[]; onChoose?: (tag: string) => void; all?: boolean }) {
  const t = useTexts(deviceTexts);
  const shown = all ? tags : tags.slice(0, twoFit(tags) ? 2 : 1);
  const rest = tags.slice(shown.length);
  return (
    <span className="tags">
      {shown.map((tag) =>
        onChoose ? (
          <button key={tag} type="button" className="tag" title={tag} onClick={() => onChoose(tag)}>
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

function twoFit([first = '', second = '', third]: string[]): boolean {
  const letters = [...(first + second)].reduce((sum, char) => sum + (/\p{Script=Han}/u.test(char) ? 2 : 1), 0);
  return letters <= (third === undefined ? LETTERS : LETTERS / 2);
}
