import { ErrorCode, ShowType } from '@contract/errors';
import { act, render, screen, waitFor } from '@testing-library/react';
import { FailedRead } from '@/components/FailedRead';
import { LanguageSwitch } from '@/components/LanguageSwitch';
import { PageBoundary } from '@/components/PageBoundary';
import Loading from '@/loading';
import { request, tellUnhandled } from '@/runtime/request';
import { Toasts } from '@/runtime/toasts';
import { RequestFailure } from '@/utils/failure';
import { createReadCache } from '@/utils/read-cache';
import { history } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

// The console's interceptors and error handler, called as Umi does.
const [prepare] = request.requestInterceptors as [(config: object) => { params: object; headers: Record<string, string> }];
const [[judge, translate]] = request.responseInterceptors as unknown as [[(answer: object) => object, (error: object) => Promise<never>]];
const tell = request.errorConfig?.errorHandler as (error: unknown, options?: { method: string }) => void;

const answerOf = (data: unknown, status = 200) => ({ status, data, config: {} });
const failureOf = (data: unknown, status = 400) =>
  translate({ response: answerOf(data, status) }).catch((failure: RequestFailure) => failure);

beforeEach(() => {
  localStorage.clear();
  render(<Toasts />);
});

describe('a request', () => {
  test('drops what is empty, and carries the token and the language', () => {
    localStorage.setItem('token', 'Bearer abc');
    const { params, headers } = prepare({ params: { keyword: '', current: 1, state: undefined } });
    expect(params).toEqual({ current: 1, state: undefined });
    expect(headers).toEqual({ Authorization: 'Bearer abc', 'Accept-Language': 'zh-CN' });
  });

  test('has no timeout by default', () => {
    expect(request.timeout).toBe(0);
  });
});

describe('an answer', () => {
  test.each([{ success: true, code: 0 }, { success: true }, { code: 0 }])('with %j is a success', (half) => {
    const answer = answerOf({ ...half, data: 1 });
    expect(judge(answer)).toBe(answer);
  });

  test.each([
    [{ success: false, errorMessage: 'no' }, 'no'],
    [{ code: 40901, message: 'taken' }, 'taken'],
    [{ success: false, code: 0 }, '请求错误，请重试。'],
    ['<html>', '请求错误，请重试。'],
  ])('with %j is a failure', (data, message) => {
    expect(() => judge(answerOf(data))).toThrow(message);
  });

  test.each([
    [{ code: 'ECONNABORTED' }, 'timeout'],
    [{ code: 'ERR_NETWORK' }, 'network'],
    // A network error of axios 0.27 in browsers.
    [{ code: 'ERR_NETWORK', response: { status: 0 } }, 'network'],
    [{ response: answerOf('<html>', 502) }, 'parse'],
    [{ response: answerOf({ success: false, code: 50001 }, 500) }, 'business'],
  ])('that is %j is raised as %s', async (error, kind) => {
    await expect(translate(error)).rejects.toMatchObject({ name: 'RequestFailure', kind });
  });

  test('that was never asked for without a network says so', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
    await expect(translate({ code: 'ERR_NETWORK' })).rejects.toThrow('没有网络连接，请检查网络后重试。');
    await expect(translate({ code: 'ERR_NETWORK' })).rejects.toThrow('请求错误，请重试。');
  });
});

