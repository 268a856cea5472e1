/** Where a text stops being JSON: the place of the first character that cannot stand there, or its length when more should follow. */
export function jsonFaultAt(text: string): number {
  const open: ('}' | ']')[] = [];
  let allowed = VALUE;
  for (let at = 0; ; ) {
    at += matched(SPACE, text, at)?.[0].length ?? 0;
    const token = matched(TOKEN, text, at);
    if (!token) return at;
    const [said] = token;
    const kind = PUNCTUATION.includes(said) ? said : said.startsWith('"') ? '"' : 'w';
    if (!allowed.includes(kind)) return at;
    at += said.length;
    if (kind === '"' && !token.groups?.closed) return at;

    if (kind === '{') open.push('}');
    if (kind === '[') open.push(']');
    if (kind === '}' || kind === ']') open.pop();
    allowed = nextOf(kind, allowed, open.at(-1));
  }
}

const PUNCTUATION = '{}[]:,';
/** What a value begins with: an object, a list, a text, or a word (a number, true, false or null). */
const VALUE = '{["w';
const KEY = '"';
const FIRST_KEY = '"}';
/** A text that is not closed, or has in it what none may have, is read as far as it goes. */
const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings must not contain control characters
  /[{}[\]:,]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*(?<closed>"?)|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[\t\n\r ]*/y;

/** What may follow. @param end what closes the object or the list around it, if there is one */
function nextOf(kind: string, allowed: string, end: '}' | ']' | undefined): string {
  if (kind === '{') return FIRST_KEY;
  if (kind === '[') return `${VALUE}]`;
  if (kind === ':') return VALUE;
  if (kind === ',') return end === '}' ? KEY : VALUE;
  if (kind === '"' && (allowed === KEY || allowed === FIRST_KEY)) return ':';
  return end ? `,${end}` : '';
}

function matched(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
