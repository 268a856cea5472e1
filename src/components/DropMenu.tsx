import { history } from '@umijs/max';
import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { cloneElement, isValidElement, useEffect, useState } from 'react';
import { useBackCloses } from '@/utils/useBackCloses';

interface DropMenuProps extends Omit<DropdownProps, 'open' | 'onOpenChange'> {
  /** Its items are there: it opens as soon as they are. */
  isReady?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A menu on click or Enter. Rendered anew each time: the keyboard starts at the first item, not at the last one used, which may delete. */
export function DropMenu({ isReady = true, onOpenChange, menu, ...props }: DropMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState(0);

  function change(next: boolean) {
    setOpen(next);
    if (next) setOpened((times) => times + 1);
    onOpenChange?.(next);
  }

  useBackCloses(isOpen && isReady, () => change(false));

  // By keyboard the focus may be on the item, not on the link in it.
  function press(info: Parameters<NonNullable<MenuProps['onClick']>>[0]) {
    const { target } = info.domEvent;
    const link = info.domEvent.type === 'keydown' && target instanceof HTMLElement && !target.closest('a') && target.querySelector('a');
    // It comes back here as a click.
    if (link) return link.click();
    menu?.onClick?.(info);
  }

  // A menu in the page's frame survives navigation, so it is closed here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the menu opens or closes
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
      // `destroyOnHidden` has no effect if it is reopened while it closes: a new key renders it anew.
      popupRender={(popup) => (isValidElement(popup) ? cloneElement(popup, { key: opened }) : popup)}
      {...props}
    />
  );
}
