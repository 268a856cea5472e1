import { configIssues } from '@contract/config-check';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { onceFor } from './once-for';

/** So many open-ended repetitions of one pattern take no time worth mentioning, whatever is typed. */
const MAX_REPETITIONS = 3;

/**
 * Where a configuration does not meet its project's schema, as far as a page can tell without standing still. The platform ends a check that
 * takes too long; a page cannot, and leaves a schema with a pattern that may take for ever to the platform.
 */
export const configIssuesHere = (schema: JsonObject, ...rest: Tail<Parameters<typeof configIssues>>) =>
  mayTakeForever(schema) ? [] : configIssues(schema, ...rest);

type Tail<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never;

/** Does a schema have a pattern whose time may explode with what it is given (catastrophic backtracking)? Rather yes than no. */
export const mayTakeForever = onceFor((schema: JsonObject) => patternsIn(schema).some(mayBacktrack));

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
