import { act, fireEvent, render, screen } from '@testing-library/react';
import { Modal } from 'antd';
import { SubmitButton } from '@/components/SubmitButton';
import { toast } from '@/utils/toast';
import { useSending } from '@/utils/useSending';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function Dialog({ isSending, onCancel }: { isSending: boolean; onCancel: () => void }) {
  const sending = useSending(isSending, { disabled: false });
  return <Modal open title="Project" okText="Save" cancelText="Cancel" {...sending} onCancel={onCancel} />;
}

test('a dialog is held while its answer is on its way, but not for good', () => {
  const told = jest.spyOn(toast, 'lasting');
  const closed = jest.fn();
  const show = (isSending: boolean) => <Dialog isSending={isSending} onCancel={closed} />;
  const { rerender } = render(show(true));
  /** Tries all ways to close the dialog. @returns how many of them worked */
  function close() {
    closed.mockClear();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    return closed.mock.calls.length;
  }
  act(() => void jest.advanceTimersByTime(7900));
  expect([close(), told.mock.calls.length]).toEqual([0, 0]);
  act(() => void jest.advanceTimersByTime(200));
  expect([close(), told.mock.calls.length]).toEqual([3, 1]);
  // The request is still pending.
  expect(screen.getByRole('button', { name: /Save/ })).toHaveClass('ant-btn-loading');

  rerender(show(false));
  rerender(show(true));
  expect(close()).toBe(0);
});

test('a form that waits for its answer says so', () => {
  const told = jest.spyOn(toast, 'lasting').mockClear();
  const closed = jest.spyOn(toast, 'close');
  const { rerender } = render(<SubmitButton submitting>Sign in</SubmitButton>);
  act(() => void jest.advanceTimersByTime(7900));
  expect(told).not.toHaveBeenCalled();
  act(() => void jest.advanceTimersByTime(200));
  expect(told).toHaveBeenCalledWith(expect.stringContaining('没有回应'));
  rerender(<SubmitButton submitting={false}>Sign in</SubmitButton>);
  expect(closed).toHaveBeenCalledWith(told.mock.results[0]?.value);
});
