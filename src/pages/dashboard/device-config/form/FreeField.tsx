import { pathTo, valueAt } from '@contract/config-document';
import { isObject, type JsonObject } from '@contract/merge-patch';
import { ADDITIONAL_PROPERTY_FLAG, buttonId, guessType, type ObjectFieldTemplateProps, toFieldPathId } from '@rjsf/utils';
import { isAnything } from '@/utils/config-shape';
import { focusSoon } from '@/utils/focus-soon';
import { kindOf } from './FreeKeys';
import { InnerField } from './InnerField';
import { useSurroundings } from './surroundings';

type Props = ObjectFieldTemplateProps<JsonObject>;

/** The fields of a group. Those of keys that its schema does not name are made here: the library makes them of keys it has added itself. */
export function fieldsOf(props: Props): Props['properties'] {
  const { properties = {} } = props.schema;
  const isFree = (name: string) => ADDITIONAL_PROPERTY_FLAG in ((properties[name] ?? {}) as object);
  const free = Object.keys(properties).filter(isFree);
  return [
    ...props.properties.filter(({ name, hidden }) => !isFree(name) && !hidden),
    ...free.map((name) => ({ name, hidden: false, content: <FreeField key={name} name={name} group={props} /> })),
  ];
}

function FreeField({ name, group }: { name: string; group: Props }) {
  const { saved, onSet } = useSurroundings();
  const { schema, formData, fieldPathId, registry, disabled, readonly } = group;
  const path = pathTo(fieldPathId.path.join('.'), name);
  const value = isObject(formData) ? formData[name] : undefined;
  const kind = kindOf(schema as JsonObject, name);
  // Of what may be anything the value tells; of what is cleared to be typed anew, the one that is saved. A number that is none yet is to be one.
  const type = typeof value === 'number' ? 'number' : guessType(value ?? valueAt(saved, path));
  const own = isAnything(kind) ? { ...kind, type } : kind;

  function remove() {
    onSet(path, undefined);
    focusSoon(buttonId(fieldPathId, 'add'));
  }

  return (
    <InnerField
      name={name}
      schema={{ ...own, title: name, [ADDITIONAL_PROPERTY_FLAG]: true }}
      value={value}
      fieldPathId={toFieldPathId(name, registry.globalFormOptions, fieldPathId)}
      disabled={disabled}
      readonly={readonly}
      registry={registry}
      // A key that has no value stays until it is removed.
      onChange={(next, at) => onSet(at.join('.'), next ?? (at.join('.') === path ? null : undefined))}
      onRemoveProperty={remove}
    />
  );
}
