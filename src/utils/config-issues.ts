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
export const mayTakeForever = onceFor((schema: JsonObject) => leadsToSlowIn(schema)(schema));

/** Keywords by which less that is said inside them may be more that is wrong. */
const ASKING = new Set('not if oneOf contains'.split(' '));

/** What of a schema a page checks: all but such patterns, and what depends on them. */
const checkedHere = onceFor((root: JsonObject): JsonObject => {
  const leadsToSlow = leadsToSlowIn(root);
  const withoutSlow = (schema: JsonObject): JsonObject => {
    if (!leadsToSlow(schema)) return schema;
    // What is unevaluated depends on all that is beside it.
    const { pattern, patternProperties, unevaluatedProperties: _, unevaluatedItems: __, ...rest } = schema;
    const kept = Object.entries(rest).filter(([keyword, value]) => !ASKING.has(keyword) || !leadsToSlow(value));
    const names = Object.entries(isObject(patternProperties) ? patternProperties : {});
    const quick = names.filter(([name]) => !mayBacktrack(name));
    const left = {
      ...Object.fromEntries(kept),
      ...(typeof pattern === 'string' && !mayBacktrack(pattern) && { pattern }),
      ...(patternProperties !== undefined && { patternProperties: Object.fromEntries(quick) }),
      // What such a name is for would count as a key that nobody named.
      ...(quick.length < names.length && { additionalProperties: true }),
    };
    return withInner(left, withoutSlow);
  };
  return withoutSlow(root);
});

/** Is there such a pattern in a part of a schema, or in what it refers to? */
function leadsToSlowIn(root: JsonObject): (part: Json) => boolean {
  const leads = onceFor((part: JsonObject | Json[]): boolean => {
    const own: JsonObject = isObject(part) ? part : {};
    const target = typeof own.$ref === 'string' ? referenced(root, own.$ref) : undefined;
    return patternsOf(own).some(mayBacktrack) || [target ?? true, ...Object.values(part)].some(leadsToSlow);
  });
  const leadsToSlow = (part: Json): boolean => typeof part === 'object' && part !== null && leads(part);
  return leadsToSlow;
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
