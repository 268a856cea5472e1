/** Converts each part of some values to a text, for comparison. */
export type PartTexts<Values> = { [Part in keyof Values]: (value: Values[Part]) => string };

type Part<Values> = Extract<keyof Values, string>;

const differs = <Values>(textOf: PartTexts<Values>, part: Part<Values>, one: Values, other: Values) =>
  textOf[part](one[part]) !== textOf[part](other[part]);

export const partsThatDiffer = <Values>(textOf: PartTexts<Values>, one: Values, other: Values): Part<Values>[] =>
  partsOf(textOf).filter((part) => differs(textOf, part, one, other));

export const isAlike = <Values>(textOf: PartTexts<Values>, one: Values, other: Values): boolean =>
  partsThatDiffer(textOf, one, other).length === 0;

/**
 * Merges newer values with typed ones: each part that was not touched takes the newer value.
 * @param base the values before typing @returns contested: the parts that were changed differently on both sides
 */
export function rebased<Values>(textOf: PartTexts<Values>, typed: Values, base: Values, newer: Values) {
  const touched = partsThatDiffer(textOf, typed, base);
  const values = Object.fromEntries(partsOf(textOf).map((part) => [part, (touched.includes(part) ? typed : newer)[part]])) as Values;
  const contested = touched.filter((part) => differs(textOf, part, newer, base) && differs(textOf, part, newer, typed));
  return { values, contested };
}

const partsOf = <Values>(textOf: PartTexts<Values>) => Object.keys(textOf) as Part<Values>[];
