import { act, renderHook } from '@testing-library/react';
import { toast } from '@/utils/toast';
import { useSending } from '@/utils/useSending';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a dialog is held while its answer is on its way, but not for good', () => {
  const told = jest.spyOn(toast, 'warning');
  const { result, rerender } = renderHook(useSending, { initialProps: false });
  const held = () => [result.current.keyboard === false, result.current.cancelButtonProps?.disabled, result.current.confirmLoading];
  expect(held()).toEqual([false, false, false]);

  rerender(true);
  act(() => void jest.advanceTimersByTime(7900));
  expect([held(), told.mock.calls.length]).toEqual([[true, true, true], 0]);
  act(() => void jest.advanceTimersByTime(200));
  expect([held(), told.mock.calls.length]).toEqual([[false, false, true], 1]);

  rerender(false);
  rerender(true);
  expect(held()).toEqual([true, true, true]);
});
