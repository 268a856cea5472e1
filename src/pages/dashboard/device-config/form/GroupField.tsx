import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import type { FieldProps } from '@rjsf/utils';
import { useMemoizedFn } from 'ahooks';
import { put } from '@/utils/json-changes';
import { SurroundingsContext, useSurroundings } from './surroundings';

/**
 * A group of values, and the form as a whole. What is typed is written at its place, and nowhere else: the library would take away all that
 * it thinks unfit for what applies then.
 */
export function GroupField(props: FieldProps<JsonObject>) {
  return props.fieldPathId.path.length === 0 ? <Whole {...props} /> : <Group {...props} />;
}

const Group = (props: FieldProps<JsonObject>) => <ObjectField {...(props as object as Parameters<typeof ObjectField>[0])} />;

function Whole(props: FieldProps<JsonObject>) {
  const surroundings = useSurroundings();
  const onSet = useMemoizedFn((path: string, next: Json | undefined) => {
    // The library is told at once, of the whole: a field that has its own value a moment later puts the caret at the end.
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

/** A new entry of a list has no value yet; what JSON calls that is null. */
function filled(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((one) => filled(one) ?? null);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, filled(one) ?? null]));
}
