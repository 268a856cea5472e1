import { configIssues } from '@contract/config-check';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { onceFor } from './once-for';

/** So many open-ended repetitions of one pattern take no time worth mentioning, whatever is typed. */
const MAX_REPETITIONS = 3;

/**
 * Where a configuration does not meet its project's schema, as far as a page can tell without standing still. The platform ends a check that
 * takes too long; a page cannot, and leaves patterns that may take for ever to the platform.
 */
export function configIssuesHere(schema: JsonObject, ...rest: Tail<Parameters<typeof configIssues>>) {
  const checked = checkedHere(schema);
  return checked ? configIssues(checked, ...rest) : [];
}

type Tail<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never;

/** Does a schema have a pattern whose time may explode with what it is given (catastrophic backtracking)? Rather yes than no. */
export const mayTakeForever = onceFor((schema: JsonObject) => patternsIn(schema).some(mayBacktrack));

/** Keywords by which less that is said may be more that is wrong. */
const ASKING = ['not', 'if', 'oneOf', 'contains'];
/** Keywords whose value is no schema. */
const VALUES = ['const', 'enum', 'default', 'examples'];

/** What of a schema a page checks: all but such patterns; undefined: nothing, because something else depends on them. */
const checkedHere = onceFor((schema: JsonObject): JsonObject | undefined => {
  if (!mayTakeForever(schema)) return schema;
  return askedIn(schema).some((part) => patternsIn(part).some(mayBacktrack) || JSON.stringify(part).includes('"$ref"'))
    ? undefined
    : (withoutSlow(schema) as JsonObject);
});

function askedIn(part: Json): Json[] {
  if (Array.isArray(part)) return part.flatMap(askedIn);
  if (!isObject(part)) return [];
  return Object.entries(part).flatMap(([keyword, value]) => (ASKING.includes(keyword) ? [value] : askedIn(value)));
}

function withoutSlow(part: Json): Json {
  if (Array.isArray(part)) return part.map(withoutSlow);
  if (!isObject(part)) return part;
  const { pattern, patternProperties, ...rest } = part;
  const names = Object.entries(isObject(patternProperties) ? patternProperties : {});
  const quick = names.filter(([name]) => !mayBacktrack(name));
  return {
    ...Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, VALUES.includes(keyword) ? value : withoutSlow(value)])),
    ...(pattern !== undefined && !(typeof pattern === 'string' && mayBacktrack(pattern)) && { pattern: withoutSlow(pattern) }),
    ...(patternProperties !== undefined && { patternProperties: withoutSlow(Object.fromEntries(quick)) }),
    // What such a name is for would count as a key that nobody named.
    ...(quick.length < names.length && { additionalProperties: true, unevaluatedProperties: true }),
  };
}

function patternsIn(part: Json): string[] {
  if (Array.isArray(part)) return part.flatMap(patternsIn);
  if (!isObject(part)) return [];
  const { pattern, patternProperties } = part;
  return [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
    ...Object.values(part).flatMap(patternsIn),
  ];
}

/** May the time of this pattern explode? A repetition of what repeats or chooses, a reference back, or one repetition after another. */
export function mayBacktrack(pattern: string): boolean {
  if (/\\[1-9k]/.test(pattern)) return true;
  const bare = pattern.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\\\]])*\]/g, '.');
  const groups = [false];
  let repetitions = 0;
  for (const [token] of bare.matchAll(/\(|\)?(?:[*+]|\{\d+,\d*\})|\)|\|/g)) {
    const isEnd = token.startsWith(')');
    const repeats = token.length > (isEnd ? 1 : 0) && /[*+}]$/.test(token);
    if (token === '(') groups.push(false);
    const wasLoose = isEnd && groups.pop();
    if (wasLoose && repeats) return true;
    if (wasLoose || repeats || token === '|') groups[groups.length - 1] = true;
    if (repeats) repetitions++;
  }
  return repetitions > MAX_REPETITIONS;
}
