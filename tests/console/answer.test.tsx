import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { LastAnswer } from '@/components/LastAnswer';
import { RequestFailure } from '@/utils/failure';
import { useAnswer } from '@/utils/useAnswer';
import { useScrollList } from '@/utils/useScrollList';

jest.mock('@umijs/max', () => require('../support/umi'));

afterEach(() => void jest.useRealTimers());

test('two refreshes at once give the later answer, without an error', async () => {
  let asked = 0;
  const { result } = renderHook(() => useAnswer(async () => ({ of: 'all', nth: ++asked }), 'all'));
  await waitFor(() => expect(result.current.data?.nth).toBe(1));

  await act(async () => {
    await Promise.all([result.current.refreshed(), result.current.refreshed()]);
  });

  expect(result.current.data?.nth).toBe(3);
});

test('a late answer to an earlier query does not replace the current list', async () => {
  const answers = new Map<string, (nothing?: unknown) => void>();
  const read = async (keyword: string) => {
    if (answers.has(keyword)) await new Promise((answer) => answers.set(keyword, answer));
    return { list: [keyword], total: 1 };
  };
  const { result, rerender } = renderHook(({ keyword }) => useScrollList(() => read(keyword), [keyword]), {
    initialProps: { keyword: 'one' },
  });
  await waitFor(() => expect(result.current.data?.list).toEqual(['one']));
  answers.set('one', () => {});
  const again = result.current.refresh();

  rerender({ keyword: 'other' });
  expect(result.current).toMatchObject({ isOld: true, data: { list: ['one'] } });
  await waitFor(() => expect(result.current).toMatchObject({ isOld: false, data: { list: ['other'] } }));
  await act(async () => {
    answers.get('one')?.();
    await again;
  });
  expect(result.current).toMatchObject({ isOld: false, data: { list: ['other'] } });
});

test('a list that cannot be read says since when, retries more often, and recovers', async () => {
  jest.useFakeTimers();
  let isAway = false;
  const asked = jest.fn();
  const { result } = renderHook(() =>
    useScrollList(async () => {
      asked();
      if (isAway) throw new RequestFailure('network', 'nobody there');
      return { list: ['one'], total: 1 };
    }, []),
  );
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  await pass(0);
  isAway = true;
  await pass(15_000);
  const since = result.current.lostSince;
  expect(since).toBe(Date.now());
  expect(result.current.data?.list).toEqual(['one']);

  asked.mockClear();
  await pass(6000);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(result.current.lostSince).toBe(since);
  isAway = false;
  await pass(3000);
  expect(result.current.lostSince).toBeUndefined();
});

test('without any answers, only one read is pending at a time', async () => {
  jest.useFakeTimers();
  const asked = jest.fn();
  renderHook(() =>
    useScrollList((_, options) => {
      asked(options?.timeout);
      return asked.mock.calls.length === 1 ? Promise.resolve({ list: ['one'], total: 1 }) : new Promise<never>(() => {});
    }, []),
  );
  for (let quarter = 0; quarter < 5; quarter++) await act(() => jest.advanceTimersByTimeAsync(15_000));
  // The first read is the page's. The second one has a timeout, and no other read is sent meanwhile.
  expect(asked.mock.calls).toEqual([[undefined], [15_000]]);
});

test('a list of several loaded pages notices that the platform is back', async () => {
  jest.useFakeTimers();
  let isAway = false;
  const asked = jest.fn();
  const { result } = renderHook(() =>
    useScrollList(async ({ current }) => {
      asked(current);
      if (isAway) throw new RequestFailure('network', 'nobody there');
      return { list: [current], total: 4 };
    }, []),
  );
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  // Elements have no height in jsdom, so the list loads until it is complete.
  await pass(0);
  expect(result.current.data?.list).toEqual([1, 2, 3, 4]);
  isAway = true;
  await act(() => expect(result.current.refresh()).rejects.toThrow('nobody there'));
  expect(result.current.lostSince).toBeDefined();
  asked.mockClear();
  await pass(6000);
  expect(asked.mock.calls).toEqual([[1], [1]]);
  isAway = false;
  await pass(3000);
  expect(result.current.lostSince).toBeUndefined();
  expect(asked.mock.calls.slice(2)).toEqual([[1], [1], [2], [3], [4]]);
});

test('a refused read does not count as a lost connection', async () => {
  let isRefused = false;
  const { result } = renderHook(() =>
    useScrollList(async () => {
      if (isRefused) throw new RequestFailure('business', 'not yours', { code: 40300 }, 403);
      return { list: ['one'], total: 1 };
    }, []),
  );
  await waitFor(() => expect(result.current.data).toBeDefined());
  isRefused = true;
  await act(() => expect(result.current.refresh()).rejects.toThrow('not yours'));
  expect(result.current.lostSince).toBeUndefined();
});

test('rows are marked busy, with a message, after waiting briefly for the next ones', () => {
  jest.useFakeTimers();
  const shown = (isAwaited: boolean) => (
    <LastAnswer isAwaited={isAwaited}>
      <p>CAM-1</p>
    </LastAnswer>
  );
  const { rerender } = render(shown(false));
  const isBusy = () => screen.getByText('CAM-1').parentElement?.getAttribute('aria-busy');
  rerender(shown(true));
  act(() => void jest.advanceTimersByTime(200));
  expect([isBusy(), screen.queryByText('正在加载')]).toEqual(['false', null]);
  act(() => void jest.advanceTimersByTime(200));
  expect(isBusy()).toBe('true');
  expect(screen.getByText('正在加载')).toBeInTheDocument();

  rerender(shown(false));
  expect([isBusy(), screen.queryByText('正在加载')]).toEqual(['false', null]);
});
