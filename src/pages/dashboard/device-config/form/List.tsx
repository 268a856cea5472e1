import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { JsonObject } from '@contract/merge-patch';
import { type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps, buttonId, toFieldPathId } from '@rjsf/utils';
import { Button, Space } from 'antd';
import { type ComponentType, type MouseEvent, useContext } from 'react';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { focusSoon } from '@/utils/focus-soon';
import { isWithin } from '@/utils/json-changes';
import { PlaceContext, useSurroundings } from './surroundings';
import './list.css';

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
  const { $id: next } = toFieldPathId(items.length, registry.globalFormOptions, fieldPathId);

  function add() {
    onAddClick();
    focusSoon(next, `${next}-kind`);
  }

  return (
    <fieldset className="config-list" id={fieldPathId.$id} aria-label={title}>
      {items}
      {canAdd && (
        <AddButton id={buttonId(fieldPathId, 'add')} path={fieldPathId.path} list={title} disabled={disabled || readonly} onClick={add} />
      )}
    </fieldset>
  );
}

/** One of them, and what can be done to its place in the list. */
export function ListEntry({ children, buttonsProps, hasToolbar }: ArrayFieldItemTemplateProps<JsonObject>) {
  const t = useTexts(configTexts);
  const { index, disabled, readonly, hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  const isFixed = disabled || readonly;
  const number = index + 1;
  return (
    <div className="config-entry">
      <div>{children}</div>
      {hasToolbar && (
        <Space.Compact>
          {(hasMoveUp || hasMoveDown) && (
            <>
              <EntryButton Icon={ArrowUpOutlined} name={t.moveUp(number)} disabled={isFixed || !hasMoveUp} onClick={onMoveUpItem} />
              <EntryButton Icon={ArrowDownOutlined} name={t.moveDown(number)} disabled={isFixed || !hasMoveDown} onClick={onMoveDownItem} />
            </>
          )}
          {hasRemove && <RemoveEntry number={number} disabled={isFixed} onClick={onRemoveItem} />}
        </Space.Compact>
      )}
    </div>
  );
}

export function RemoveEntry({ number, ...props }: Pick<EntryButtonProps, 'disabled' | 'onClick'> & { number: number }) {
  const t = useTexts(configTexts);
  return <EntryButton Icon={DeleteOutlined} name={t.removeEntry(number)} {...props} />;
}

interface AddButtonProps {
  id: string;
  /** Of the list. */
  path: (string | number)[];
  /** What the list is called. */
  list: string;
  disabled?: boolean;
  onClick: () => void;
}

/** The way to one more entry. Of a list in a list it says to which: there is another one below it. */
export function AddButton({ id, path, list, disabled, onClick }: AddButtonProps) {
  const t = useTexts(configTexts);
  const entry = path.at(-1);
  const words = typeof entry === 'number' ? t.addToEntry(entry + 1) : t.add;
  return (
    <Button
      id={id}
      size="small"
      icon={<PlusOutlined aria-hidden />}
      aria-label={t.addIn(list, words)}
      disabled={disabled}
      onClick={onClick}
    >
      {words}
    </Button>
  );
}

interface EntryButtonProps {
  Icon: ComponentType;
  name: string;
  disabled?: boolean;
  onClick: () => void;
}

function EntryButton({ Icon, name, disabled, onClick }: EntryButtonProps) {
  const list = useContext(PlaceContext);
  const { typed } = useSurroundings();

  function click({ currentTarget }: MouseEvent<HTMLElement>) {
    // What was typed is known by its place, where another entry stands now.
    for (const place of typed.keys()) if (isWithin(place, list)) typed.delete(place);
    onClick();
    keepFocus(currentTarget as HTMLButtonElement);
  }
  return <Button icon={<Icon aria-hidden />} aria-label={name} title={name} disabled={disabled} onClick={click} />;
}

/** An entry that moves is taken out of the page and put in again, and at the end of its list it moves no further. */
const keepFocus = (button: HTMLButtonElement) =>
  setTimeout(() => (button.disabled ? button.parentElement?.querySelector<HTMLElement>('button:enabled') : button)?.focus());
