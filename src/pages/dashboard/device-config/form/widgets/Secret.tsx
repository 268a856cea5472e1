import { withoutRounding } from '@contract/exact-json';
import type { Json, JsonObject } from '@contract/merge-patch';
import type { WidgetProps } from '@rjsf/utils';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { useSurroundings } from '../surroundings';

/** A value that is written and never read: says whether it is set, and takes another in its place. */
export function Secret({ id, label, schema, value, options, disabled, readonly }: WidgetProps<JsonObject>) {
  const t = useTexts(configTexts);
  const { version, secrets, onSet } = useSurroundings();
  const path = options.path as string;
  const isSet = secrets.includes(path);
  // Once it is saved there is a newer version, and nothing to type any more.
  const [openedAt, setOpenedAt] = useState<number>();
  const [typed, setTyped] = useState('');
  const isOpen = openedAt === version || (value !== undefined && value !== null);
  // The form does not tell null from nothing.
  const isRemoved = isSet && value === null;

  function close() {
    setOpenedAt(undefined);
    onSet(path, undefined);
  }

  if (isOpen) {
    return (
      <span className="config-secret">
        <Input.Password
          id={id}
          // Where it was asked for, and not where another view has a value for it.
          autoFocus={openedAt === version}
          // A number is shown as it was typed: `1.0`, and what is too large to be one.
          value={value !== undefined && value === meantBy(typed, schema.type) ? typed : String(value ?? '')}
          autoComplete="new-password"
          aria-describedby={`${id}-hint ${id}-note`}
          onChange={({ target }) => {
            setTyped(target.value);
            onSet(path, meantBy(target.value, schema.type));
          }}
        />
        <Button onClick={close}>{t.keepSecret}</Button>
      </span>
    );
  }
  return (
    <span className="config-secret" data-set={isSet && !isRemoved}>
      <span className="config-secret-state">{isRemoved ? t.secretGoes : isSet ? t.secretSet : t.secretUnset}</span>
      {isRemoved ? (
        <Button id={id} onClick={() => onSet(path, undefined)}>
          {t.undo}
        </Button>
      ) : (
        <>
          <Button
            id={id}
            aria-label={`${isSet ? t.replace : t.set} ${label}`}
            disabled={disabled || readonly}
            onClick={() => setOpenedAt(version)}
          >
            {isSet ? t.replace : t.set}
          </Button>
          {isSet && (
            <Button
              type="text"
              danger
              aria-label={`${t.remove} ${label}`}
              disabled={disabled || readonly}
              onClick={() => onSet(path, null)}
            >
              {t.remove}
            </Button>
          )}
        </>
      )}
    </span>
  );
}

/** A number is what JSON writes as one: `007` and `1.` are texts, or not numbers yet. */
function meantBy(text: string, type: Json | undefined): Json | undefined {
  if (text === '') return undefined;
  const isNumber = (type === 'number' || type === 'integer') && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text);
  return isNumber ? Number(withoutRounding(text)) : text;
}
