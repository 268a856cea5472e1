import { matchPath } from '@umijs/max';
import { routes } from '../../config/routes';

interface Address {
  pathname: string;
  search: string;
}

export const LOGIN_PATH = '/user/login';
const START_PATH = '/dashboard/project';

/** The pages anyone may see (spec §4). */
const PUBLIC_PATHS = [LOGIN_PATH, '/user/register', '/user/register-result', '/user/reset-password', '/user/service-agreement'];

export const isPublic = (path: string): boolean => PUBLIC_PATHS.includes(path);

/** A host page may put the console below a path of its own: `window.routerBase`. The root is ''. */
export const routerBase = (): string => ((window as { routerBase?: string }).routerBase ?? '').replace(/\/+$/, '');

/** The path of a page, without what the host page put before it. */
export function pathOfPage({ pathname }: Pick<Address, 'pathname'>): string {
  const base = routerBase();
  return base && pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname;
}

/** Where to sign in, coming back to where one was; the page of now when it is sign-in already, or knows where to go back to. */
export function toLogin(from: Address): string {
  const path = pathOfPage(from);
  if (path === LOGIN_PATH || new URLSearchParams(from.search).has('redirect')) return `${LOGIN_PATH}${from.search}`;
  return `${LOGIN_PATH}?${new URLSearchParams({ redirect: path + from.search })}`;
}

/** Where to go after signing in: what `redirect` says if it is a page of this console that needs a session, else the project list. */
export function afterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? '';
  return ownPath(wanted) ?? START_PATH;
}

/** A path of this console as it is, anything else (another host, a scheme, a page that does not exist) undefined. */
export function ownPath(wanted: string): string | undefined {
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return undefined;
  const [path = ''] = wanted.split(/[?#]/);
  return pageOf(path) && !isPublic(path) ? wanted : undefined;
}

type PageName = Extract<Route, { name: string }>['name'];

/** The name of the page at a path, if there is one. */
export function pageOf(path: string): PageName | undefined {
  return named.find((route) => matchPath(route.path, path))?.name;
}

/** The appKey of the project one is in: the third segment of the hash, `/#/dashboard/{appKey}/…`. */
export function appKeyOf(path: string): string | undefined {
  const [, root, appKey, page] = path.split('/');
  return root === 'dashboard' && page && appKey ? appKey : undefined;
}

type Top = (typeof routes)[number];
type Route = Exclude<Top, { routes: unknown }> | Extract<Top, { routes: unknown }>['routes'][number];

const named = routes
  .flatMap((route): readonly Route[] => ('routes' in route ? route.routes : [route]))
  .filter((route): route is Extract<Route, { name: string }> => 'name' in route);
