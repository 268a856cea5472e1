import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import type { FieldProps } from '@rjsf/utils';
import { useMemoizedFn } from 'ahooks';
import { put } from '@/utils/json-changes';
import { SurroundingsContext, useSurroundings } from './surroundings';

/**
 * A group, and the form as a whole. A change is written at its own path only: the library would also remove values that do not fit the
 * schema that applies after the change.
 */
export function GroupField(props: FieldProps<JsonObject>) {
  return props.fieldPathId.path.length === 0 ? <Whole {...props} /> : <Group {...props} />;
}

const Group = (props: FieldProps<JsonObject>) => <ObjectField {...(props as object as Parameters<typeof ObjectField>[0])} />;

function Whole(props: FieldProps<JsonObject>) {
  const surroundings = useSurroundings();
  const onSet = useMemoizedFn((path: string, next: Json | undefined) => {
    // Synchronously, with the whole document: an input that gets its value later moves the caret to the end.
    props.onChange(put(props.formData ?? {}, path, next), []);
    surroundings.onSet(path, next);
  });
  const write = useMemoizedFn((typed: Json | undefined, at: (string | number)[]) => onSet(at.join('.'), filled(typed)));
  return (
    <SurroundingsContext value={{ ...surroundings, onSet }}>
      <Group {...props} onChange={write as typeof props.onChange} />
    </SurroundingsContext>
  );
}

/** Makes a value valid JSON: new list entries without a value become null. */
function filled(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((one) => filled(one) ?? null);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, filled(one) ?? null]));
}
