import { withoutRounding } from '@contract/exact-json';
import type { Json, JsonObject } from '@contract/merge-patch';
import type { WidgetProps } from '@rjsf/utils';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { focusSoon } from '@/utils/focus-soon';
import { useSurroundings } from '../surroundings';

/** A write-only value: shows whether it is set, and takes a new one. */
export function Secret({ id, label, schema, value, options, disabled, readonly }: WidgetProps<JsonObject>) {
  const t = useTexts(configTexts);
  const { version, secrets, onSet } = useSurroundings();
  const path = options.path as string;
  const isSet = secrets.includes(path);
  // Bound to the version: saving gives a newer one, which closes the field.
  const [openedAt, setOpenedAt] = useState<number>();
  const [typed, setTyped] = useState('');
  const isOpen = openedAt === version || (value !== undefined && value !== null);
  // The library passes null and a missing value alike, but only null removes a secret.
  const isRemoved = isSet && value === null;

  /** @param to undefined: it stays as it is; null: it is removed */
  function decide(to: undefined | null) {
    setOpenedAt(undefined);
    onSet(path, to);
    // The button that was pressed gives way to another.
    focusSoon(id);
  }

  if (isOpen) {
    return (
      <span className="config-secret">
        <Input.Password
          id={id}
          // Only when it was opened by its button, not because the JSON view has set a value.
          autoFocus={openedAt === version}
          // Keeps the text of a number, such as `1.0`, or one that is too large.
          value={value !== undefined && value === meantBy(typed, schema.type) ? typed : String(value ?? '')}
          autoComplete="new-password"
          aria-describedby={`${id}-hint ${id}-note`}
          onChange={({ target }) => {
            setTyped(target.value);
            onSet(path, meantBy(target.value, schema.type));
          }}
        />
        <Button onClick={() => decide(undefined)}>{isSet ? t.keepSecret : t.leaveUnset}</Button>
      </span>
    );
  }
  return (
    <span className="config-secret" data-set={isSet && !isRemoved}>
      <span className="config-secret-state">{isRemoved ? t.secretGoes : isSet ? t.secretSet : t.secretUnset}</span>
      {isRemoved ? (
        <Button id={id} aria-label={`${t.undo} ${label}`} onClick={() => decide(undefined)}>
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
            <Button type="text" danger aria-label={`${t.remove} ${label}`} disabled={disabled || readonly} onClick={() => decide(null)}>
              {t.remove}
            </Button>
          )}
        </>
      )}
    </span>
  );
}

/** Only what is a number in JSON becomes one: `007` and `1.` stay text. */
function meantBy(text: string, type: Json | undefined): Json | undefined {
  if (text === '') return undefined;
  const isNumber = (type === 'number' || type === 'integer') && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text);
  return isNumber ? Number(withoutRounding(text)) : text;
}
