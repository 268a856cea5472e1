/** The tokens of JSON text: texts, which are passed over, and numbers. */
const TOKENS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Replaces every integer that JavaScript would round by one that parses as Infinity: the reader can then refuse it as too large, instead of
 * keeping another number than was written. Text that JavaScript has written stays unchanged.
 */
export const withoutRounding = (text: string): string =>
  /\d{16}/.test(text) ? text.replace(TOKENS, (token) => (isRounded(token) ? '1e999'.padEnd(token.length) : token)) : text;

const isRounded = (token: string): boolean =>
  /^-?\d{16,}$/.test(token) && digitsOf(token) !== digitsOf(Number(token).toExponential().replace(/e.*/, '').replace('.', ''));

/** Significant digits. No regular expression: one for the trailing zeros takes quadratic time on long runs of zeros. */
function digitsOf(integer: string): string {
  let end = integer.length;
  while (integer[end - 1] === '0') end -= 1;
  return integer.slice(integer.startsWith('-') ? 1 : 0, end);
}
