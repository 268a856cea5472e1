import { EventEmitter, once } from 'node:events';
import { act } from '@testing-library/react';
import type { RequestConfig, RequestOptions } from '@umijs/max';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/lib/locale/zh_CN';
import { createMemoryHistory } from 'history';
import { type ReactElement, useState } from 'react';
import { Route, unstable_HistoryRouter as Router, Routes, useLocation } from 'react-router-dom';
import { PATIENCE_MS } from '@/utils/useSending';
import type { TestPlatform } from './platform';

// Replaces `@umijs/max`: the same router, and a `request` that goes to a platform in memory.
export { Link, Outlet, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';

let platform: Pick<TestPlatform, 'app'>;
export const network = {
  /** Selects calls whose answer is lost, although the platform handles them. */
  loses: (_url: string, _method: string) => false,
  /** Delays a call until the promise resolves. */
  takes: async (_method: string, _url: string) => {},
};

/** Sends a call and holds it until the console gives up waiting for the answer. @returns releases the call */
export async function outwait(send: () => Promise<void>, isHeld: (method: string, url: string) => boolean): Promise<() => void> {
  const line = new EventEmitter();
  const sent = once(line, 'sent');
  const answered = once(line, 'answered');
  network.takes = async (method, url) => {
    if (!isHeld(method, url)) return;
    line.emit('sent');
    await answered;
  };
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'] });
  try {
    await send();
    await act(() => sent);
    act(() => void jest.advanceTimersByTime(PATIENCE_MS + 100));
  } finally {
    jest.useRealTimers();
  }
  return () => line.emit('answered');
}

/** Connects the console under test to a platform, with the session of the token. */
export function connectTo(chosen: Pick<TestPlatform, 'app'>, token: string): void {
  platform = chosen;
  localStorage.clear();
  localStorage.setItem('token', `Bearer ${token}`);
  localStorage.setItem('name', 'tester');
}

/**
 * Renders a page at a route: `<At path="/dashboard/k/device?state=online" route="/dashboard/:appKey/device">`.
 * It has no motion, and no styles of antd, which make jsdom slow, because it evaluates them for each role query and click.
 */
export function At({ path, route, children }: { path: string; route: string; children: ReactElement }) {
  const [entries] = useState(() => createMemoryHistory({ initialEntries: [path] }));
  shown = entries;
  return (
    <ConfigProvider locale={zhCN} theme={{ zeroRuntime: true, token: { motion: false } }} button={{ autoInsertSpace: false }}>
      <Router history={entries}>
        <Where />
        <Routes>
          <Route path={route} element={children} />
          <Route path="*" element={null} />
        </Routes>
      </Router>
    </ConfigProvider>
  );
}

let place = '';
/** The console's current path and query. */
export const where = (): string => place;

function Where() {
  const { pathname, search } = useLocation();
  place = decodeURIComponent(pathname + search);
  return null;
}

let shown = createMemoryHistory();

export const history = {
  push: jest.fn(),
  replace: jest.fn(),
  listen: () => () => {},
  block: (_blocker: (to: { action: 'POP'; retry: () => void }) => void) => () => {},
  get location() {
    return shown.location;
  },
};

/** Replaces Umi's request: the console's real interceptors and error handler, without a network. */
export async function request(url: string, options: RequestOptions = {}) {
  const { request: config } = (await import('@/runtime/request')) as { request: RequestConfig };
  const [prepare] = config.requestInterceptors as [(options: RequestOptions) => RequestOptions];
  const [[judge, translate]] = config.responseInterceptors as unknown as [
    [(answer: unknown) => unknown, (error: unknown) => Promise<never>],
  ];
  const prepared = prepare(options);
  try {
    const answer = await send(url, prepared).then(judge).catch(translate);
    return (answer as { data: unknown }).data;
  } catch (error) {
    config.errorConfig?.errorHandler?.(error as Error, options);
    throw error;
  }
}

async function send(url: string, config: RequestOptions) {
  const query = Object.entries(config.params ?? {}).filter(([, value]) => value !== undefined);
  const { method = 'GET' } = config;
  await network.takes(method, url);
  const reply = await platform.app.inject({
    method: method as 'GET',
    url,
    query: Object.fromEntries(query.map(([name, value]) => [name, String(value)])),
    payload: config.data,
    headers: config.headers as Record<string, string>,
  });
  if (network.loses(url, method)) throw Object.assign(new Error('Network Error'), { code: 'ERR_NETWORK' });
  const data = config.responseType === 'blob' ? new Blob([reply.payload]) : reply.payload && JSON.parse(reply.payload);
  const response = { status: reply.statusCode, data, headers: reply.headers, config };
  if (reply.statusCode >= 400) throw Object.assign(new Error(String(reply.statusCode)), { response });
  return response;
}
