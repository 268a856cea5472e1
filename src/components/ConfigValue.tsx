import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { alternativeOf, alternativesOf } from '@/utils/config-alternatives';

interface ConfigValueProps {
  schema: JsonObject;
  value: Json | undefined;
  /** Paths of write-only values that are set in it, and not shown. */
  hidden?: string[];
}

/** One value of a configuration, as the form would say it. */
export function ConfigValue({ schema, value, hidden }: ConfigValueProps) {
  const t = useTexts(configTexts);
  if (value === undefined || value === null) return <span className="muted">{t.notSet}</span>;
  if (typeof value === 'boolean') return titleOf(alternativeIn(schema, value), value) ?? (value ? t.on : t.off);
  if (value === '' && sayOf(schema, value) === '') return <span className="muted">{t.emptyText}</span>;
  return (
    <span className="number config-value">
      {sayOf(schema, value, hidden)}
      {typeof value === 'number' && typeof schema['x-unit'] === 'string' && <small> {schema['x-unit']}</small>}
    </span>
  );
}

/** The choices of a value, with what they are called. */
export function choicesOf({ enum: values, 'x-enumTitles': titles }: JsonObject): { value: Json; label: string }[] {
  if (!Array.isArray(values)) return [];
  const names = Array.isArray(titles) ? titles : [];
  // 1 and "1" are told apart where both may be chosen.
  const said = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const labelOf = (value: Json, n: number) =>
    said.indexOf(said[n] ?? '') === said.lastIndexOf(said[n] ?? '') ? said[n] : JSON.stringify(value);
  return values.map((value, n) => ({ value, label: String(names[n] ?? labelOf(value, n)) }));
}

/** A value in words: by its title if it has one, a list entry by entry, alternatives by the one that it is. */
function sayOf(schema: JsonObject, value: Json, hidden?: string[]): string {
  const { items } = schema;
  const alternative = alternativeIn(schema, value, hidden);
  const title = titleOf(alternative, value);
  if (title !== undefined) return title;
  if (alternative && isObject(value))
    return [alternative.title, textOf(value)].filter((words) => words !== undefined && words !== '{}').join(' ');
  const choice = choicesOf(schema).find((one) => JSON.stringify(one.value) === JSON.stringify(value));
  if (choice) return choice.label;
  // Text that looks like a number is quoted where a number would be possible.
  if (typeof value === 'string' && schema.type !== 'string' && isLikeNoText(value)) return JSON.stringify(value);
  if (alternative) return sayOf(alternative, value);
  if (Array.isArray(value) && isObject(items)) return value.map((item) => bracketed(item, sayOf(items, item))).join(', ') || '[ ]';
  return textOf(value);
}

function alternativeIn(schema: JsonObject, value: Json, hidden?: string[]): JsonObject | undefined {
  const { 'x-tells': told } = schema;
  // A property with `x-tells` distinguishes groups: its value is shown by the title of its group.
  const alternatives = alternativesOf(Array.isArray(told) ? { oneOf: told } : schema);
  return alternatives[alternativeOf(alternatives, value, hidden)];
}

/** What a value is called that is the only one of its alternative. */
function titleOf({ enum: values, const: only, title }: JsonObject = {}, value: Json): string | undefined {
  const [one = only] = Array.isArray(values) && values.length === 1 ? values : [];
  return typeof title === 'string' && JSON.stringify(one) === JSON.stringify(value) ? title : undefined;
}

const isLikeNoText = (text: string) => /^(-?\d.*|true|false|null)$/.test(text);

/** Lists in a list are told apart by their brackets; the outermost needs none. */
const bracketed = (value: Json, said: string) => (Array.isArray(value) && value.length > 0 ? `[${said}]` : said);

function textOf(value: Json): string {
  if (typeof value === 'number') return String(meant(value));
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.map((item) => sayOf({}, item)).join(', ') || (value.length === 0 ? '[ ]' : JSON.stringify(value));
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A device that counts in 32 bits says 0.10000000149011612: of so many digits, which nobody typed, those that mean nothing are left out. */
function meant(value: number): number {
  const typed = Number(value.toPrecision(15));
  if (Number.isInteger(value) || typed === value) return value;
  const shortened = [6, 7, 8, 9].map((digits) => Number(value.toPrecision(digits)));
  return shortened.find((one) => Math.fround(one) === value) ?? typed;
}
