/**
 * The words of a text for SQLite's full-text index: every run of one, two and three characters, and its project, so that a search does not
 * first find the matches of other projects.
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

/** An index query that matches every text with this part, but also others: the matches must still be checked for the part. */
export function gramQuery(applicationId: number, part: string): string {
  const characters = [...wordable(part)];
  const words = [projectWord(applicationId)];
  // Adjacent words cover the part; the last one may overlap.
  for (let at = 0; at < characters.length; at += LONGEST) {
    const from = Math.max(0, Math.min(at, characters.length - LONGEST));
    words.push(characters.slice(from, from + LONGEST).join(''));
  }
  return words.map((word) => `"${word}"`).join(' AND ');
}

const LONGEST = 3;

const projectWord = (applicationId: number) => `\ue100${applicationId}`;

// The tokenizer keeps ASCII letters, digits and everything beyond ASCII; other ASCII characters are mapped to the private use area.
const wordable = (text: string) =>
  text.replace(/[^a-z0-9\n\u0080-\uffff]/g, (character) => String.fromCharCode(0xe000 + character.charCodeAt(0)));
