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

/** A field within one of our own, as the library makes it. */
export function InnerField({ schema, value, onChange, ...props }: InnerFieldProps) {
  const { SchemaField = Nothing } = props.registry.fields;
  // The library keeps the one it was given first.
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

/** In the place of what the library makes and the console has no use for. */
export const Nothing = () => null;
