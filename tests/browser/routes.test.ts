import { contract } from '../../contract';
import { frameTexts } from '../../src/locales/frame';
import { menuTexts } from '../../src/locales/menu';
import type { SignedIn } from '../support/served';
import { stage } from '../support/stage';
import { arrivesAt, topBar } from '../support/where';

const { story, server } = stage();
const zh = frameTexts['zh-CN'];
let admin: SignedIn;
let developer: SignedIn;
let appKey: string;

beforeAll(async () => {
  admin = await server().signUp('Admin');
  developer = await server().signUp('Developer');
  ({ appKey } = await server().call(contract.application.create, { body: { name: '气象站', categoryId: 1 } }, developer.token));
  await server().call(contract.device.create, { params: { appKey }, body: { sn: 'WS-1' } }, developer.token);
});

const inProject = (path: string) => path.replace('{appKey}', appKey);

describe('a route opens its page', () => {
  const publicPages = ['/user/login', '/user/register', '/user/register-result', '/user/reset-password', '/user/service-agreement'];
  for (const path of publicPages) {
    story(`${path}, for anyone and without the layout`, async ({ open }) => {
      const page = await open(path);

      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(new URL(page.url()).hash).toBe(`#${path}`);
      expect(await topBar(page).count()).toBe(0);
    });
  }

  const pages = [
    '/dashboard/project',
    '/dashboard/{appKey}/device',
    '/dashboard/{appKey}/device/WS-1/config',
    '/dashboard/{appKey}/consumer',
    '/dashboard/{appKey}/call-record',
    '/account/center',
    '/account/settings',
  ];
  for (const path of pages) {
    story(`${path}, in the layout`, async ({ open }) => {
      const page = await open(inProject(path), { as: developer });

      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await topBar(page).waitFor();
      expect(new URL(page.url()).hash).toBe(`#${inProject(path)}`);
      expect(await page.getByText(zh.missing).count()).toBe(0);
    });
  }

  story('/dashboard/{appKey}/device/{sn}/depth, without the layout', async ({ open }) => {
    const page = await open(inProject('/dashboard/{appKey}/device/WS-1/depth'), { as: developer });

    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await topBar(page).count()).toBe(0);
  });

  story('/doc/protocol shows sign-in with the agreement open', async ({ open }) => {
    const page = await open('/doc/protocol', { as: developer });

    await page.getByRole('dialog').waitFor();
    expect(await topBar(page).count()).toBe(0);
  });
});

describe('a route leads on', () => {
  const redirects = {
    '/': '/dashboard/project',
    '/index.html': '/dashboard/project',
    '/dashboard': '/dashboard/project',
    '/doc': '/doc/protocol',
    '/refresh': '/dashboard/project',
    '/refresh?to=/packet': '/packet',
    '/refresh?to=//elsewhere.example': '/dashboard/project',
  };
  for (const [from, to] of Object.entries(redirects)) {
    story(`from ${from} to ${to}`, async ({ open }) => {
      await arrivesAt(await open(from, { as: admin }), to);
    });
  }

  story('from the address alone to the projects', async ({ open, served }) => {
    const page = await open('/user/login', { as: developer });
    await page.goto(`${served.url}/index.html`);

    await arrivesAt(page, '/dashboard/project');
  });
});

describe('what is not there answers 404', () => {
  for (const path of ['/user/nowhere', '/dashboard/nowhere', '/dashboard/{appKey}/nowhere', '/nowhere', '/packet/1']) {
    story(path, async ({ open }) => {
      const page = await open(inProject(path), { as: developer });

      await page.getByRole('heading', { name: zh.missing }).waitFor();
    });
  }

  story('a project of somebody else', async ({ open, expectProblem }) => {
    expectProblem(/404|RequestFailure/);
    const page = await open(inProject('/dashboard/{appKey}/device'), { as: admin });

    await page.getByRole('heading', { name: menuTexts['zh-CN'].projectMissing }).waitFor();
  });
});

describe('version management', () => {
  story('opens for the admin, who has it in the menu', async ({ open }) => {
    const page = await open('/dashboard/project', { as: admin });
    await page.getByRole('menuitem', { name: '版本管理' }).click();

    await arrivesAt(page, '/packet');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.getByText(zh.forbidden).count()).toBe(0);
  });

  story('is refused to everybody else, who has it not in the menu', async ({ open }) => {
    const page = await open('/packet', { as: developer });

    await page.getByRole('heading', { name: zh.forbidden }).waitFor();
    expect(await page.getByRole('menuitem', { name: '版本管理' }).count()).toBe(0);
  });
});
