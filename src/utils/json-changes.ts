import { pathTo } from '@contract/config-document';
import { secretPaths } from '@contract/config-schema';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';

/** What differs at one place of two documents (`network.wifi.password`); undefined: there is nothing. */
export interface Change {
  path: string;
  from: Json | undefined;
  to: Json | undefined;
}

/**
 * Every value that differs. Null is nothing, as in a merge patch. An array is one value, because a merge patch replaces it whole (RFC 7396).
 */
export function changesBetween(from: JsonObject, to: JsonObject, path = ''): Change[] {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return keys.flatMap((key) => {
    const [before, after] = [own(from, key), own(to, key)];
    const at = pathTo(path, key);
    const isInside = isObject(after) && (isObject(before) || (before === undefined && Object.keys(after).length > 0));
    if (isInside) return changesBetween(isObject(before) ? before : {}, after, at);
    return isSame(before, after) ? [] : [{ path: at, from: before, to: after }];
  });
}

/** Keys whose value is null: they have no value yet, or it is being removed. */
export const emptyIn = (document: JsonObject, path = ''): Change[] =>
  Object.entries(document).flatMap(([key, value]) => {
    const at = pathTo(path, key);
    if (isObject(value)) return emptyIn(value, at);
    return value === null ? [{ path: at, from: undefined, to: null }] : [];
  });

/** Are two values the same as JSON? Infinity and NaN, which JSON.stringify writes as null, are not taken for null. */
export const isSame = (one: Json | undefined, other: Json | undefined): boolean => one === other || written(one) === written(other);

const written = (value: Json | undefined) =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'number' && !Number.isFinite(inner) ? String(inner) : inner));

/** `changesBetween` for configurations from the platform, without their secrets: a group that holds nothing else counts as unset. */
export const changesTold = (schema: JsonObject, from: JsonObject, to: JsonObject): Change[] =>
  changesBetween(from, to).filter(isToldBy(schema));

/** The same by their values. @param hidden paths of further secrets, which the schema does not name */
export const valuesTold = (schema: JsonObject, from: JsonObject, to: JsonObject, hidden: string[] = []): Change[] =>
  byValue(changesBetween(from, to)).filter(isToldBy(schema, hidden));

function isToldBy(schema: JsonObject, hidden: string[] = []) {
  const secrets = [...secretPaths(schema), ...hidden];
  const isEmpty = (value: Json | undefined): boolean => value === undefined || (isObject(value) && Object.values(value).every(isEmpty));
  return ({ path, from, to }: Change) => !(isEmpty(from) && isEmpty(to) && secrets.some((secret) => secret.startsWith(`${path}.`)));
}

/** Splits the removal of a group into its values, as `changesBetween` does for an added group. */
export const byValue = (changes: Change[]): Change[] =>
  changes.flatMap((one) =>
    isObject(one.from) && Object.keys(one.from).length > 0 && one.to === undefined ? byValue(changesBetween(one.from, {}, one.path)) : one,
  );

/** The merge patch that makes these changes, and no others. */
export const patchOf = (changes: Change[]): JsonObject =>
  onTop(
    {},
    outermost(changes).map(({ path, to }) => ({ path, to: to ?? null })),
  );

/** Drops changes inside of another change: a secret is removed with its group. */
export function outermost(changes: Change[]): Change[] {
  const paths = new Set(changes.map(({ path }) => path));
  const isInside = (path: string) => {
    for (let at = path.indexOf('.'); at >= 0; at = path.indexOf('.', at + 1)) if (paths.has(path.slice(0, at))) return true;
    return false;
  };
  return changes.filter(({ path }) => !isInside(path));
}

/** The document with another value at a path; undefined takes it away, and of a list leaves null in its place. */
export const put = (document: JsonObject, path: string, value: Json | undefined): JsonObject =>
  putIn(document, path.split('.'), value) as JsonObject;

/** The same in any value, by the steps to the place. */
export function putIn(inner: Json | undefined, [first, ...more]: (string | number)[], value: Json | undefined): Json | undefined {
  if (first === undefined) return value;
  if (Array.isArray(inner)) {
    const count = Math.max(inner.length, Number(first) + 1);
    return Array.from({ length: count }, (_, n) => (n === Number(first) ? putIn(inner[n], more, value) : inner[n]) ?? null);
  }
  const key = String(first);
  const { [key]: before, ...others } = isObject(inner) ? inner : {};
  if (value !== undefined) return { ...(isObject(inner) && inner), [key]: putIn(before, more, value) as Json };
  if (before === undefined) return inner;
  const rest = putIn(before, more, undefined);
  return rest === undefined ? others : { ...(inner as JsonObject), [key]: rest };
}

/** Applies changes in order, like `put` for each, but copies each group only once. */
export const onTop = (start: JsonObject, changes: Pick<Change, 'path' | 'to'>[]): JsonObject =>
  allIn(
    start,
    changes.map(({ path, to }) => ({ steps: path.split('.'), to })),
  ) as JsonObject;

interface Placed {
  steps: string[];
  to: Json | undefined;
}

function allIn(start: Json | undefined, all: Placed[]): Json | undefined {
  let inner = start;
  const groups = new Map<string, Placed[]>();
  for (const { steps, to } of all) {
    const [first, ...more] = steps;
    if (first === undefined) {
      inner = to;
      groups.clear();
    } else {
      const group = groups.get(first) ?? [];
      group.push({ steps: more, to });
      groups.set(first, group);
    }
  }
  if (groups.size === 0) return inner;
  const made = new Map(isObject(inner) ? Object.entries(inner) : []);
  for (const [key, group] of groups) {
    const next = allIn(made.get(key), group);
    if (next === undefined) made.delete(key);
    else made.set(key, next);
  }
  return isObject(inner) || made.size > 0 ? Object.fromEntries(made) : inner;
}

/** Is this path the other one, or a place in it? */
export const isWithin = (path: string, other: string): boolean => path === other || path.startsWith(`${other}.`);

/** The paths inside of a place, relative to it. */
export const pathsIn = (paths: string[], place: string): string[] =>
  paths.filter((path) => path.startsWith(`${place}.`)).map((path) => path.slice(place.length + 1));

/** Is this path the other one, or a place in or around it? */
export const isAround = (path: string, other: string): boolean => isWithin(path, other) || isWithin(other, path);

const own = (object: JsonObject, key: string): Json | undefined => (Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined);
