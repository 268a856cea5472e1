import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { JsonObject } from '@contract/merge-patch';
import { type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps, buttonId, getTemplate, type IconButtonProps } from '@rjsf/utils';
import { Button, Space } from 'antd';
import type { ComponentType } from 'react';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import './list.css';

type ButtonProps = IconButtonProps<JsonObject>;

/** A list: its entries one below the other, and the way to one more. */
export function ListTemplate({
  fieldPathId,
  title,
  items,
  canAdd,
  disabled,
  readonly,
  onAddClick,
  registry,
}: ArrayFieldTemplateProps<JsonObject>) {
  return (
    <fieldset className="config-list" id={fieldPathId.$id} aria-label={title}>
      {items}
      {canAdd && <AddButton id={buttonId(fieldPathId, 'add')} disabled={disabled || readonly} onClick={onAddClick} registry={registry} />}
    </fieldset>
  );
}

/** One of them, and what can be done to its place in the list. */
export function ListEntry({ children, buttonsProps, hasToolbar, registry }: ArrayFieldItemTemplateProps<JsonObject>) {
  const Buttons = getTemplate<'ArrayFieldItemButtonsTemplate', JsonObject>('ArrayFieldItemButtonsTemplate', registry);
  return (
    <div className="config-entry">
      <div>{children}</div>
      {hasToolbar && (
        <Space.Compact>
          <Buttons {...buttonsProps} />
        </Space.Compact>
      )}
    </div>
  );
}

export function AddButton({ id, disabled, onClick }: ButtonProps) {
  const t = useTexts(configTexts);
  return (
    <Button id={id} size="small" icon={<PlusOutlined aria-hidden />} disabled={disabled} onClick={onClick}>
      {t.add}
    </Button>
  );
}

export const RemoveButton = iconButton(DeleteOutlined, 'remove');
export const MoveUpButton = iconButton(ArrowUpOutlined, 'moveUp');
export const MoveDownButton = iconButton(ArrowDownOutlined, 'moveDown');

function iconButton(Icon: ComponentType, text: 'remove' | 'moveUp' | 'moveDown') {
  return function ListButton({ id, disabled, onClick }: ButtonProps) {
    const t = useTexts(configTexts);
    return <Button id={id} icon={<Icon aria-hidden />} aria-label={t[text]} title={t[text]} disabled={disabled} onClick={onClick} />;
  };
}
