import { configIssues } from '@contract/config-check';
import { referenced, withInner } from '@contract/json-schema';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { onceFor } from '@contract/once-for';

/** With no more open-ended repetitions than this, a pattern is fast on any input. */
const MAX_REPETITIONS = 3;

/**
 * `configIssues` for pages. The platform aborts a check that takes too long, a page cannot: it leaves patterns that may backtrack
 * catastrophically to the platform.
 */
export const configIssuesHere = (schema: JsonObject, ...rest: Tail<Parameters<typeof configIssues>>) =>
  configIssues(checkedHere(schema), ...rest);

type Tail<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never;

/** Does a schema have a pattern whose time may explode with what it is given (catastrophic backtracking)? Rather yes than no. */
export const mayTakeForever = onceFor((schema: JsonObject) => leadsToSlowIn(schema)(schema));

/** Keywords that may refuse more values when a constraint inside them is dropped, so they are dropped as a whole. */
const ASKING = new Set('not if oneOf contains'.split(' '));

/** The schema without slow patterns and the keywords that depend on them. */
const checkedHere = onceFor((root: JsonObject): JsonObject => {
  const leadsToSlow = leadsToSlowIn(root);
  const withoutSlow = (schema: JsonObject): JsonObject => {
    if (!leadsToSlow(schema)) return schema;
    // `unevaluated*` is dropped: it depends on the sibling keywords, some of which are removed here.
    const { pattern, patternProperties, unevaluatedProperties: _, unevaluatedItems: __, ...rest } = schema;
    const kept = Object.entries(rest).filter(([keyword, value]) => !ASKING.has(keyword) || !leadsToSlow(value));
    const names = Object.entries(isObject(patternProperties) ? patternProperties : {});
    const quick = names.filter(([name]) => !mayBacktrack(name));
    const left = {
      ...Object.fromEntries(kept),
      ...(typeof pattern === 'string' && !mayBacktrack(pattern) && { pattern }),
      ...(patternProperties !== undefined && { patternProperties: Object.fromEntries(quick) }),
      // Otherwise keys that match a dropped pattern would be refused as additional properties.
      ...(quick.length < names.length && { additionalProperties: true }),
    };
    return withInner(left, withoutSlow);
  };
  return withoutSlow(root);
});

/** Does a part of a schema contain such a pattern, directly or behind a `$ref`? */
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

/** May the pattern backtrack catastrophically? Looks for nested or alternating repetitions, back references, and many repetitions. */
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
