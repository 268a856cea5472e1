import { act, render, screen } from '@testing-library/react';
import { LiveIndicator } from '@/components/LiveIndicator';
import type { Live } from '@/services/live';

test('that the connection is lost is read out once, whole; for how long is only seen', async () => {
  jest.useFakeTimers();
  const since = Date.now() - 65_000;
  render(<LiveIndicator live={{ state: 'lost', since } as Live} />);
  expect(screen.getByRole('button', { name: '连接已中断，正在重新连接' })).toBeVisible();
  expect(screen.getByText('已中断 1 分 5 秒 · 重新连接中')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(screen.getByRole('button', { name: '连接已中断，正在重新连接' })).toBeVisible();
  expect(screen.getByText('已中断 1 分 6 秒 · 重新连接中')).toBeVisible();
  jest.useRealTimers();
});
