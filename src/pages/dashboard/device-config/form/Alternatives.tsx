import { valueAt } from '@contract/config-document';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { ADDITIONAL_PROPERTY_FLAG, type FieldProps, getUiOptions } from '@rjsf/utils';
import { Select } from 'antd';
import { configTexts } from '@/locales/device-config';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { alternativeOf, alternativesOf, begunAs, fitOf } from '@/utils/config-alternatives';
import { distinct, faultsOf } from '@/utils/config-faults';
import { fieldAt, isSection, propertiesOf } from '@/utils/config-fields';
import { pathsIn } from '@/utils/json-changes';
import { isNothing } from './Faults';
import { ListItem } from './FieldTemplate';
import { uiSchemaOf } from './form-schema';
import { InnerField } from './InnerField';
import { Row } from './Row';
import type { Kinds } from './state';
import { isInList, type Surroundings, SurroundingsContext, useSurroundings } from './surroundings';
import { usePicked } from './usePicked';
import { UNSET } from './widgets/widgets';

type Props = FieldProps<JsonObject>;

/** A value with alternatives (`oneOf`, `anyOf`): a select for the alternative, and its field, or its fields as rows below. */
export function Alternatives({ name, fieldPathId, required, disabled, readonly, formData, onChange, registry, uiSchema, ...given }: Props) {
  const t = useTexts(configTexts);
  const surroundings = useSurroundings();
  const schema = given.schema as JsonObject;
  const value = formData as Json | undefined;
  const alternatives = alternativesOf(schema);
  const names = namesOf(alternatives, (type) => t[`${type}Kind`]);
  const { picked, left, pick, wrote, forget } = usePicked(value, surroundings.sitting);
  const { $id: id } = fieldPathId;
  const path = fieldPathId.path.join('.');
  const inList = isInList(fieldPathId.path);
  const typed = valueAt(surroundings.document, path);
  const wanted = valueAt(surroundings.wanted, path);
  const hidden = pathsIn(surroundings.hidden, path);
  const chosen = isStill(alternatives[picked], value) ? picked : alternativeOf(alternatives, wanted, hidden);
  const alternative = alternatives[chosen];
  const hasRows = alternative !== undefined && isSection(alternative);
  const isFree = ADDITIONAL_PROPERTY_FLAG in schema;
  const label = isFree
    ? name
    : typeof schema.title === 'string'
      ? schema.title
      : inList
        ? entryOf(fieldPathId.path, surroundings.schema)
        : name;
  const nothing = typeof schema['x-nothing'] === 'string' ? t.notSetAs(schema['x-nothing']) : t.notSet;
  const canUnset = !required && !inList && !isFree && chosen >= 0;

  function choose(n: number) {
    const leaving = new Map<string, Json>(typed === undefined ? [] : [[names[chosen] ?? '', typed]]);
    const begun = n === UNSET ? undefined : begunAs(alternatives[n] ?? {}, value, left.get(names[n] ?? ''));
    pick(n, begun, leaving);
    // A free key stays, as null, until it is removed explicitly.
    surroundings.onSet(path, begun ?? (isFree ? null : undefined));
  }

  const inside: Surroundings = {
    ...useFaultsOf(alternative, path),
    ...(alternative && { chosen: path }),
    onSet: (at, next) => {
      wrote(chosen, at === path ? [] : at.slice(path.length + 1).split('.'), next);
      surroundings.onSet(at, next);
    },
  };

  // For the edited value the user's choice counts, which the value alone may not tell yet.
  const kindOf = (one: Json) => (one === typed ? chosen : alternativeOf(alternatives, one, pathsIn(surroundings.secrets, path)));
  const kinds: Kinds = {
    nameOf: (one) => (isObject(one) ? names[kindOf(one)] : undefined),
    isSame: (one, other) =>
      isObject(one) && isObject(other) ? kindOf(one) === kindOf(other) : JSON.stringify(one) === JSON.stringify(other),
  };
  const choice = (
    <Select<number>
      id={`${id}-kind`}
      className="config-choice"
      aria-describedby={`${id}-hint ${id}-note`}
      value={chosen >= 0 ? chosen : undefined}
      placeholder={isNothing(value) ? nothing : t.noKind}
      disabled={disabled || readonly}
      options={[
        ...(canUnset ? [{ value: UNSET, label: <span className="muted">{nothing}</span> }] : []),
        ...names.map((one, n) => ({ value: n, label: one })),
      ]}
      onChange={choose}
    />
  );
  const field = alternative && (
    <InnerField
      key={chosen}
      name={name}
      fieldPathId={fieldPathId}
      required={required}
      disabled={disabled}
      readonly={readonly}
      value={value}
      onChange={(next, at) => {
        wrote(chosen, at.slice(fieldPathId.path.length), next);
        onChange(next as JsonObject | undefined, at);
      }}
      registry={registry}
      schema={{ ...alternative, title: names[chosen] ?? '' }}
      uiSchema={{ ...(inList ? {} : uiSchemaOf(alternative, path)), ...toldBy(alternative, value), 'ui:options': { isInRow: true } }}
    />
  );
  // An alternative with only one possible value needs no field: choosing it sets the value.
  const isFixed = alternative !== undefined && !hasRows && begunAs(alternative, undefined) !== undefined;
  const inRow = field && !hasRows && !isFixed && (
    <div className="config-alternative">
      <label htmlFor={id} className="sr-only">
        {label} {names[chosen]}
      </label>
      {field}
    </div>
  );

  return (
    <SurroundingsContext value={inside}>
      {inList ? (
        <ListItem
          id={id}
          path={fieldPathId.path}
          label={label}
          htmlFor={`${id}-kind`}
          isNamed={getUiOptions(uiSchema).isNamed === true}
          required={required}
          description={typeof schema.description === 'string' ? schema.description : undefined}
          schema={alternative}
        >
          {choice}
          {inRow}
        </ListItem>
      ) : (
        <Row
          id={id}
          path={path}
          label={label}
          description={typeof schema.description === 'string' ? schema.description : undefined}
          required={required}
          schema={alternative ?? schema}
          htmlFor={`${id}-kind`}
          kinds={hasRows ? kinds : undefined}
          onUndo={forget}
        >
          {choice}
          {inRow}
        </Row>
      )}
      {hasRows && field}
    </SurroundingsContext>
  );
}

