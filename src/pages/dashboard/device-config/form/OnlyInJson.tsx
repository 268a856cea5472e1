import { valueAt } from '@contract/config-document';
import type { JsonObject } from '@contract/merge-patch';
import { ADDITIONAL_PROPERTY_FLAG, type UnsupportedFieldProps } from '@rjsf/utils';
import { Button } from 'antd';
import { ConfigValue } from '@/components/ConfigValue';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { useSurroundings } from './surroundings';

/** In the place of a field that nobody could make: the value as it is, why there is no field, and where it is set; of what is null, that it is. */
export function OnlyInJson({ schema, fieldPathId }: Pick<UnsupportedFieldProps<JsonObject>, 'schema' | 'fieldPathId'>) {
  const t = useTexts(configTexts);
  const { document } = useSurroundings();
  // Of a key that nobody named, null only says that it has no value yet.
  const isNever = schema.type === 'null' && !(ADDITIONAL_PROPERTY_FLAG in schema);
  if (isNever) return <p className="muted">{t.onlyNull}</p>;
  return (
    <div className="config-only-json">
      <ConfigValue schema={{}} value={valueAt(document, fieldPathId.path.join('.'))} />
      <ToJson why={schema.type === 'array' ? t.untypedList : t.untyped} />
    </div>
  );
}

/** What the form does not show, and the way to where it is. */
export function ToJson({ why }: { why: string }) {
  const t = useTexts(configTexts);
  const { onJson } = useSurroundings();
  return (
    <p className="config-to-json muted">
      {why}{' '}
      <Button type="link" size="small" onClick={onJson}>
        {t.toJson}
      </Button>
    </p>
  );
}
