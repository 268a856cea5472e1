/**
 * Compares two versions by their numbers: `1.10.0` is above `1.9`, and `2.0.0-rc.1` below `2.0.0`
 * (as in Semantic Versioning 2.0.0, but with any number of parts, a leading `v`, and `rc10` after `rc9`).
 * @returns above 0 if `a` is higher, below 0 if `b` is; undefined if the numbers do not decide: `1.0+a` and `1.0+b`, `spring`
 */
export function versionOrder(a: string, b: string): number | undefined {
  const [left, right] = [partsOf(a), partsOf(b)];
  if (!left || !right) return undefined;
  return inOrder(left.numbers, right.numbers, '0') || preReleaseOrder(left.preRelease, right.preRelease) || undefined;
}

const VERSION = /^v?(\d+(?:\.\d+)*)(?:-([\da-z.-]+))?(?:\+[\da-z.-]+)?$/i;

function partsOf(version: string) {
  const [, numbers, preRelease = ''] = VERSION.exec(version.trim()) ?? [];
  return numbers === undefined ? undefined : { numbers: numbers.split('.'), preRelease: wordsOf(preRelease) };
}

/** Splits `rc10` into `rc` and `10`. */
const wordsOf = (preRelease: string) => preRelease.toLowerCase().match(/\d+|[a-z]+/g) ?? [];

/** A pre-release is below its release, which has no words. */
const preReleaseOrder = (a: string[], b: string[]) => (a.length > 0 && b.length > 0 ? inOrder(a, b) : b.length - a.length);

/** Compares the first differing part; beyond the end of one, `missing` stands for its parts, or else it is lower. */
function inOrder(a: string[], b: string[], missing?: string): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left = missing, right = missing] = [a[i], b[i]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const order = partOrder(left, right);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers are compared by value, and are below words; words are compared alphabetically. */
function partOrder(a: string, b: string): number {
  const [isNumber, isOther] = [/^\d/.test(a), /^\d/.test(b)];
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  if (isNumber) return Number(BigInt(a) - BigInt(b));
  return a < b ? -1 : a > b ? 1 : 0;
}
