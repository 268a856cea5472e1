import { valueAt } from '@contract/config-document';
import type { JsonObject } from '@contract/merge-patch';
import { ADDITIONAL_PROPERTY_FLAG, type FieldTemplateProps } from '@rjsf/utils';
import { Button } from 'antd';
import { ConfigValue } from '@/components/ConfigValue';
import { Limits } from '@/components/Limits';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { fieldAt, isSection } from '@/utils/config-fields';
import { Faults } from './Faults';
import { Reported } from './Reported';
import { stateOf } from './state';
import { useSurroundings } from './surroundings';
import './field.css';

type Props = FieldTemplateProps<JsonObject>;

/** One value: what it is called, the field, and what the device has. */
export function FieldTemplate(props: Props) {
  const { schema, fieldPathId, hidden, children, registry } = props;
  const { WrapIfAdditionalTemplate } = registry.templates;
  const path = fieldPathId.path.join('.');
  const isInList = fieldPathId.path.some((key) => typeof key === 'number');
  if (hidden) return <div hidden>{children}</div>;
  if (ADDITIONAL_PROPERTY_FLAG in schema) return <WrapIfAdditionalTemplate {...props} />;
  if (path === '' || isSection(schema as JsonObject)) return children;
  return isInList ? <ListItem {...props} path={path} /> : <Row {...props} path={path} />;
}

function Row({ id, label, rawDescription, required, schema, children, path }: Props & { path: string }) {
  const t = useTexts(configTexts);
  const surroundings = useSurroundings();
  const { isChanged, differs } = stateOf(surroundings, path);
  const saved = valueAt(surroundings.saved, path);
  const undo = () => surroundings.onSet(path, saved);

  return (
    <div className="config-row" data-changed={isChanged} data-differs={differs}>
      <div className="config-label">
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {required && <span className="required" title={t.required} aria-hidden="true" />}
        </label>
        <p id={`${id}-hint`} className="muted">
          {rawDescription} <Limits schema={schema as JsonObject} />
        </p>
      </div>
      <div className="config-control">
        {children}
        {isChanged && schema.writeOnly !== true && (
          <p className="config-was">
            {t.was} <ConfigValue schema={fieldAt(surroundings.schema, path).schema} value={saved} />
            <Button type="link" size="small" onClick={undo} aria-label={t.undoOf(label)}>
              {t.undo}
            </Button>
          </p>
        )}
        <Faults path={path} id={id} />
      </div>
      <Reported path={path} />
    </div>
  );
}

function ListItem({ id, label, fieldPathId, children, path }: Props & { path: string }) {
  // The entries of a list have numbers for names; what is in an entry is called something.
  const isNamed = typeof fieldPathId.path.at(-1) === 'string';
  return (
    <div className="config-item">
      <label htmlFor={id} className={isNamed ? undefined : 'sr-only'}>
        {label}
      </label>
      {children}
      <Faults path={path} id={id} />
    </div>
  );
}
