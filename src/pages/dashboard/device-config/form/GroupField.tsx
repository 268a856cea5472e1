import { isObject, type JsonObject } from '@contract/merge-patch';
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import { ADDITIONAL_PROPERTY_FLAG, type FieldProps } from '@rjsf/utils';

/** A group of values. What it has beyond what the schema names it looks at once: other keys make it another group. */
export function GroupField(props: FieldProps<JsonObject>) {
  const { schema, formData } = props;
  const { properties = {} } = schema;
  const isFree = (key: string) => !Object.hasOwn(properties, key) || ADDITIONAL_PROPERTY_FLAG in (properties[key] as object);
  const free = isObject(formData) ? Object.keys(formData).filter(isFree) : [];
  return <ObjectField key={free.join(' ')} {...(props as object as Parameters<typeof ObjectField>[0])} />;
}
