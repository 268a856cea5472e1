import type { Json, JsonObject } from '@contract/merge-patch';
import type { WidgetProps } from '@rjsf/utils';
import { Input, Select, Switch } from 'antd';
import { choicesOf } from '@/components/ConfigValue';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { tabLeaves } from '@/utils/tab-leaves';
import { SUGGESTED } from '../form-schema';
import { NumberBox } from './NumberBox';

type Props = WidgetProps<JsonObject>;

/** The option that removes the value. An option, because antd's clear icon cannot be reached by keyboard or touch. */
export const UNSET = -1;
/** A value that is none of the choices. */
const OTHER = -2;

/** A line of text, or a number with its unit. */
export function TextOrNumber({ id, schema, value, onChange, disabled, readonly, type }: Props) {
  const t = useTexts(configTexts);
  const suggested = schema[SUGGESTED];
  const placeholder = suggested === undefined ? undefined : t.byDefault(String(suggested));
  const described = { id, disabled: disabled || readonly, placeholder, 'aria-describedby': `${id}-hint ${id}-note` };

  if (schema.type === 'number' || schema.type === 'integer') {
    return (
      <NumberBox
        {...described}
        className="config-number"
        schema={schema}
        value={value}
        // No `min` and `max`: antd would correct the number silently. The limits are shown beside the field.
        step={typeof schema.multipleOf === 'number' ? schema.multipleOf : 1}
        suffix={typeof schema['x-unit'] === 'string' ? schema['x-unit'] : undefined}
        onChange={onChange}
      />
    );
  }
  return (
    <Input
      {...described}
      type={type === 'email' || type === 'url' ? type : 'text'}
      value={textOf(value)}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

export function OnOff({ id, value, schema, onChange, disabled, readonly }: Props) {
  const t = useTexts(configTexts);
  const suggested = schema[SUGGESTED];
  const isSet = typeof value === 'boolean';
  const onOff = (is: boolean) => (is ? t.on : t.off);
  return (
    <span className="config-switch" data-set={isSet}>
      <Switch
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-state ${id}-hint ${id}-note`}
        // Without a value the switch shows the default, if there is one.
        checked={(isSet ? value : suggested) === true}
        disabled={disabled || readonly}
        onChange={(checked) => onChange(checked)}
      />
      <span id={`${id}-state`} aria-hidden="true">
        {isSet ? onOff(value) : typeof suggested === 'boolean' ? t.byDefault(onOff(suggested)) : t.notSet}
      </span>
    </span>
  );
}

/** One of a few, or several of them. */
export function Choice({ id, schema, value, multiple, required, onChange, disabled, readonly }: Props) {
  const t = useTexts(configTexts);
  const choices = choicesOf(multiple ? (schema.items as JsonObject) : (schema as JsonObject));
  const chosen = [value]
    .flat()
    .flatMap((one) => choices.findIndex((choice) => isSame(choice.value, one)))
    .filter((n) => n >= 0);
  const suggested = choices.find((choice) => isSame(choice.value, schema[SUGGESTED]));
  const pick = (picked: number[]): Json[] => picked.map((n) => choices[n]?.value ?? null);
  const canUnset = !required && !multiple && value !== undefined;
  // Set in the JSON view, or under an earlier schema.
  const isOther = !multiple && value !== undefined && value !== null && chosen.length === 0;
  const other = { value: OTHER, label: textOf(value), disabled: true };
  const unset = { value: UNSET, label: <span className="muted">{t.notSet}</span> };

  return (
    <Select<number | number[]>
      id={id}
      className="config-choice"
      {...(multiple && tabLeaves)}
      mode={multiple ? 'multiple' : undefined}
      aria-describedby={`${id}-hint ${id}-note`}
      value={multiple ? chosen : isOther ? OTHER : chosen[0]}
      placeholder={suggested && t.byDefault(suggested.label)}
      disabled={disabled || readonly}
      options={[...(canUnset ? [unset] : []), ...(isOther ? [other] : []), ...choices.map(({ label }, n) => ({ value: n, label }))]}
      onChange={(picked) => onChange(Array.isArray(picked) ? pick(picked) : picked === UNSET ? undefined : pick([picked])[0])}
    />
  );
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A value of another type, set in the JSON view or under an earlier schema, is shown as JSON. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value));