describe('a failure is told', () => {
  test.each([
    [ShowType.warning, 'warning'],
    [ShowType.error, 'error'],
    [undefined, 'error'],
    [ShowType.notification, 'notification'],
  ])('as showType %s wants', async (showType, kind) => {
    tell(await failureOf({ success: false, code: 40901, message: `told as ${showType}`, showType }));
    expect((await screen.findByText(`told as ${showType}`)).closest('.toast')).toHaveAttribute('data-kind', kind);
  });

  test('not at all when it is silent, or a form has shown it', async () => {
    const shown = await failureOf({ success: false, message: 'beside its field' });
    tell(shown);
    shown.told = true;
    tell(await failureOf({ success: false, message: 'silent', showType: ShowType.silent }));
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByText(/beside its field|^silent$/)).not.toBeInTheDocument();
  });

  test('on a page of its own', async () => {
    tell(await failureOf({ success: false, code: 50301, message: 'gone', showType: ShowType.redirect }));
    await waitFor(() => expect(history.push).toHaveBeenCalledWith('/exception?errorCode=50301&errorMessage=gone'));
  });

  test('with its number when the platform is at fault', async () => {
    tell(await failureOf({ success: false, code: 50001, message: 'fault', requestId: 'r-1' }, 500));
    expect(await screen.findByText('请求编号 r-1')).toBeVisible();
  });

  test('of what did not arrive in time as of what nobody answered: it may be sent again', async () => {
    const late = await failureOf({ success: false, code: ErrorCode.requestTimeout, message: 'late' }, 408);
    expect(late.isUnanswered).toBe(true);
    expect((await failureOf({ success: false, code: ErrorCode.notFound, message: 'gone' }, 404)).isUnanswered).toBe(false);
  });

  const unread: [string, () => Promise<RequestFailure>, string][] = [
    ['the platform broke', () => failureOf({ success: false, code: 50001, message: 'it broke' }, 500), 'it broke'],
    ['it refuses', () => failureOf({ success: false, code: 40301, message: 'not for you' }, 403), 'not for you'],
    [
      'it cannot be reached',
      () => translate({ code: 'ERR_NETWORK' }).catch((failure) => failure),
      '暂时连接不上平台，恢复后会自动重新加载。',
    ],
  ];
  test.each(unread)('once, where it could not be read, when %s; what a person did is told over the page', async (_, fail, words) => {
    const failure = await fail();
    const over = () => screen.queryAllByText(failure.message).filter((one) => one.closest('.toast'));
    tell(failure, { method: 'GET' });
    const { unmount } = render(<FailedRead error={failure} onRetry={() => {}} />);
    tell(await fail(), { method: 'GET' });
    await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
    expect(screen.getByText(words).closest('.status-page')).toBeVisible();
    expect(over()).toHaveLength(0);
    tell(await fail(), { method: 'POST' });
    await waitFor(() => expect(over()).toHaveLength(1));
    unmount();
  });

  test('once, although nobody received it; anything else that nobody received is told too', async () => {
    tellUnhandled();
    const reject = (reason: unknown) => {
      const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    act(() => expect(reject(new RequestFailure('business', 'told before'))).toBe(true));
    expect(screen.queryByText('told before')).not.toBeInTheDocument();
    act(() => void reject(new Error('a slip of ours')));
    expect(await screen.findByText(/页面出现意外错误/)).toBeVisible();
  });
});

function Broken(): never {
  throw new Error('broken');
}

describe('a page that does not come', () => {
  test('within 120 seconds, or fails to load, offers to try again', async () => {
    jest.useFakeTimers();
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    render(
      <PageBoundary>
        <Loading />
      </PageBoundary>,
    );
    act(() => void jest.advanceTimersByTime(119_000));
    expect(screen.getByRole('status', { name: '正在加载' })).toBeInTheDocument();
    act(() => void jest.advanceTimersByTime(1000));
    jest.useRealTimers();

    expect(screen.getByRole('heading', { name: '页面加载失败' })).toBeVisible();
    expect(screen.getByRole('button', { name: '重试' })).toBeVisible();
  });

  test('an error of a page stays on that page', () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { rerender } = render(
      <PageBoundary at="/a">
        <Broken />
      </PageBoundary>,
    );
    expect(screen.getByRole('heading', { name: '页面出错了' })).toBeVisible();
    rerender(
      <PageBoundary at="/b">
        <LanguageSwitch />
      </PageBoundary>,
    );
    expect(screen.getByRole('button', { name: 'English' })).toBeVisible();
  });
});

describe('a read', () => {
  test('asked twice at once is one request, until its time is over or it failed', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(0);
    const ask = jest.fn(async () => 1);
    const { read } = createReadCache({ ttlMs: 200 });
    await Promise.all([read('a', ask), read('a', ask), read('b', ask)]);
    expect(ask).toHaveBeenCalledTimes(2);
    now.mockReturnValue(200);
    await read('a', ask);
    expect(ask).toHaveBeenCalledTimes(3);

    const fail = jest.fn(() => Promise.reject(new Error('down')));
    await expect(read('c', fail)).rejects.toThrow('down');
    await expect(read('c', fail)).rejects.toThrow('down');
    expect(fail).toHaveBeenCalledTimes(2);
    now.mockRestore();
  });

  test('keeps the newer answer when one that was forgotten fails', async () => {
    const { read, clear } = createReadCache();
    let fail = (_: Error) => {};
    const first = read('a', () => new Promise((_, reject) => (fail = reject)));
    clear();
    const ask = jest.fn(async () => 1);
    await read('a', ask);
    fail(new Error('down'));
    await expect(first).rejects.toThrow('down');
    await read('a', ask);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('lives 60 seconds when nothing else is said', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(0);
    const ask = jest.fn(async () => 1);
    const { read } = createReadCache();
    await read('a', ask);
    now.mockReturnValue(59_999);
    await read('a', ask);
    now.mockReturnValue(60_000);
    await read('a', ask);
    expect(ask).toHaveBeenCalledTimes(2);
    now.mockRestore();
  });
});
