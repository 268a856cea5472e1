import { z } from 'zod';

/** So many unknown keys are named, each so far. */
const TOLD = 10;
const MOST = 64;

/**
 * Takes what came from outside, and refuses what the schema does not know: it would be dropped, and a filter with a misspelt key would
 * mean all there is. An object that the schema leaves open takes anything.
 * @returns as zod's `safeParse`; unknown keys are issues of `unrecognized_keys`
 */
export function parseStrictly<S extends z.ZodType>(schema: S, given: unknown): z.ZodSafeParseResult<z.output<S>> {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (!parsed.success) return parsed;
  const issues = [...dropped(given, parsed.data)];
  return issues.length === 0 ? parsed : { success: false, error: new z.ZodError(issues) as z.ZodError<z.output<S>> };
}

/** Where keys of `given` are missing in what was taken of it; a list may be shorter than it was. */
function* dropped(given: unknown, taken: unknown, path: PropertyKey[] = []): Generator<z.core.$ZodIssueUnrecognizedKeys> {
  // What the schema leaves open is the same object, however deep it is.
  if (given === taken || !isTree(given) || !isTree(taken)) return;
  const keys = Object.keys(given);
  const unknown = Array.isArray(given) ? [] : keys.filter((key) => !Object.hasOwn(taken, key));
  if (unknown.length > 0)
    yield { code: 'unrecognized_keys', keys: unknown.slice(0, TOLD).map((key) => key.slice(0, MOST)), path, input: given, message: '' };
  for (const key of keys) if (Object.hasOwn(taken, key)) yield* dropped(given[key], taken[key], [...path, key]);
}

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
