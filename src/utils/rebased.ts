/** Each part of some values as a text, to tell one from another. */
export type PartTexts<Values> = { [Part in keyof Values]: (value: Values[Part]) => string };

type Part<Values> = Extract<keyof Values, string>;

const differs = <Values>(textOf: PartTexts<Values>, part: Part<Values>, one: Values, other: Values) =>
  textOf[part](one[part]) !== textOf[part](other[part]);

export const partsThatDiffer = <Values>(textOf: PartTexts<Values>, one: Values, other: Values): Part<Values>[] =>
  partsOf(textOf).filter((part) => differs(textOf, part, one, other));

export const isAlike = <Values>(textOf: PartTexts<Values>, one: Values, other: Values): boolean =>
  partsThatDiffer(textOf, one, other).length === 0;

/**
 * Newer values under what was typed: each part that was not touched is theirs.
 * @param base what was typed into @returns contested: the parts that were changed here and, otherwise, there
 */
export function rebased<Values>(textOf: PartTexts<Values>, typed: Values, base: Values, newer: Values) {
  const touched = partsThatDiffer(textOf, typed, base);
  const values = Object.fromEntries(partsOf(textOf).map((part) => [part, (touched.includes(part) ? typed : newer)[part]])) as Values;
  const contested = touched.filter((part) => differs(textOf, part, newer, base) && differs(textOf, part, newer, typed));
  return { values, contested };
}

const partsOf = <Values>(textOf: PartTexts<Values>) => Object.keys(textOf) as Part<Values>[];
