/**
 * The words under which SQLite's full-text index keeps a text: every run of one, two and three characters, and its project, so that
 * what is searched in one project is not found in the others first.
 */
export function grams(applicationId: number, text: string): string {
  let words = projectWord(applicationId);
  for (const line of wordable(text).split('\n')) {
    let last = '';
    let lastTwo = '';
    for (const character of line) {
      words += ` ${character}`;
      if (lastTwo) words += ` ${lastTwo}${character}`;
      lastTwo = last && last + character;
      if (lastTwo) words += ` ${lastTwo}`;
      last = character;
    }
  }
  return words;
}

/** What a text with this part in it matches in the index; so may others: the part has to be looked for in what is found. */
export function gramQuery(applicationId: number, part: string): string {
  const characters = [...wordable(part)];
  const words = [projectWord(applicationId)];
  // Words side by side cover the part; the last one may overlap.
  for (let at = 0; at < characters.length; at += LONGEST) {
    const from = Math.max(0, Math.min(at, characters.length - LONGEST));
    words.push(characters.slice(from, from + LONGEST).join(''));
  }
  return words.map((word) => `"${word}"`).join(' AND ');
}

const LONGEST = 3;

const projectWord = (applicationId: number) => `\ue100${applicationId}`;

// The index's tokenizer keeps ASCII letters and digits and everything beyond ASCII; the rest of ASCII goes to a private place there.
const wordable = (text: string) =>
  text.replace(/[^a-z0-9\n\u0080-\uffff]/g, (character) => String.fromCharCode(0xe000 + character.charCodeAt(0)));
