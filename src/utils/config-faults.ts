import { valueAt } from '@contract/config-document';
import type { FailureDetail, Language } from '@contract/errors';
import type { Json, JsonObject } from '@contract/merge-patch';
import { alternativeOf, alternativesOf } from './config-alternatives';
import { fieldAt, isSection } from './config-fields';
import { configIssuesHere } from './config-issues';
import { pathsIn } from './json-changes';

/**
 * Faults where they can be mended. Of alternatives the schema only says that none is met: what is wrong is told of the one that the value is.
 * Of a group that is missing, what it has to have is.
 * @param schema a shaped one, with what its conditions bring (`schemaFor`)
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

/** Each fault once: two at one place lead to the same ones inside. */
export const distinct = (faults: FailureDetail[]): FailureDetail[] => [
  ...new Map(faults.map((fault) => [`${fault.path} ${fault.message}`, fault])).values(),
];

/** What is wrong with the value at a path, told by what its schema or the alternative that was chosen says of it. */
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
