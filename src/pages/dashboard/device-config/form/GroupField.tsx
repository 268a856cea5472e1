import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import type { FieldProps } from '@rjsf/utils';
import { useMemoizedFn } from 'ahooks';
import { put } from '@/utils/json-changes';
import { useSurroundings } from './surroundings';

/**
 * A group of values, and the form as a whole. What is typed is written at its place, and nowhere else: the library would take away all that
 * it thinks unfit for what applies then.
 */
export function GroupField(props: FieldProps<JsonObject>) {
  const { onSet } = useSurroundings();
  const write = useMemoizedFn((typed: Json | undefined, at: (string | number)[]) => {
    const [path, next] = [at.join('.'), filled(typed)];
    // The library is told at once, of the whole: a field that has its own value a moment later puts the caret at the end.
    props.onChange(put(props.formData ?? {}, path, next), []);
    onSet(path, next);
  });
  const own = { ...(props as object), ...(props.fieldPathId.path.length === 0 && { onChange: write }) };
  return <ObjectField {...(own as Parameters<typeof ObjectField>[0])} />;
}

/** A new entry of a list has no value yet; what JSON calls that is null. */
function filled(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((one) => filled(one) ?? null);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, filled(one) ?? null]));
}
