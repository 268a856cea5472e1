import { configIssues } from '@contract/config-check';
import { referenced, withInner } from '@contract/json-schema';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { onceFor } from '@contract/once-for';

/** So many open-ended repetitions of one pattern take no time worth mentioning, whatever is typed. */
const MAX_REPETITIONS = 3;

/**
 * Where a configuration does not meet its project's schema, as far as a page can tell without standing still. The platform ends a check that
 * takes too long; a page cannot, and leaves patterns that may take for ever to the platform.
 */
export const configIssuesHere = (schema: JsonObject, ...rest: Tail<Parameters<typeof configIssues>>) =>
  configIssues(checkedHere(schema), ...rest);

type Tail<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never;

/** Does a schema have a pattern whose time may explode with what it is given (catastrophic backtracking)? Rather yes than no. */
export const mayTakeForever = onceFor((schema: JsonObject) => patternsIn(schema).some(mayBacktrack));

/** Keywords by which less that is said inside them may be more that is wrong. */
const ASKING = new Set('not if oneOf contains'.split(' '));

/** What of a schema a page checks: all but such patterns, and what depends on them. */
const checkedHere = onceFor((schema: JsonObject): JsonObject => (mayTakeForever(schema) ? withoutSlow(schema, schema) : schema));

function withoutSlow(schema: JsonObject, root: JsonObject): JsonObject {
  // What is unevaluated depends on all that is beside it.
  const { pattern, patternProperties, unevaluatedProperties: _, unevaluatedItems: __, ...rest } = schema;
  const kept = Object.entries(rest).filter(([keyword, value]) => !ASKING.has(keyword) || !leadsToSlow(value, root));
  const names = Object.entries(isObject(patternProperties) ? patternProperties : {});
  const quick = names.filter(([name]) => !mayBacktrack(name));
  const left = {
    ...Object.fromEntries(kept),
    ...(typeof pattern === 'string' && !mayBacktrack(pattern) && { pattern }),
    ...(patternProperties !== undefined && { patternProperties: Object.fromEntries(quick) }),
    // What such a name is for would count as a key that nobody named.
    ...(quick.length < names.length && { additionalProperties: true }),
  };
  return withInner(left, (inner) => withoutSlow(inner, root));
}

/** Is there such a pattern in a part of a schema, or in what it refers to? */
function leadsToSlow(part: Json, root: JsonObject, seen = new Set<string>()): boolean {
  if (Array.isArray(part)) return part.some((one) => leadsToSlow(one, root, seen));
  if (!isObject(part)) return false;
  const { $ref, ...rest } = part;
  if (typeof $ref === 'string' && !seen.has($ref) && leadsToSlow(referenced(root, $ref) ?? {}, root, seen.add($ref))) return true;
  return patternsOf(part).some(mayBacktrack) || Object.values(rest).some((one) => leadsToSlow(one, root, seen));
}

function patternsIn(part: Json): string[] {
  if (Array.isArray(part)) return part.flatMap(patternsIn);
  if (!isObject(part)) return [];
  return [...patternsOf(part), ...Object.values(part).flatMap(patternsIn)];
}

const patternsOf = ({ pattern, patternProperties }: JsonObject): string[] => [
  ...(typeof pattern === 'string' ? [pattern] : []),
  ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
];

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
