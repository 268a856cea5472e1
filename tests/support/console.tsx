import { cleanup, render, screen } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { createMemoryHistory, type Location } from 'history';
import { type ComponentType, lazy, type ReactElement, Suspense, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { matchRoutes, Navigate, type RouteObject, Router, useRoutes } from 'react-router-dom';
import type { TestPlatform } from './platform';
import { connectTo } from './umi';

// Replaces `@umijs/max` in tests of the whole console: the same exports, on the same router, with a platform in memory.
export { matchPath, matchRoutes } from 'react-router-dom';
export { Link, Outlet, request, useLocation, useNavigate, useParams, useSearchParams } from './umi';

export let history = createMemoryHistory();

/** The console's current path and query. */
export const where = () => decodeURIComponent(history.location.pathname + history.location.search);

/** Opens the console at a path and waits for a page. @param token of the session; empty if nobody is signed in */
export async function openConsole(platform: TestPlatform, path: string, token = ''): Promise<void> {
  cleanup();
  connectTo(platform, token);
  if (!token) localStorage.setItem('token', '');
  history = createMemoryHistory({ initialEntries: [path] });
  const { getInitialState } = await import('@/runtime/session');
  const { innerProvider, rootContainer } = await import('@/runtime/root');
  model.set(await getInitialState());
  // Without antd's styles, which make jsdom slow, because it evaluates them for each role query and click.
  render(<ConfigProvider theme={{ zeroRuntime: true }}>{rootContainer(innerProvider(<Pages />))}</ConfigProvider>);
  await screen.findAllByRole('heading');
}

/** Umi's initial state, a value that components subscribe to. */
const model = {
  state: undefined as object | undefined,
  listeners: new Set<() => void>(),
  set(next: object | ((state?: object) => object)) {
    model.state = typeof next === 'function' ? next(model.state) : next;
    for (const listener of model.listeners) listener();
  },
};

const setInitialState = async (next: Parameters<typeof model.set>[0]) => model.set(next);

export function useModel() {
  const initialState = useSyncExternalStore(
    (changed) => {
      model.listeners.add(changed);
      return () => model.listeners.delete(changed);
    },
    () => model.state,
  );
  return { initialState, setInitialState };
}

export function useAccess(): Record<string, boolean> {
  return require('@/access').default(useModel().initialState);
}

export const useAppData = () => ({ clientRoutes: clientRoutes() });

type Marked = RouteObject & { access?: string; unaccessible?: boolean };

export function useAccessMarkedRoutes(routes: Marked[]): Marked[] {
  const access = useAccess();
  const mark = (route: Marked): Marked =>
    ({ ...route, unaccessible: route.access !== undefined && !access[route.access], children: route.children?.map(mark) }) as Marked;
  return routes.map(mark);
}

interface Declared {
  path: string;
  component?: string;
  redirect?: string;
  layout?: boolean;
  routes?: Declared[];
}

// As in Umi, routes without `layout: false` are rendered inside src/layouts.
function clientRoutes(): RouteObject[] {
  const declared: Declared[] = require('../../config/routes').routes;
  const Frame = lazyOf('../../src/layouts');
  const bare = declared.filter(({ layout }) => layout === false);
  const framed = declared.filter(({ layout }) => layout !== false);
  return [...bare.map(routeOf), { path: '/', element: <Frame />, children: framed.map(routeOf) }];
}

function routeOf({ path, component, redirect, routes, ...rest }: Declared): RouteObject {
  const Page = component && lazyOf(component.replace('./', '../../src/pages/'));
  const element = redirect ? <Navigate to={redirect} replace /> : Page ? <Page /> : undefined;
  return { path, element, children: routes?.map(routeOf), ...rest } as RouteObject;
}

const loaded = new Map<string, ComponentType>();

function lazyOf(file: string): ComponentType {
  const known = loaded.get(file) ?? lazy(async () => require(file));
  loaded.set(file, known);
  return known;
}

function Pages() {
  const [location, setLocation] = useState<Location>(history.location);
  useLayoutEffect(() => history.listen((change) => setLocation(change.location)), []);
  return (
    <Router navigator={history} location={location}>
      <Suspense fallback={null}>
        <Routed />
      </Suspense>
    </Router>
  );
}

function Routed(): ReactElement | null {
  const [routes] = useState(clientRoutes);
  if (!matchRoutes(routes, history.location.pathname)) throw new Error(`no route for ${history.location.pathname}`);
  return useRoutes(routes);
}