/** A list entry is labelled by the title of its list and its number. */
function entryOf(path: (string | number)[], schema: JsonObject): string {
  const last = path.at(-1);
  if (typeof last === 'string') return last;
  return `${fieldAt(schema, path.slice(0, -1).join('.')).titles.at(-1)}-${Number(last) + 1}`;
}

/**
 * Does the picked alternative still fit the value? Without a value, a single field is just not filled in yet; a group gets its object as
 * soon as it is chosen, so it has been removed.
 */
function isStill(alternative: JsonObject | undefined, value: Json | undefined): boolean {
  if (!alternative) return false;
  if (value === undefined || value === null) return !isSection(alternative);
  return fitOf(alternative, value) > Number.NEGATIVE_INFINITY;
}

/** Hides the properties that only distinguish the alternatives (`x-tells`), as long as their values are right. */
function toldBy(alternative: JsonObject, value: Json | undefined) {
  const telling = propertiesOf(alternative).filter(
    ([key, one]) => one['x-tells'] !== undefined && isObject(value) && Object.hasOwn(value, key) && fitOf(one, value[key] ?? null) > 0,
  );
  return Object.fromEntries(telling.map(([key]) => [key, { 'ui:widget': 'hidden' }]));
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
type Kind = (typeof TYPES)[number] | 'other';

/** The title of each alternative, or else its type, with a number where several are the same. */
function namesOf(alternatives: JsonObject[], kindOf: (type: Kind) => string): string[] {
  const names = alternatives.map((one) => {
    const type = isSection(one) ? 'object' : TYPES.find((type) => type === one.type);
    return typeof one.title === 'string' ? one.title : kindOf(type ?? 'other');
  });
  return names.map((name, n) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${names.slice(0, n + 1).filter((one) => one === name).length}`,
  );
}

/** Replaces the fault "no alternative matches" by the faults of the chosen alternative. */
function useFaultsOf(alternative: JsonObject | undefined, path: string): Surroundings {
  const language = useLanguage();
  const surroundings = useSurroundings();
  const { faults, wanted, hidden } = surroundings;
  const value = valueAt(wanted, path);
  if (!alternative || value === undefined || value === null || !faults.some((fault) => fault.path === path)) return surroundings;
  const own = faultsOf(alternative, path, value, hidden, language);
  return own.length === 0
    ? surroundings
    : { ...surroundings, faults: distinct([...faults.filter((fault) => fault.path !== path), ...own]) };
}
