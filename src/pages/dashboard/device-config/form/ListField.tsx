import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import { buttonId, type FieldProps, toFieldPathId } from '@rjsf/utils';
import { useMemoizedFn } from 'ahooks';
import { useRef } from 'react';
import { addedAs } from '@/utils/config-alternatives';
import { focusSoon } from '@/utils/focus-soon';
import { putIn } from '@/utils/json-changes';
import { renumber } from '@/utils/json-text';
import { InnerField } from './InnerField';
import { AddButton, EntryButtons, RemoveEntry } from './ListButtons';
import { SurroundingsContext, useSurroundings } from './surroundings';
import './list.css';

type Props = FieldProps<JsonObject>;

/** A list: entries with schemas of their own (`prefixItems`) by title, other entries one below the other, with buttons. */
export function ListField(props: Props) {
  const { schema, uiSchema, registry } = props;
  if ('prefixItems' in schema) return <Places {...props} />;
  const hasField = uiSchema?.['ui:widget'] !== undefined || registry.schemaUtils.isMultiSelect(schema);
  return isObject(schema.items) && !hasField ? <Entries {...props} /> : <OneField {...props} />;
}

/** A list with a single widget, or without a schema of its entries. */
const OneField = (props: Props) => <ArrayField {...(props as object as Parameters<typeof ArrayField>[0])} />;

/** Replaces the library's list, which takes numbers that cannot be stored for entries without a value. */
function Entries({ schema, formData, fieldPathId, registry, name, title, disabled, readonly, onChange }: Props) {
  const { typed } = useSurroundings();
  const { maxItems } = schema as JsonObject;
  const items = schema.items as JsonObject;
  const values: Json[] = Array.isArray(formData) ? (formData as Json[]) : [];
  const { $id: id, path } = fieldPathId;
  const { keys, move, remove } = useKeys(values.length);
  const list = schema.title ?? title ?? name;
  const isFixed = disabled || readonly;
  const idOf = (n: number) => toFieldPathId(n, registry.globalFormOptions, fieldPathId);
  const set = (next: Json[]) => onChange(next as object as JsonObject, path);
  // An emptied entry stays in the list, as null.
  const change = useMemoizedFn((next: Json | undefined, at: (string | number)[]) =>
    onChange((next === undefined && at.length === path.length + 1 ? null : next) as JsonObject, at),
  );

  function add() {
    set([...values, addedAs(items) ?? (registry.schemaUtils.getDefaultFormState(items as Props['schema']) as Json)]);
    const { $id: next } = idOf(values.length);
    focusSoon(next, `${next}-kind`);
  }

  return (
    <fieldset className="config-list" id={id} aria-label={list}>
      {values.map((value, n) => (
        <div className="config-entry" key={keys[n]}>
          <div>
            <InnerField
              name={`${name}-${n}`}
              title={`${list}-${n + 1}`}
              schema={items}
              value={value}
              fieldPathId={idOf(n)}
              required={![items.type].flat().includes('null')}
              disabled={disabled}
              readonly={readonly}
              registry={registry}
              onChange={change}
            />
          </div>
          <EntryButtons
            index={n}
            count={values.length}
            disabled={isFixed}
            onMove={(to) => {
              move(n, to);
              renumber(typed, path.join('.'), (at) => (at === n ? to : at === to ? n : at));
              set(values.map((one, at) => (at === n ? (values[to] ?? null) : at === to ? value : one)));
            }}
            onRemove={() => {
              remove(n);
              renumber(typed, path.join('.'), without(n));
              set(values.filter((_, at) => at !== n));
            }}
          />
        </div>
      ))}
      <AddButton
        id={buttonId(fieldPathId, 'add')}
        path={path}
        list={list}
        count={values.length}
        most={maxItems}
        disabled={isFixed}
        onClick={add}
      />
    </fieldset>
  );
}

/** The new index of each entry when one is removed. */
const without = (removed: number) => (at: number) => (at === removed ? undefined : at > removed ? at - 1 : at);

/** React keys that move with the entries, so that the focus stays in its entry. */
function useKeys(count: number) {
  const given = useRef(0);
  const keys = useRef<number[]>([]);
  keys.current.length = Math.min(keys.current.length, count);
  while (keys.current.length < count) keys.current.push(given.current++);
  return {
    keys: keys.current,
    move(from: number, to: number) {
      keys.current.splice(to, 0, ...keys.current.splice(from, 1));
    },
    remove(at: number) {
      keys.current.splice(at, 1);
    },
  };
}

function Places({ schema, formData, fieldPathId, registry, name, title, disabled, readonly }: Props) {
  const surroundings = useSurroundings();
  const { onSet, typed } = surroundings;
  const { prefixItems, items, maxItems } = schema as JsonObject;
  const places = Array.isArray(prefixItems) ? prefixItems : [];
  const more = isObject(items) ? items : undefined;
  const values: Json[] = Array.isArray(formData) ? (formData as Json[]) : [];
  const { $id: id, path } = fieldPathId;
  const all = Array.from({ length: Math.max(places.length, values.length) }, (_, n) => values[n] ?? null);
  const set = (next: Json[]) => onSet(path.join('.'), next.every((one) => one === null) ? undefined : next);
  // Memoized: an entry that is not rendered again still changes the present list. The first entry creates the list.
  const change = useMemoizedFn((next: Json | undefined, at: (string | number)[]) => set(putIn(all, at.slice(path.length), next) as Json[]));
  const inside = { ...surroundings, onSet: (at: string, next: Json | undefined) => change(next, at.split('.')) };

  return (
    <SurroundingsContext value={inside}>
      <fieldset className="config-places" id={id} aria-labelledby={`${id}-label`}>
        {all.map((value, n) => {
          const place = isObject(places[n]) ? (places[n] as JsonObject) : (more ?? { 'x-any': true });
          const isMore = n >= places.length;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: places of a tuple are identified by their index
            <div className="config-place" key={n}>
              <InnerField
                name={`${name}-${n}`}
                schema={{ ...place, title: typeof place.title === 'string' ? place.title : String(n + 1) }}
                uiSchema={{ 'ui:options': { isNamed: true } }}
                value={value ?? undefined}
                fieldPathId={toFieldPathId(n, registry.globalFormOptions, fieldPathId)}
                required={true}
                disabled={disabled}
                readonly={readonly}
                registry={registry}
                onChange={change}
              />
              {isMore && (
                <RemoveEntry
                  number={n + 1}
                  disabled={disabled || readonly}
                  onClick={() => {
                    renumber(typed, path.join('.'), without(n));
                    set(all.filter((_, at) => at !== n));
                  }}
                />
              )}
            </div>
          );
        })}
        {more && (
          <AddButton
            id={buttonId(fieldPathId, 'add')}
            disabled={disabled || readonly}
            path={path}
            list={schema.title ?? title ?? name}
            count={all.length}
            most={maxItems}
            onClick={() => {
              onSet(path.join('.'), [...all, addedAs(more) ?? null]);
              const { $id: next } = toFieldPathId(all.length, registry.globalFormOptions, fieldPathId);
              focusSoon(next, `${next}-kind`);
            }}
          />
        )}
      </fieldset>
    </SurroundingsContext>
  );
}
