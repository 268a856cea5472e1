import { isObject, type JsonObject } from '@contract/merge-patch';
import { jsonTexts } from '@/locales/json';
import { textsNow } from '@/locales/texts';

/** A document as it is typed: two spaces, one value a line. */
export const textOf = (document: unknown): string => JSON.stringify(document, null, 2);

/** What was typed, as an object; or why it is none. */
export function objectOf(text: string): { document: JsonObject; fault?: undefined } | { document?: undefined; fault: string } {
  const t = textsNow(jsonTexts);
  try {
    const document: unknown = JSON.parse(text);
    return isObject(document) ? { document } : { fault: t.notObject };
  } catch (error) {
    return { fault: t.syntax(lineOf(text, (error as Error).message)) };
  }
}

/** Engines say where a text stopped being JSON as `position 12` or `line 3`; at its end when they do not. */
function lineOf(text: string, said: string): number {
  const [, line] = /line (\d+)/.exec(said) ?? [];
  const [, position] = /position (\d+)/.exec(said) ?? [];
  return line ? Number(line) : text.slice(0, position ? Number(position) : text.length).split('\n').length;
}
