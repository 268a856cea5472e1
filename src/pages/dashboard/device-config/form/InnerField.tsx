import type { Json, JsonObject } from '@contract/merge-patch';
import type { FieldProps } from '@rjsf/utils';
import { useMemoizedFn } from 'ahooks';

type Props = FieldProps<JsonObject>;

interface InnerFieldProps
  extends Pick<Props, 'name' | 'title' | 'uiSchema' | 'fieldPathId' | 'required' | 'disabled' | 'readonly' | 'registry'> {
  schema: JsonObject;
  value: Json | undefined;
  onChange: (next: Json | undefined, at: (string | number)[]) => void;
  onRemoveProperty?: () => void;
}

/** A field of the library inside a field of ours. */
export function InnerField({ schema, value, onChange, ...props }: InnerFieldProps) {
  const { SchemaField = Nothing } = props.registry.fields;
  // The library keeps the first callback that it gets.
  const change = useMemoizedFn(onChange);
  return (
    <SchemaField
      {...props}
      schema={schema as Props['schema']}
      formData={value as JsonObject | undefined}
      onBlur={Nothing}
      onFocus={Nothing}
      onChange={(next, at) => change(next as Json | undefined, at)}
    />
  );
}

/** Replaces parts of the library that the console does not use. */
export const Nothing = () => null;
