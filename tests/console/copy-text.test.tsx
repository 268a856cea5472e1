import { act, fireEvent, render, screen } from '@testing-library/react';
import { CopyText } from '@/components/CopyText';
import { frameTexts } from '@/locales/frame';
import { toast } from '@/utils/toast';

const t = frameTexts['zh-CN'];
const button = () => screen.getByRole('button', { name: t.copyOf('appKey') });

/** Simulates browsers without the Clipboard API (plain http), or that refuse its use. */
function clipboard(writeText: undefined | (() => Promise<void>), execCommand: () => boolean) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: writeText && { writeText } });
  Object.assign(document, { execCommand });
}

async function press() {
  render(<CopyText text="gate-7" what="appKey" />);
  button().focus();
  await act(async () => void fireEvent.click(button()));
}

test('copying that the browser does not allow is said, and not called done', async () => {
  const error = jest.spyOn(toast, 'error').mockImplementation(() => undefined as never);
  clipboard(
    () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    () => false,
  );
  await press();
  expect(error).toHaveBeenCalledWith(t.notCopied);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(button()).toHaveFocus();
});

test('without a clipboard what is selected is copied, and the focus stays', async () => {
  let selected = '';
  clipboard(undefined, () => {
    const field = document.querySelector('textarea') as HTMLTextAreaElement;
    selected = field.value.slice(field.selectionStart, field.selectionEnd);
    return true;
  });
  await press();
  expect(selected).toBe('gate-7');
  expect(screen.getByRole('status')).toHaveTextContent(t.copied);
  expect(button()).toHaveFocus();
  expect(document.querySelector('textarea')).toBeNull();
});
