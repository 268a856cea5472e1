import { pathTo, valueAt } from '@contract/config-document';
import { isObject, type JsonObject } from '@contract/merge-patch';
import { isNamed } from '@/utils/config-fields';
import { type Change, emptyIn, isWithin } from '@/utils/json-changes';

/** Of what has no value yet, the keys that have just been added: their schema does not name them, so that they are there until they are removed. */
export const begunIn = (shape: JsonObject, start: JsonObject, document: JsonObject): Change[] =>
  emptyIn(document).filter(({ path }) => valueAt(start, path) === undefined && !isNamed(shape, path.split('.')));

/** Paths of what null takes away, and of groups of nothing else: they are not in what is wanted. Secrets that go, and keys that have just been added, are told elsewhere. */
export const voidedIn = (document: JsonObject, wanted: JsonObject, secrets: string[], begun: Change[]): string[] =>
  outsideOf(wanted, document).filter((path) => !secrets.includes(path) && !begun.some((one) => isWithin(one.path, path)));

/** Paths in a document, the outermost ones, of what another one does not have. */
const outsideOf = (other: JsonObject, document: JsonObject, path = ''): string[] =>
  Object.entries(document).flatMap(([key, value]) => {
    const [at, there] = [pathTo(path, key), Object.hasOwn(other, key) ? other[key] : undefined];
    if (there === undefined) return [at];
    return isObject(value) && isObject(there) ? outsideOf(there, value, at) : [];
  });
