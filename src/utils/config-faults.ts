import { valueAt } from '@contract/config-document';
import type { FailureDetail, Language } from '@contract/errors';
import type { Json, JsonObject } from '@contract/merge-patch';
import { alternativeOf, alternativesOf } from './config-alternatives';
import { fieldAt, isSection } from './config-fields';
import { configIssuesHere } from './config-issues';
import { pathsIn } from './json-changes';

/**
 * Moves faults to the fields where they can be fixed. Of alternatives the schema only reports that none matches: this is replaced by the
 * faults of the alternative that the value is. A missing group is replaced by its missing required properties.
 * @param schema a shaped one, with the branches of its conditions (`schemaFor`)
 * @param hidden paths of write-only values that are set, though not in the document
 */
export function faultsInside(schema: JsonObject, faults: FailureDetail[], document: Json, hidden: string[], language: Language) {
  const told = faults.flatMap((fault): FailureDetail[] => {
    const { path } = fault;
    const value = valueAt(document, path);
    const part = path === '' ? undefined : partOf(fieldAt(schema, path).schema, value, pathsIn(hidden, path));
    const inside = part ? faultsOf(part, path, value ?? {}, hidden, language) : [];
    return inside.length > 0 ? inside : [fault];
  });
  return distinct(told);
}

/** Removes duplicates: two faults at one place may be replaced by the same inner ones. */
export const distinct = (faults: FailureDetail[]): FailureDetail[] => [
  ...new Map(faults.map((fault) => [`${fault.path} ${fault.message}`, fault])).values(),
];

/** The faults of the value at a path by one schema: its own, or that of the chosen alternative. */
export function faultsOf(part: JsonObject, path: string, value: Json, hidden: string[], language: Language): FailureDetail[] {
  const here = pathsIn(hidden, path);
  const inside = faultsInside(part, configIssuesHere(part, value, language, here), value, here, language);
  return inside.map((fault) => ({ ...fault, path: fault.path === '' ? path : `${path}.${fault.path}` }));
}

function partOf(schema: JsonObject, value: Json | undefined, hidden: string[]): JsonObject | undefined {
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return alternatives[alternativeOf(alternatives, value, hidden)];
  return value === undefined && isSection(schema) ? schema : undefined;
}
