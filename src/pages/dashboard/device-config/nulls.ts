import { pathTo, valueAt } from '@contract/config-document';
import { isObject, type JsonObject } from '@contract/merge-patch';
import { isNamed } from '@/utils/config-fields';
import { type Change, emptyIn, isWithin } from '@/utils/json-changes';

/**
 * Keys without a value that were just added. The schema does not name them, so only the document keeps them until they are removed.
 * @param secrets paths of the secrets that are set: there, null removes one
 */
export const begunIn = (shape: JsonObject, start: JsonObject, document: JsonObject, secrets: string[]): Change[] =>
  emptyIn(document).filter(({ path }) => valueAt(start, path) === undefined && !secrets.includes(path) && !isNamed(shape, path.split('.')));

/**
 * Paths of nulls, and of groups with nothing else: they are dropped on saving. Without secrets that are removed and keys that were just
 * added, which are reported separately.
 */
export const voidedIn = (document: JsonObject, wanted: JsonObject, secrets: string[], begun: Change[]): string[] =>
  outsideOf(wanted, document).filter((path) => !secrets.includes(path) && !begun.some((one) => isWithin(one.path, path)));

/** The outermost paths of a document that the other one does not have. */
const outsideOf = (other: JsonObject, document: JsonObject, path = ''): string[] =>
  Object.entries(document).flatMap(([key, value]) => {
    const [at, there] = [pathTo(path, key), Object.hasOwn(other, key) ? other[key] : undefined];
    if (there === undefined) return [at];
    return isObject(value) && isObject(there) ? outsideOf(there, value, at) : [];
  });
