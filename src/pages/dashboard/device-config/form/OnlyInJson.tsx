import { valueAt } from '@contract/config-document';
import type { JsonObject } from '@contract/merge-patch';
import { ADDITIONAL_PROPERTY_FLAG, type UnsupportedFieldProps } from '@rjsf/utils';
import { Button } from 'antd';
import { ConfigValue } from '@/components/ConfigValue';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { useSurroundings } from './surroundings';

/** Replaces a field that cannot be generated: shows the value, the reason, and a link to the JSON view; or that only null is allowed. */
export function OnlyInJson({ schema, fieldPathId }: Pick<UnsupportedFieldProps<JsonObject>, 'schema' | 'fieldPathId'>) {
  const t = useTexts(configTexts);
  const { document } = useSurroundings();
  // The type of a free key is guessed from its value: null only means that it has none yet.
  const isNever = schema.type === 'null' && !(ADDITIONAL_PROPERTY_FLAG in schema);
  if (isNever) return <p className="muted">{t.onlyNull}</p>;
  return (
    <div className="config-only-json">
      <ConfigValue schema={{}} value={valueAt(document, fieldPathId.path.join('.'))} />
      <ToJson why={schema.type === 'array' ? t.untypedList : t.untyped} />
    </div>
  );
}

/** Says why there is no field, with a link to the JSON view. */
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
