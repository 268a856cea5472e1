import { act, fireEvent, render, screen } from '@testing-library/react';
import { SearchInput } from '@/components/SearchInput';

test('what is typed while its last question is on the way into the address stays; what comes from elsewhere takes its place', () => {
  jest.useFakeTimers();
  const onSearch = jest.fn();
  const shown = (value: string) => <SearchInput value={value} label="搜索" onSearch={onSearch} />;
  const { rerender } = render(shown(''));
  const field = screen.getByRole('searchbox', { name: '搜索' });
  const type = (text: string) => fireEvent.change(field, { target: { value: text } });

  type('cam');
  act(() => void jest.advanceTimersByTime(300));
  expect(onSearch).toHaveBeenLastCalledWith('cam');
  type('cam-');
  rerender(shown('cam'));
  expect(field).toHaveValue('cam-');
  type('cam-2');
  act(() => void jest.advanceTimersByTime(300));
  expect(onSearch).toHaveBeenLastCalledWith('cam-2');
  rerender(shown('cam-2'));
  expect(field).toHaveValue('cam-2');

  // Clearing the query from outside also cancels a pending search.
  type('cam-23');
  rerender(shown(''));
  expect(field).toHaveValue('');
  act(() => void jest.advanceTimersByTime(300));
  expect(onSearch).toHaveBeenCalledTimes(2);
  jest.useRealTimers();
});
