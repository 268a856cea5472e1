import { formatIn } from '@contract/config-format';
import type { Json, JsonObject } from '@contract/merge-patch';
import { configTexts } from '@/locales/device-config';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';

/** The numbers that a schema allows, or the format of a text. */
export function Limits({ schema }: { schema: JsonObject }) {
  const t = useTexts(configTexts);
  const written = formatIn(String(schema.format), useLanguage());
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  if (written) return <span>{t.written(written)}</span>;
  if (!isLimited(schema)) return null;
  const steps = isNumber(multipleOf) && t.multiples(multipleOf);
  const isBetween = isNumber(minimum) && isNumber(maximum) && !isNumber(above) && !isNumber(below);
  const ends = [
    isNumber(above) && above >= Number(minimum ?? above) ? t.above(above) : isNumber(minimum) && t.atLeast(minimum),
    isNumber(below) && below <= Number(maximum ?? below) ? t.below(below) : isNumber(maximum) && t.atMost(maximum),
  ];
  const range = isBetween ? [t.between(minimum, maximum)] : ends;
  return <span className="number">{[...range, steps].filter(Boolean).join(' · ')}</span>;
}

/** A value's description and limits in one line, with a separator if the description does not end with one. */
export function Described({ description = '', schema }: { description?: string; schema: JsonObject }) {
  const written = formatIn(String(schema.format), useLanguage());
  const hasLimits = written !== undefined || isLimited(schema);
  return (
    <>
      {description}
      {description && hasLimits && (/\p{P}$/u.test(description) ? ' ' : ' · ')}
      <Limits schema={schema} />
    </>
  );
}

/** Does the schema limit numbers? */
export const isLimited = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject): boolean =>
  [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf].some(isNumber);

const isNumber = (value: Json | undefined): value is number => typeof value === 'number';
