import { ErrorCode, type ErrorName } from '@contract/errors';
import type { RequestFailure } from './failure';

/** Maps the platform's errors to fields: `{ nameTaken: 'name' }`. */
export type FieldOf = Partial<Record<ErrorName, string>>;

interface FieldErrors {
  /** Messages by the path of their field, `tags` or `network.port`. */
  errors: Record<string, string>;
  /** Does all of the failure belong to fields? If not, it has to be shown elsewhere. */
  isComplete: boolean;
}

/**
 * Assigns a failure to the fields of a form, by its details or its code.
 * @param isField does the form have a field of that path? `tags.3` is shown at `tags`, if the whole list is one field
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
