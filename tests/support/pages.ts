import type { World } from '../../mock/world';

export interface Pictured {
  name: string;
  path: string;
  /** The signed-in user, if any. */
  as?: World['admin'];
}

/** The accounts and projects that the pages show. */
export type Places = Pick<World, 'admin' | 'developer'> & Record<'warehouse' | 'empty', { appKey: string }>;

/** Every page of the console, with its common states. */
export function everyPage({ admin, developer, warehouse, empty }: Places): Pictured[] {
  const inProject = (rest: string) => `/dashboard/${warehouse.appKey}${rest}`;
  const own = (name: string, path: string) => ({ name, path, as: developer });
  return [
    { name: 'login', path: '/user/login' },
    { name: 'register', path: '/user/register' },
    { name: 'register-result', path: '/user/register-result?email=lan@example.com' },
    { name: 'reset-password', path: '/user/reset-password' },
    { name: 'service-agreement', path: '/user/service-agreement' },
    { name: 'user-404', path: '/user/nowhere' },
    own('protocol', '/doc/protocol'),
    own('project', '/dashboard/project'),
    { name: 'project-empty', path: '/dashboard/project', as: admin },
    own('project-nothing-found', '/dashboard/project?keyword=nothing'),
    own('device', inProject('/device')),
    own('device-details', inProject('/device?device=DC-2026-0001')),
    own('device-empty', `/dashboard/${empty.appKey}/device`),
    own('device-config', inProject('/device/DC-2026-0002/config')),
    own('device-config-never', inProject('/device/DC-2026-0001/config')),
    own('device-config-missing', inProject('/device/DC-0/config')),
    own('device-depth', inProject('/device/DC-2026-0001/depth')),
    own('consumer', inProject('/consumer')),
    own('call-record', inProject('/call-record')),
    { name: 'packet', path: '/packet', as: admin },
    own('account-center', '/account/center'),
    own('account-settings', '/account/settings'),
    own('403', '/packet'),
    own('404', '/nowhere'),
    own('exception', `/exception?${new URLSearchParams({ errorCode: '50001', errorMessage: '服务异常，请稍后重试' })}`),
  ];
}
