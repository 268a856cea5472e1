import type { Page as BrowserPage } from 'playwright-core';
import { contract } from '../../contract';
import type { Served } from '../support/served';

const KB = 1024;

export interface Page {
  name: string;
  path: string;
  signedIn: boolean;
  /** Waits until the page shows its main content. */
  shown: (page: BrowserPage) => Promise<unknown>;
  /** The values of a well-known console with the same stack, measured once in the same way. */
  heavier?: { name: string; bytes: number; readyMs: string; goal: string };
}

/** The pages that users see first. */
export const pages = (appKey: string): Page[] => [
  {
    name: 'sign-in',
    path: '/user/login',
    signedIn: false,
    shown: (page) => page.getByRole('button', { name: '登录' }).waitFor(),
    heavier: { name: 'ant-design-pro 6.0.3 sign-in, 18 files', bytes: 646 * KB, readyMs: '3.1 to 4.2 s', goal: '≤ 230 KB' },
  },
  {
    name: 'project cards',
    path: '/dashboard/project',
    signedIn: true,
    shown: (page) => page.getByText('气象站').first().waitFor(),
    heavier: { name: 'ant-design-pro 6.0.3 table list, 30 files', bytes: 907 * KB, readyMs: '6.2 to 8.9 s', goal: '≤ 400 KB' },
  },
  {
    name: 'device list',
    path: `/dashboard/${appKey}/device`,
    signedIn: true,
    shown: (page) => page.getByText('WS-0001').first().waitFor(),
    heavier: { name: 'ant-design-pro 6.0.3 table list, 30 files', bytes: 907 * KB, readyMs: '6.2 to 8.9 s', goal: '≤ 660 KB' },
  },
];

/** Creates a developer with a project and ten devices. */
export async function prepare({ signUp, call }: Served) {
  const developer = await signUp('Developer');
  const { token } = developer;
  const { appKey } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } }, token);
  const devices = Array.from({ length: 10 }, (_, index) => ({ sn: `WS-${String(index + 1).padStart(4, '0')}` }));
  await call(contract.device.createMany, { params: { appKey }, body: { devices } }, token);
  return { developer, appKey };
}
