import { pathTo, valueAt } from '@contract/config-document';
import { isObject, type JsonObject } from '@contract/merge-patch';
import { ADDITIONAL_PROPERTY_FLAG, buttonId, guessType, type ObjectFieldTemplateProps, toFieldPathId } from '@rjsf/utils';
import { isAnything } from '@/utils/config-shape';
import { focusSoon } from '@/utils/focus-soon';
import { kindOf } from './FreeKeys';
import { InnerField } from './InnerField';
import { useSurroundings } from './surroundings';

type Props = ObjectFieldTemplateProps<JsonObject>;

/** The fields of a group. Free keys get theirs here, because the library makes fields only for those it has added itself. */
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
  // An untyped key takes the type of its value, or of the saved one while it is empty. NaN is a number that is being typed.
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
      // A key without a value stays, as null, until it is removed.
      onChange={(next, at) => onSet(at.join('.'), next ?? (at.join('.') === path ? null : undefined))}
      onRemoveProperty={remove}
    />
  );
}
