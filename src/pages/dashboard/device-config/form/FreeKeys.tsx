import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { pathTo, valueAt, wrongKey } from '@contract/config-document';
import { isObject, type Json, type JsonObject, mergePatch } from '@contract/merge-patch';
import { buttonId, canExpand, type ObjectFieldTemplateProps } from '@rjsf/utils';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { configTexts } from '@/locales/device-config';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { addedAs } from '@/utils/config-alternatives';
import { isSection } from '@/utils/config-fields';
import { configIssuesHere } from '@/utils/config-issues';
import { isAnything, joined, objectOf } from '@/utils/config-shape';
import { focusSoon } from '@/utils/focus-soon';
import { sectionId } from '../section-id';
import { ToJson } from './OnlyInJson';
import { Row } from './Row';
import { isInList, useSurroundings } from './surroundings';
import './free-keys.css';

type Props = ObjectFieldTemplateProps<JsonObject>;

/** For groups that allow free keys (which the schema does not name): those being removed, those that only the device has, and an input for a new one. */
export function FreeKeys({ schema, uiSchema, formData, fieldPathId, title, disabled, readonly }: Props) {
  const t = useTexts(configTexts);
  const language = useLanguage();
  const { document, saved, reported, sitting, onSet } = useSurroundings();
  const [key, setKey] = useState('');
  const [told, setTold] = useState<{ fault: string; sitting: symbol }>();
  // After a save, it may not be true any more.
  const fault = told?.sitting === sitting ? told.fault : undefined;
  const refuse = (why: string) => setTold({ fault: why, sitting });
  const { patternProperties, additionalProperties, propertyNames = true } = schema as JsonObject;
  if (!patternProperties && !additionalProperties) return null;

  const path = fieldPathId.path.join('.');
  const [now, before] = [valueAt(document, path), valueAt(saved, path)];
  const isHere = (name: string) => isObject(now) && Object.hasOwn(now, name);
  const freeOf = (value: Json | undefined) =>
    Object.keys(isObject(value) ? withoutNulls(value) : {}).filter(
      (name) => !isHere(name) && !Object.hasOwn(schema.properties ?? {}, name),
    );
  const gone = freeOf(before);
  // Entries of a list are not compared one by one: they move.
  const had = isInList(fieldPathId.path) ? undefined : valueAt(reported?.state ?? {}, path);
  const onlyReported = freeOf(had).filter((name) => !gone.includes(name));
  const id = buttonId(fieldPathId, 'add');
  const isOpen = isAnything(additionalProperties) && additionalProperties !== undefined && additionalProperties !== false;

  function add() {
    const [zh, en] = wrongKey(key) ?? [];
    if (zh && en) return refuse(language === 'zh-CN' ? zh : en);
    if (isHere(key) || Object.hasOwn(schema.properties ?? {}, key)) return refuse(t.keyIsThere);
    const kind = kindOf(schema as JsonObject, key);
    if (!kind) return refuse(t.keyNotAllowed);
    const [wrong] = configIssuesHere({ propertyNames }, { [key]: null }, language);
    if (wrong) return refuse(wrong.message);
    setKey('');
    setTold(undefined);
    onSet(pathTo(path, key), addedAs(kind) ?? emptyAs(kind));
    const field = `${fieldPathId.$id}_${key}`;
    focusSoon(field, `${field}-kind`, sectionId(key));
  }

  return (
    <>
      {[...gone, ...onlyReported].map((name) => (
        <Row
          key={name}
          id={`${fieldPathId.$id}_${name}`}
          path={pathTo(path, name)}
          label={name}
          schema={kindOf(schema as JsonObject, name) ?? {}}
        >
          <span className="muted config-goes">{gone.includes(name) ? t.secretGoes : t.notSet}</span>
        </Row>
      ))}
      {isOpen && !patternProperties ? (
        <div id={id} className="config-add-key">
          <ToJson why={t.freeKeys} />
        </div>
      ) : (
        canExpand(schema, uiSchema, formData) && (
          <div className="config-add-key">
            <Input
              id={id}
              aria-label={t.newKeyOf(title || t.general)}
              aria-describedby={fault && `${id}-fault`}
              placeholder={t.newKey}
              value={key}
              status={fault && 'error'}
              autoComplete="off"
              spellCheck={false}
              disabled={disabled || readonly}
              onChange={({ target }) => {
                setKey(target.value);
                setTold(undefined);
              }}
              onPressEnter={add}
            />
            <Button icon={<PlusOutlined aria-hidden />} disabled={disabled || readonly || key === ''} onClick={add}>
              {t.add}
            </Button>
            {fault && (
              <p id={`${id}-fault`} role="alert">
                {fault}
              </p>
            )}
          </div>
        )
      )}
    </>
  );
}

const withoutNulls = (value: JsonObject) => mergePatch({}, value) as JsonObject;

/** The schema of a free key; undefined: the key is not allowed. */
export function kindOf({ patternProperties, additionalProperties: others = true }: JsonObject, key: string): JsonObject | undefined {
  const patterned = Object.entries(objectOf(patternProperties)).filter(([pattern]) => new RegExp(pattern, 'u').test(key));
  const kinds = patterned.length > 0 ? patterned.map(([, kind]) => kind) : [others];
  return kinds.includes(false) ? undefined : kinds.map(objectOf).reduce((all, kind) => joined(kind, all));
}

/** The value of a new key. Null means that it has none yet: the field exists and is empty. */
const emptyAs = (kind: JsonObject): Json => (kind.type === 'array' ? [] : isSection(kind) ? {} : null);

/** Takes away a key that the schema does not name. */
export function RemoveKey({ name, disabled, onClick }: { name: string; disabled?: boolean; onClick: () => void }) {
  const t = useTexts(configTexts);
  const label = t.removeKey(name);
  return <Button icon={<DeleteOutlined aria-hidden />} aria-label={label} title={label} disabled={disabled} onClick={onClick} />;
}
