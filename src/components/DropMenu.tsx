import { history } from '@umijs/max';
import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { cloneElement, isValidElement, useEffect, useState } from 'react';

interface DropMenuProps extends Omit<DropdownProps, 'open' | 'onOpenChange'> {
  /** Its items are there: it opens as soon as they are. */
  isReady?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A menu that opens by a click or Enter, made anew each time: the keyboard begins at its first item, not where it last was, on what deletes perhaps. */
export function DropMenu({ isReady = true, onOpenChange, menu, ...props }: DropMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState(0);

  function change(next: boolean) {
    setOpen(next);
    if (next) setOpened((times) => times + 1);
    onOpenChange?.(next);
  }

  // By keyboard the focus may be on the item, not on the link in it.
  function press(info: Parameters<NonNullable<MenuProps['onClick']>>[0]) {
    const { target } = info.domEvent;
    const link = info.domEvent.type === 'keydown' && target instanceof HTMLElement && !target.closest('a') && target.querySelector('a');
    // It comes back here as a click.
    if (link) return link.click();
    menu?.onClick?.(info);
  }

  // One of the frame would stay over the page that one has gone to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: heard while it is open
  useEffect(() => {
    if (!isOpen) return;
    const { pathname } = history.location;
    return history.listen(({ location }) => location.pathname !== pathname && change(false));
  }, [isOpen]);

  return (
    <Dropdown
      autoFocus
      destroyOnHidden
      trigger={['click']}
      open={isOpen && isReady}
      onOpenChange={change}
      menu={menu && { ...menu, onClick: press }}
      // Opened again while it closes, it would not have been destroyed.
      popupRender={(popup) => (isValidElement(popup) ? cloneElement(popup, { key: opened }) : popup)}
      {...props}
    />
  );
}
