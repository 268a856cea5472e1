import { isTooLarge } from '@contract/config-document';
import { withoutRounding } from '@contract/exact-json';
import { isObject, type JsonObject } from '@contract/merge-patch';
import { jsonTexts } from '@/locales/json';
import { textsNow } from '@/locales/texts';

/** Stands for a number beyond all numbers, of which JSON would make null: that takes a value away. */
const BEYOND = '\u{10ffff} beyond';

/** A document as it is typed: two spaces, one value a line. What was too large to be kept is too large here, too. */
export const textOf = (document: unknown): string =>
  JSON.stringify(document, (_, value) => (isTooLarge(value) ? BEYOND : value), 2)?.replaceAll(`"${BEYOND}"`, '1e999');

/** What was typed, as an object; or why it is none. */
export function objectOf(text: string): { document: JsonObject; fault?: undefined } | { document?: undefined; fault: string } {
  const t = textsNow(jsonTexts);
  try {
    const document: unknown = JSON.parse(withoutRounding(text));
    return isObject(document) ? { document } : { fault: t.notObject };
  } catch (error) {
    return { fault: t.syntax(lineOf(text, (error as Error).message)) };
  }
}

/** Engines say where a text stopped being JSON as `line 3` or `position 12`, or not at all: then it is the first line it cannot go on from. */
function lineOf(text: string, said: string): number {
  const [, line] = /line (\d+)/.exec(said) ?? [];
  if (line) return Number(line);
  const position = positionIn(said);
  if (position !== undefined) return text.slice(0, position).split('\n').length;
  const lines = text.split('\n');
  let [good, wrong] = [0, lines.length];
  while (wrong - good > 1) {
    const middle = (good + wrong) >> 1;
    if (isHopeless(lines.slice(0, middle).join('\n'))) wrong = middle;
    else good = middle;
  }
  return wrong;
}

/** Whatever may follow, this is not how a JSON text begins. */
function isHopeless(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (error) {
    const said = (error as Error).message;
    return !/\bend\b|\bEOF\b/.test(said) && (positionIn(said) ?? 0) < beginning.length;
  }
}

function positionIn(said: string): number | undefined {
  const [, position] = /position (\d+)/.exec(said) ?? [];
  return position === undefined ? undefined : Number(position);
}
