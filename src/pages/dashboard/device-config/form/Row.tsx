import { valueAt } from '@contract/config-document';
import type { Json, JsonObject } from '@contract/merge-patch';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ConfigValue } from '@/components/ConfigValue';
import { Described } from '@/components/Limits';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { fieldAt } from '@/utils/config-fields';
import { Faults } from './Faults';
import { Reported } from './Reported';
import { type Kinds, stateOf } from './state';
import { PlaceContext, useSurroundings } from './surroundings';
import './field.css';

interface RowProps {
  id: string;
  path: string;
  label: string;
  description?: string;
  required?: boolean;
  schema: JsonObject;
  /** The id of the labelled field, if it is not the row's. */
  htmlFor?: string;
  /** The row shows only which alternative the value is; its fields have rows of their own. */
  kinds?: Kinds;
  /** Called after the value was reset. */
  onUndo?: () => void;
  children: ReactNode;
}

/** One value: label, field with the value before the edit, and reported value. */
export function Row({ id, path, label, description, required, schema, htmlFor = id, kinds, onUndo, children }: RowProps) {
  const t = useTexts(configTexts);
  const surroundings = useSurroundings();
  const { isChanged, isOutrun, wanted, differs } = stateOf(surroundings, path, kinds);
  const saved = valueAt(surroundings.saved, path);
  // On a device that was never configured, `saved` holds the defaults.
  const isDefault = surroundings.version === 0 && saved !== undefined;

  function undo() {
    surroundings.onSet(path, saved);
    onUndo?.();
  }

  return (
    <div className="config-row" data-changed={isChanged} data-differs={differs}>
      <div className="config-label">
        <label htmlFor={htmlFor} id={`${id}-label`}>
          {label}
          {required && <span className="required" title={t.required} aria-hidden="true" />}
        </label>
        <p id={`${id}-hint`} className="muted">
          <Described description={description} schema={schema} />
        </p>
      </div>
      <div className="config-control">
        <PlaceContext value={path}>{children}</PlaceContext>
        {isChanged && schema.writeOnly !== true && (
          <p className="config-was">
            {isDefault ? t.defaultIs : t.was} <Said path={path} value={saved} kinds={kinds} />
            <Button type="link" size="small" onClick={undo} aria-label={t.undoOf(label)}>
              {t.undo}
            </Button>
          </p>
        )}
        {isOutrun && schema.writeOnly !== true && (
          <p className="config-was">
            {t.inVersion(surroundings.newest)} <Said path={path} value={wanted} kinds={kinds} />
          </p>
        )}
        <Faults path={path} id={id} />
      </div>
      <Reported path={path} kinds={kinds} />
    </div>
  );
}

/** A value in words, or the name of its alternative. */
export function Said({ path, value, kinds }: { path: string; value: Json | undefined; kinds?: Kinds }) {
  const { schema } = useSurroundings();
  return kinds?.nameOf(value) ?? <ConfigValue schema={fieldAt(schema, path).schema} value={value} />;
}
