import type { JsonObject } from '@contract/merge-patch';
import { ADDITIONAL_PROPERTY_FLAG, type FieldTemplateProps, getUiOptions } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { Described } from '@/components/Limits';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { alternativesOf } from '@/utils/config-alternatives';
import { isSection } from '@/utils/config-fields';
import { Faults } from './Faults';
import { RemoveKey } from './FreeKeys';
import { Row } from './Row';
import { isInList, PlaceContext } from './surroundings';
import './field.css';

type Props = FieldTemplateProps<JsonObject>;

/** One value: label, field, and the reported value. */
export function FieldTemplate(props: Props) {
  const { id, label, rawDescription, required, schema, uiSchema, fieldPathId, hidden, disabled, readonly, onRemoveProperty } = props;
  const { isInRow, isNamed } = getUiOptions(uiSchema);
  const shape = schema as JsonObject;
  const isFree = ADDITIONAL_PROPERTY_FLAG in schema;
  const remove = isFree && <RemoveKey name={label} disabled={disabled || readonly} onClick={onRemoveProperty} />;
  const isWhole = isSection(shape);
  const isEither = alternativesOf(shape).length > 0;
  const children = !isFree ? (
    props.children
  ) : isWhole || isEither ? (
    <>
      {props.children}
      <div className="config-free-group">{remove}</div>
    </>
  ) : (
    <div className="config-free">
      <div>{props.children}</div>
      {remove}
    </div>
  );

  if (hidden) return <div hidden>{children}</div>;
  if (fieldPathId.path.length === 0 || isWhole || isEither || isInRow) return children;
  if (isInList(fieldPathId.path))
    return (
      <ListItem
        id={id}
        path={fieldPathId.path}
        label={label}
        isNamed={isNamed === true}
        required={required}
        description={rawDescription}
        schema={shape}
      >
        {children}
      </ListItem>
    );
  return (
    <Row id={id} path={fieldPathId.path.join('.')} label={label} description={rawDescription} required={required} schema={shape}>
      {children}
    </Row>
  );
}

interface ListItemProps {
  id: string;
  path: (string | number)[];
  label: string;
  htmlFor?: string;
  /** Shows the label of an entry that has a title of its own (`prefixItems`); other entries have only a number. */
  isNamed?: boolean;
  required?: boolean;
  description?: string;
  schema?: JsonObject;
  children: ReactNode;
}

/** A value in an entry of a list. */
export function ListItem({ id, path, label, htmlFor = id, isNamed = false, required, description, schema = {}, children }: ListItemProps) {
  const t = useTexts(configTexts);
  const hasKey = typeof path.at(-1) === 'string';
  return (
    <div className="config-item">
      <label htmlFor={htmlFor} className={isNamed || hasKey ? undefined : 'sr-only'}>
        {label}
        {/* Entries always exist: only properties can be required. */}
        {required && hasKey && <span className="required" title={t.required} aria-hidden="true" />}
      </label>
      {hasKey && (
        <p id={`${id}-hint`} className="muted">
          <Described description={description} schema={schema} />
        </p>
      )}
      <PlaceContext value={path.join('.')}>{children}</PlaceContext>
      <Faults path={path.join('.')} id={id} />
    </div>
  );
}
