import { Dropdown, type DropdownProps } from 'antd';

/** A menu that opens by a click or Enter, made anew each time: the keyboard begins at its first item, not where it last was, on what deletes perhaps. */
export const DropMenu = (props: DropdownProps) => <Dropdown autoFocus destroyOnHidden trigger={['click']} {...props} />;
