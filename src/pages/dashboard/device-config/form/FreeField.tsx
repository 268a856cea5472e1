import { pathTo, valueAt } from '@contract/config-document';
import { isObject, type Json, type JsonObject } from '@contract/merge-patch';
import { ADDITIONAL_PROPERTY_FLAG, buttonId, guessType, type ObjectFieldTemplateProps, toFieldPathId } from '@rjsf/utils';
import { focusSoon } from './focus-soon';
import { useSurroundings } from './surroundings';

type Props = ObjectFieldTemplateProps<JsonObject>;

const Nothing = () => null;

/** The fields of a group. Those of keys that its schema does not name are made here: the library makes them of keys it has added itself. */
export function fieldsOf(props: Props): Props['properties'] {
  const { properties = {} } = props.schema;
  const isFree = (name: string) => ADDITIONAL_PROPERTY_FLAG in ((properties[name] ?? {}) as object);
  const free = Object.keys(properties).filter(isFree);
  return [
    ...props.properties.filter(({ name }) => !isFree(name)),
    ...free.map((name) => ({ name, hidden: false, content: <FreeField key={name} name={name} group={props} /> })),
  ];
}

function FreeField({ name, group }: { name: string; group: Props }) {
  const { saved, onSet } = useSurroundings();
  const { schema, formData, fieldPathId, registry, disabled, readonly } = group;
  const { SchemaField = Nothing } = registry.fields;
  const path = pathTo(fieldPathId.path.join('.'), name);
  const own = (schema.properties as JsonObject)[name] as JsonObject;
  // Of what is cleared to be typed anew, no value tells the kind.
  const type = own.type === 'null' ? guessType(valueAt(saved, path)) : own.type;

  function remove() {
    onSet(path, undefined);
    focusSoon(buttonId(fieldPathId, 'add'));
  }

  return (
    <SchemaField
      name={name}
      schema={{ ...own, title: name, ...(type !== undefined && { type }) } as Props['schema']}
      formData={isObject(formData) ? (formData[name] as JsonObject | undefined) : undefined}
      fieldPathId={toFieldPathId(name, registry.globalFormOptions, fieldPathId)}
      disabled={disabled}
      readonly={readonly}
      registry={registry}
      onBlur={Nothing}
      onFocus={Nothing}
      // A key that has no value stays until it is removed.
      onChange={(next, at) => onSet(at.join('.'), (next as Json | undefined) ?? (at.join('.') === path ? null : undefined))}
      onRemoveProperty={remove}
    />
  );
}
