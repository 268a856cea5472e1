import { layoutSettings } from './layout';

/** The pages of the user menu; they only exist if `layoutSettings.accountMenu` is on. */
const accountPages = [
  { path: '/account/center', component: './account/center', name: 'accountCenter', hideInMenu: true },
  { path: '/account/settings', component: './account/settings', name: 'accountSettings', hideInMenu: true },
] as const;

/**
 * The routes of the console (spec §2). Pages load lazily; `component` is a folder or file in src/pages. `name` is a key of
 * src/locales/menu.ts: the name of the page in the menu and in the window's title.
 */
export const routes = [
  { path: '/doc', redirect: '/doc/protocol' },
  { path: '/doc/protocol', component: './user/login', layout: false, hideInMenu: true, name: 'serviceAgreement' },
  {
    path: '/user',
    layout: false,
    routes: [
      { path: '/user/login', component: './user/login', name: 'login' },
      { path: '/user/service-agreement', component: './user/service-agreement', name: 'serviceAgreement' },
      { path: '/user/register', component: './user/register', name: 'register' },
      { path: '/user/register-result', component: './user/register-result', name: 'registerResult' },
      { path: '/user/reset-password', component: './user/reset-password', name: 'resetPassword' },
      // Without this, `/user` would match the parent route alone, which ranks before `/user/*`.
      { path: '/user', component: './404' },
      { path: '/user/*', component: './404' },
    ],
  },
  { path: '/dashboard', redirect: '/dashboard/project' },
  { path: '/dashboard/project', component: './dashboard/project', name: 'project' },
  { path: '/dashboard/:appKey/device', component: './dashboard/device', name: 'device', hideInMenu: true },
  { path: '/dashboard/:appKey/device/:sn/config', component: './dashboard/device-config', name: 'deviceConfig', hideInMenu: true },
  {
    path: '/dashboard/:appKey/device/:sn/depth',
    component: './dashboard/device-depth',
    name: 'deviceDepth',
    layout: false,
    hideInMenu: true,
  },
  { path: '/dashboard/:appKey/consumer', component: './dashboard/consumer', name: 'consumer', hideInMenu: true },
  { path: '/dashboard/:appKey/call-record', component: './dashboard/call-record', name: 'callRecord', hideInMenu: true },
  { path: '/dashboard/*', component: './404' },
  { path: '/packet', component: './packet', name: 'packet', access: 'canAdmin' },
  ...(layoutSettings.accountMenu ? accountPages : []),
  { path: '/refresh', component: './refresh', layout: false },
  { path: '/exception', component: './exception', name: 'exception', hideInMenu: true },
  { path: '/index.html', redirect: '/dashboard' },
  { path: '/', redirect: '/dashboard' },
  { path: '/*', component: './404' },
] as const;
