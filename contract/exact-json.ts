/** The tokens of JSON text: texts, which are passed over, and numbers. */
const TOKENS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * JSON text in which every integer that JavaScript would round is one beyond all numbers: whoever reads it finds it too large where it is,
 * and nothing else is kept than what was written. Whatever JavaScript has written is as it was.
 */
export const withoutRounding = (text: string): string =>
  /\d{16}/.test(text) ? text.replace(TOKENS, (token) => (isRounded(token) ? '1e999'.padEnd(token.length) : token)) : text;

const isRounded = (token: string): boolean =>
  /^-?\d{16,}$/.test(token) && digitsOf(token) !== digitsOf(Number(token).toExponential().replace(/e.*/, '').replace('.', ''));

/** Without the sign, and the zeros that only say how large it is. By hand: a pattern for the end begins anew at each zero of a long run. */
function digitsOf(integer: string): string {
  let end = integer.length;
  while (integer[end - 1] === '0') end -= 1;
  return integer.slice(integer.startsWith('-') ? 1 : 0, end);
}
