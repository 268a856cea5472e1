import { ErrorCode, type ErrorName } from '@contract/errors';
import type { RequestFailure } from './failure';

/** Which field a refusal of the platform belongs to: `{ nameTaken: 'name' }`. */
export type FieldOf = Partial<Record<ErrorName, string>>;

interface FieldErrors {
  /** Messages by the path of their field, `tags` or `network.port`. */
  errors: Record<string, string>;
  /** Has all of the failure found a field? If not, it has to be told in another way. */
  isComplete: boolean;
}

/**
 * Sorts what the platform refused to the fields of a form, by the failure's details or by its code.
 * @param isField whether the form has a field of that path; `tags.3` is shown at `tags`, where the whole list is one field
 */
export function fieldErrors(
  { answer, code, message }: RequestFailure,
  isField: (path: string) => boolean,
  fieldOf: FieldOf = {},
): FieldErrors {
  const [, named] = Object.entries(fieldOf).find(([name]) => ErrorCode[name as ErrorName] === code) ?? [];
  const refused = named ? [{ path: named, message }] : (answer.details ?? []);
  const placed = refused
    .map(({ path, message }) => ({ path: nearestField(path.replace(/^body\./, ''), isField), message }))
    .filter(({ path }) => path !== '');
  return {
    errors: Object.fromEntries(placed.map(({ path, message }) => [path, message])),
    isComplete: refused.length > 0 && placed.length === refused.length,
  };
}

function nearestField(path: string, isField: (path: string) => boolean): string {
  if (path === '' || isField(path)) return path;
  return nearestField(path.split('.').slice(0, -1).join('.'), isField);
}
