import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import { buttonId, type FieldProps, toFieldPathId } from '@rjsf/utils';
import { useMemoizedFn } from 'ahooks';
import { addedAs } from '@/utils/config-alternatives';
import { objectOf } from '@/utils/config-shape';
import { putIn } from '@/utils/json-changes';
import { InnerField } from './InnerField';
import { AddButton, RemoveEntry } from './List';
import { SurroundingsContext, useSurroundings } from './surroundings';
import './list.css';

type Props = FieldProps<JsonObject>;

/** A list; where its places have schemas of their own (`prefixItems`), each place by its name. */
export function ListField(props: Props) {
  return 'prefixItems' in props.schema ? <Places {...props} /> : <Entries {...props} />;
}

/** The library adds an entry, so that the others stay what they are; what it begins with is said here. */
function Entries(props: Props) {
  const { schema, formData, fieldPathId } = props;
  const count = Array.isArray(formData) ? formData.length : 0;
  const onChange = useMemoizedFn((next: Json | undefined, at: (string | number)[]) => {
    const isAdded = at.length === fieldPathId.path.length && Array.isArray(next) && next.length > count;
    const begun = addedAs(objectOf((schema as JsonObject).items));
    props.onChange((isAdded && begun ? [...next.slice(0, -1), begun] : next) as JsonObject | undefined, at);
  });
  return <ArrayField {...({ ...props, onChange } as object as Parameters<typeof ArrayField>[0])} />;
}

function Places({ schema, formData, fieldPathId, registry, name, title, disabled, readonly }: Props) {
  const surroundings = useSurroundings();
  const { onSet } = surroundings;
  const { prefixItems, items, maxItems } = schema as JsonObject;
  const places = Array.isArray(prefixItems) ? prefixItems : [];
  const more = isObject(items) ? items : undefined;
  const values: Json[] = Array.isArray(formData) ? (formData as Json[]) : [];
  const { $id: id, path } = fieldPathId;
  const all = Array.from({ length: Math.max(places.length, values.length) }, (_, n) => values[n] ?? null);
  const set = (next: Json[]) => onSet(path.join('.'), next.every((one) => one === null) ? undefined : next);
  // A place that is not drawn again keeps it, and changes the list of now; a list that is not set becomes one by its first place.
  const change = useMemoizedFn((next: Json | undefined, at: (string | number)[]) => set(putIn(all, at.slice(path.length), next) as Json[]));
  const inside = { ...surroundings, onSet: (at: string, next: Json | undefined) => change(next, at.split('.')) };

  return (
    <SurroundingsContext value={inside}>
      <fieldset className="config-places" id={id} aria-labelledby={`${id}-label`}>
        {all.map((value, n) => {
          const place = isObject(places[n]) ? (places[n] as JsonObject) : (more ?? { 'x-any': true });
          const isMore = n >= places.length;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: each place is what it is by its number
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
                <RemoveEntry number={n + 1} disabled={disabled || readonly} onClick={() => set(all.filter((_, at) => at !== n))} />
              )}
            </div>
          );
        })}
        {more && all.length < Number(maxItems ?? Infinity) && (
          <AddButton
            id={buttonId(fieldPathId, 'add')}
            disabled={disabled || readonly}
            path={path}
            list={schema.title ?? title ?? name}
            onClick={() => onSet(path.join('.'), [...all, addedAs(more) ?? null])}
          />
        )}
      </fieldset>
    </SurroundingsContext>
  );
}
