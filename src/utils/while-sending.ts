import type { ModalProps } from 'antd';

/** What goes for a dialog whose answer is on its way: closing it would not call back what was sent. */
export const whileSending = (isSending: boolean): ModalProps => ({
  confirmLoading: isSending,
  cancelButtonProps: { disabled: isSending },
  closable: { disabled: isSending },
  keyboard: !isSending,
});
