import type { Json, JsonObject } from '@contract/merge-patch';
import { Select } from 'antd';
import { Fragment, type ReactNode, useId, useMemo } from 'react';
import { ConfigValue, choicesOf } from '@/components/ConfigValue';
import { isLimited, Limits } from '@/components/Limits';
import { configManyTexts } from '@/locales/config-many';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { alternativesOf } from '@/utils/config-alternatives';
import { fieldAt, isSection, pathsOf, propertiesOf } from '@/utils/config-fields';
import { objectOf } from '@/utils/config-shape';

interface AddValueProps {
  /** The project's schema in one language. */
  schema: JsonObject;
  /** Does the patch have this value already? */
  isWritten: (path: string) => boolean;
  disabled: boolean;
  onAdded: (path: string, value: Json) => void;
}

/** Lists all values of the project's schema: name, key, and allowed values. */
export function AddValue({ schema, isWritten, disabled, onAdded }: AddValueProps) {
  const t = useTexts(configManyTexts);
  const id = useId();
  const values = useMemo(() => pathsOf(schema).map((path) => ({ path, ...fieldAt(schema, path) })), [schema]);
  if (values.length === 0) return null;

  return (
    <div className="add-value">
      <label htmlFor={id}>{t.addValue}</label>
      <Select<string | null, (typeof values)[number] & { value: string; label: string; title: string }>
        id={id}
        value={null}
        disabled={disabled}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t.addPlaceholder}
        notFoundContent={t.addNone}
        listHeight={320}
        options={values
          .filter(({ path }) => !isWritten(path))
          .map((value) => ({ ...value, value: value.path, label: `${value.titles.join(' › ')} ${value.path}`, title: '' }))}
        optionRender={({ data: { titles, path, schema: value } }) => (
          <span className="value-option">
            <span>
              {titles.join(' › ')} <span className="code muted">{path}</span>
            </span>
            <small className="muted">
              <Kind schema={value} />
            </small>
          </span>
        )}
        onChange={(path) => path && onAdded(path, firstOf(fieldAt(schema, path).schema))}
      />
    </div>
  );
}

/** The allowed values: choices, range with the unit, or type; and the default. */
function Kind({ schema }: { schema: JsonObject }) {
  const t = useTexts(configManyTexts);
  const { 'x-unit': unit, ...unitless } = schema;
  const isList = typeOf(schema) === 'array';
  const simple = useSimple(isList ? objectOf(schema.items) : schema);
  const words = [
    schema.writeOnly === true && t.writeOnly,
    isList && t.list,
    simple && (
      <>
        {simple} {unit}
      </>
    ),
    schema.default !== undefined && schema.default !== null && (
      <>
        {t.byDefault} <ConfigValue schema={unitless} value={schema.default} />
      </>
    ),
  ];
  return words.filter(Boolean).map((word, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the words never changes
    <Fragment key={n}>
      {n > 0 && ' · '}
      {word}
    </Fragment>
  ));
}

/** The allowed values of anything but a list; null if there is nothing to say. */
function useSimple(schema: JsonObject): ReactNode {
  const t = useTexts(configManyTexts);
  const { on, off } = useTexts(configTexts);
  const choices = choicesOf(schema);
  if (choices.length > 0) return choices.map(({ label }) => label).join(' / ');
  const alternatives = alternativesOf(schema);
  const kinds = alternatives.flatMap(({ title }) => (typeof title === 'string' ? [title] : []));
  if (kinds.length > 0 && kinds.length === alternatives.length) return kinds.join(' / ');
  const type = typeOf(schema);
  if (type === 'boolean') return `${on} / ${off}`;
  if (isLimited(schema)) return <Limits schema={schema} />;
  if (type === 'string') return typeof schema.maxLength === 'number' ? `${t.string} ≤ ${schema.maxLength}` : t.string;
  return type === 'integer' || type === 'number' ? t[type] : null;
}

/** The initial value: the default, or else the first allowed one. */
function firstOf(schema: JsonObject): Json {
  const { default: standard, minimum } = schema;
  if (standard !== undefined && standard !== null) return standard;
  const [choice] = choicesOf(schema);
  if (choice) return choice.value;
  const [alternative] = alternativesOf(schema);
  if (alternative) return firstOf(alternative);
  if (isSection(schema)) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    const inner = propertiesOf(schema).filter(([key]) => required.includes(key));
    return Object.fromEntries(inner.map(([key, one]) => [key, firstOf(one)]));
  }
  const type = typeOf(schema);
  if (type === 'boolean') return false;
  if (type === 'array') return Array.isArray(schema.prefixItems) ? schema.prefixItems.map((one) => firstOf(objectOf(one))) : [];
  return type === 'integer' || type === 'number' ? (minimum ?? 0) : '';
}

const typeOf = ({ type }: JsonObject) => (Array.isArray(type) ? type.find((one) => one !== 'null') : type);
