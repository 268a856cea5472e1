import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Json } from '@contract/merge-patch';
import { Button, Space } from 'antd';
import type { ComponentType, MouseEvent } from 'react';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';

interface EntryButtonsProps {
  /** The entry's index, from 0. */
  index: number;
  /** The number of entries. */
  count: number;
  disabled?: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Buttons that move or remove an entry. */
export function EntryButtons({ index, count, disabled, onMove, onRemove }: EntryButtonsProps) {
  const t = useTexts(configTexts);
  const number = index + 1;
  return (
    <Space.Compact>
      {count > 1 && (
        <>
          <EntryButton
            Icon={ArrowUpOutlined}
            name={t.moveUp(number)}
            disabled={disabled || index === 0}
            onClick={() => onMove(index - 1)}
          />
          <EntryButton
            Icon={ArrowDownOutlined}
            name={t.moveDown(number)}
            disabled={disabled || number === count}
            onClick={() => onMove(index + 1)}
          />
        </>
      )}
      <RemoveEntry number={number} disabled={disabled} onClick={onRemove} />
    </Space.Compact>
  );
}

export function RemoveEntry({ number, ...props }: Pick<EntryButtonProps, 'disabled' | 'onClick'> & { number: number }) {
  const t = useTexts(configTexts);
  return <EntryButton Icon={DeleteOutlined} name={t.removeEntry(number)} {...props} />;
}

interface AddButtonProps {
  id: string;
  /** The path of the list. */
  path: (string | number)[];
  /** The title of the list. */
  list: string;
  /** The number of entries, and `maxItems` if there is one. */
  count: number;
  most?: Json;
  disabled?: boolean;
  onClick: () => void;
}

/** Adds an entry, or says that the list is full. In a nested list it names the entry, because the outer list has such a button, too. */
export function AddButton({ id, path, list, count, most, disabled, onClick }: AddButtonProps) {
  const t = useTexts(configTexts);
  if (typeof most === 'number' && count >= most) return <span className="muted">{t.mostEntries(most)}</span>;
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
  function click({ currentTarget }: MouseEvent<HTMLElement>) {
    onClick();
    keepFocus(currentTarget as HTMLButtonElement);
  }
  return <Button icon={<Icon aria-hidden />} aria-label={name} title={name} disabled={disabled} onClick={click} />;
}

/** Moving an entry re-inserts its button, which loses the focus. At the end of the list the button is disabled: its neighbour gets it. */
const keepFocus = (button: HTMLButtonElement) =>
  setTimeout(() => (button.disabled ? button.parentElement?.querySelector<HTMLElement>('button:enabled') : button)?.focus());
