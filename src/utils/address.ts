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

/** The base path at which a host page embeds the console (`window.routerBase`), without a trailing slash. */
export const routerBase = (): string => ((window as { routerBase?: string }).routerBase ?? '').replace(/\/+$/, '');

/** The path of a page without the base path. */
export function pathOfPage({ pathname }: Pick<Address, 'pathname'>): string {
  const base = routerBase();
  return base && pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname;
}

/** The sign-in page with the way back; keeps the query if `from` is sign-in itself or has a `redirect`. */
export function toLogin(from: Address): string {
  const path = pathOfPage(from);
  if (path === LOGIN_PATH || new URLSearchParams(from.search).has('redirect')) return `${LOGIN_PATH}${from.search}`;
  return `${LOGIN_PATH}?${new URLSearchParams({ redirect: path + from.search })}`;
}

/** The page after sign-in: `redirect`, if it is a page of this console that needs a session, else the project list. */
export function afterLogin(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? '';
  return ownPath(wanted) ?? START_PATH;
}

/** Returns `wanted` if it is a path of this console that needs a session; undefined for other hosts, schemes and unknown pages. */
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

/** The appKey of the current project: the second segment of the path, `/#/dashboard/{appKey}/…`. */
export function appKeyOf(path: string): string | undefined {
  const [, root, appKey, page] = path.split('/');
  return root === 'dashboard' && page && appKey ? appKey : undefined;
}

type Top = (typeof routes)[number];
type Route = Exclude<Top, { routes: unknown }> | Extract<Top, { routes: unknown }>['routes'][number];

const named = routes
  .flatMap((route): readonly Route[] => ('routes' in route ? route.routes : [route]))
  .filter((route): route is Extract<Route, { name: string }> => 'name' in route);
