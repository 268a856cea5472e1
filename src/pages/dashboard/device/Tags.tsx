import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';

interface TagsProps {
  tags: string[];
  /** The width of the line, in letters; by default, it breaks. A Chinese character is as wide as two. */
  room?: number;
  onChoose?: (tag: string) => void;
}

/** The width of a tag's frame, and of the number of tags that are not shown, in letters. */
const FRAME = 3;
const REST = 4;

/** A device's tags, at least the first one, and how many more there are; one that is clicked becomes the filter. */
export function Tags({ tags, room = Number.POSITIVE_INFINITY, onChoose }: TagsProps) {
  const t = useTexts(deviceTexts);
  const shown = tags.slice(0, Math.max(1, fitting(tags, room)));
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

/** How many of them, the first ones, fit into the room. */
function fitting(tags: string[], room: number): number {
  const ends = tags.map((_, last) => tags.slice(0, last + 1).reduce((sum, tag) => sum + widthOf(tag), 0));
  return (ends.at(-1) ?? 0) <= room ? tags.length : ends.filter((end) => end <= room - REST).length;
}

const widthOf = (tag: string) => FRAME + [...tag].reduce((sum, char) => sum + (/\p{Script=Han}/u.test(char) ? 2 : 1), 0);
