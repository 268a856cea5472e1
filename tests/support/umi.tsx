import { EventEmitter, once } from 'node:events';
import { act } from '@testing-library/react';
import type { RequestConfig, RequestOptions } from '@umijs/max';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/lib/locale/zh_CN';
import type { ReactElement } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { PATIENCE_MS } from '@/utils/useSending';
import type { TestPlatform } from './platform';

// What the console takes from `@umijs/max`: the same router, and a request that goes to a platform in memory.
export { Link, Outlet, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';

let platform: Pick<TestPlatform, 'app'>;
export const network = {
  /** Which calls get no answer: the platform does what they ask, and the answer is lost on the way. */
  loses: (_url: string, _method: string) => false,
  /** How long a call is on its way. */
  takes: async (_method: string, _url: string) => {},
};

/** Sends a call whose answer is held until the console has said that none came. @returns lets it come */
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

/** From here on, the console under test speaks to this platform, as the account of the token. */
export function connectTo(chosen: Pick<TestPlatform, 'app'>, token: string): void {
  platform = chosen;
  localStorage.clear();
  localStorage.setItem('token', `Bearer ${token}`);
  localStorage.setItem('name', 'tester');
}

/** A page at its place, without motion and without antd's styles, through which jsdom would look for every role and click: `<At path="/dashboard/k/device?state=online" route="/dashboard/:appKey/device">`. */
export function At({ path, route, children }: { path: string; route: string; children: ReactElement }) {
  return (
    <ConfigProvider locale={zhCN} theme={{ zeroRuntime: true, token: { motion: false } }} button={{ autoInsertSpace: false }}>
      <MemoryRouter initialEntries={[path]}>
        <Where />
        <Routes>
          <Route path={route} element={children} />
          <Route path="*" element={null} />
        </Routes>
      </MemoryRouter>
    </ConfigProvider>
  );
}

let place = '';
/** Where the console is, with its query. */
export const where = (): string => place;

function Where() {
  const { pathname, search } = useLocation();
  place = decodeURIComponent(pathname + search);
  return null;
}

export const history = {
  push: jest.fn(),
  replace: jest.fn(),
  listen: () => () => {},
  block: (_blocker: (to: { action: 'POP'; retry: () => void }) => void) => () => {},
  location: { pathname: '/', search: '' },
};

/** Umi's own request, with the console's real preparing, judging and telling, and no network. */
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
