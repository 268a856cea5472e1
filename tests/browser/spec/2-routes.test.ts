import { frameTexts } from '../../../src/locales/frame';
import { menuTexts } from '../../../src/locales/menu';
import { signUpCast } from '../../support/cast';
import { eventually } from '../../support/eventually';
import type { SignedIn } from '../../support/served';
import { stage } from '../../support/stage';
import { arrivesAt, topBar, where } from '../../support/where';

const { story, server } = stage();
const zh = { ...frameTexts['zh-CN'], ...menuTexts['zh-CN'] };
let admin: SignedIn;
let developer: SignedIn;
let appKey: string;

beforeAll(async () => {
  ({ admin, developer, appKey } = await signUpCast(server()));
});

const inProject = (path: string) => path.replace('{appKey}', appKey);

describe('a route opens its page', () => {
  story('2.1 and loads its code only then', async ({ open }) => {
    const scripts = new Set<string>();
    const page = await open('/dashboard/project', {
      as: developer,
      before: async (page) => {
        // With the browser's data saver, nothing is prefetched.
        await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
        page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()));
      },
    });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    for (const path of ['/dashboard/{appKey}/device', '/dashboard/{appKey}/consumer', '/account/settings', '/user/login']) {
      const before = scripts.size;
      await page.evaluate((to) => {
        location.hash = `#${to}`;
      }, inProject(path));
      await arrivesAt(page, inProject(path));
      await page.getByRole('heading', { level: 1 }).first().waitFor();

      // The heading may still be the previous page's.
      await eventually(() => scripts.size > before);
    }
  });

  const publicPages: [string, string][] = [
    ['2.4 ', '/user/login'],
    ['2.6 ', '/user/register'],
    ['2.8 ', '/user/register-result'],
    ['2.7 ', '/user/reset-password'],
    ['2.5 ', '/user/service-agreement'],
  ];
  for (const [line, path] of publicPages) {
    // '9.9 ' is shown by these five stories together; table.ts finds the number because of its quotes.
    story(`${line}${path}, for anyone and without the layout`, async ({ open }) => {
      const page = await open(path);

      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(new URL(page.url()).hash).toBe(`#${path}`);
      expect(await topBar(page).count()).toBe(0);
    });
  }

  const pages: [string, string][] = [
    ['2.11 ', '/dashboard/project'],
    ['2.12 ', '/dashboard/{appKey}/device'],
    ['2.13 ', '/dashboard/{appKey}/device/WS-1/config'],
    ['2.15 ', '/dashboard/{appKey}/consumer'],
    ['2.16 ', '/dashboard/{appKey}/call-record'],
    ['', '/account/center'],
    ['', '/account/settings'],
  ];
  for (const [line, path] of pages) {
    story(`${line}${path}, in the layout`, async ({ open }) => {
      const page = await open(inProject(path), { as: developer });

      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await topBar(page).waitFor();
      expect(new URL(page.url()).hash).toBe(`#${inProject(path)}`);
      expect(await page.getByText(zh.missing).count()).toBe(0);
      // The page is not in the menu, which has three entries inside a project, and otherwise only project management.
      expect(await page.getByRole('menuitem').count()).toBeLessThanOrEqual(3);
    });
  }

  story('2.14 /dashboard/{appKey}/device/{sn}/depth, without the layout', async ({ open }) => {
    const page = await open(inProject('/dashboard/{appKey}/device/WS-1/depth'), { as: developer });

    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await topBar(page).count()).toBe(0);
  });

  story('2.13 says device info in its breadcrumb', async ({ open }) => {
    const page = await open(inProject('/dashboard/{appKey}/device/WS-1/config'), { as: developer });

    await page.getByRole('navigation').getByText(zh.deviceConfig).first().waitFor();
  });

  story('2.3 /doc/protocol shows sign-in with the agreement open, without the layout', async ({ open }) => {
    const page = await open('/doc/protocol', { as: developer });

    await page.getByRole('dialog').waitFor();
    expect(await topBar(page).count()).toBe(0);
    await page.getByLabel('邮箱').waitFor();
  });
});

describe('a route leads on', () => {
  const redirects: [string, string, string][] = [
    ['2.20 ', '/', '/dashboard/project'],
    ['2.20 ', '/index.html', '/dashboard/project'],
    ['2.10 ', '/dashboard', '/dashboard/project'],
    ['2.2 ', '/doc', '/doc/protocol'],
    ['2.19 ', '/refresh', '/dashboard/project'],
    ['2.19 ', '/refresh?to=/packet', '/packet'],
    ['2.19 ', '/refresh?to=//elsewhere.example', '/dashboard/project'],
  ];
  for (const [line, from, to] of redirects) {
    story(`${line}from ${from} to ${to}`, async ({ open }) => {
      await arrivesAt(await open(from, { as: admin }), to);
    });
  }

  story('2.20 from the address alone to the projects', async ({ open, served }) => {
    const page = await open('/user/login', { as: developer });
    await page.goto(`${served.url}/index.html`);

    await arrivesAt(page, '/dashboard/project');
  });
});

describe('what is not there answers 404', () => {
  const missing: [string, string][] = [
    ['2.9 ', '/user/nowhere'],
    ['2.9 ', '/user'],
    ['2.17 ', '/dashboard/nowhere'],
    ['2.17 ', '/dashboard/{appKey}/nowhere'],
    ['2.21 ', '/nowhere'],
    ['2.21 ', '/packet/1'],
  ];
  for (const [line, path] of missing) {
    story(`${line}${path}`, async ({ open }) => {
      const page = await open(inProject(path), { as: developer });

      await page.getByRole('heading', { name: frameTexts['zh-CN'].missing }).waitFor();
    });
  }

  story('a project of somebody else', async ({ open, expectProblem }) => {
    expectProblem(/404|RequestFailure/);
    const page = await open(inProject('/dashboard/{appKey}/device'), { as: admin });

    await page.getByRole('heading', { name: zh.projectMissing }).waitFor();
    // The project's menu is not shown, and the error is shown in the page only, not as a toast.
    await page.getByRole('menuitem', { name: zh.packet }).waitFor();
    expect(await page.getByRole('menuitem', { name: zh.device }).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('the side menu', () => {
  story('2.22 is the default one on the project list and on /packet; 2.10 calls the first project management', async ({ open }) => {
    const page = await open('/dashboard/project', { as: admin });
    for (const path of ['/dashboard/project', '/packet']) {
      await page.evaluate((to) => {
        location.hash = `#${to}`;
      }, path);
      await arrivesAt(page, path);
      await page.getByRole('menuitem', { name: zh.project }).waitFor();
      await page.getByRole('menuitem', { name: zh.packet }).waitFor();
      expect(await page.getByRole('menuitem').count()).toBe(2);
    }
  });

  story('2.23 shows the three pages of a project inside of it, with smiles, and 2.24 the way back', async ({ open }) => {
    const page = await open(`/dashboard/${appKey}/device`, { as: developer });
    for (const [name, path] of [
      [zh.consumer, 'consumer'],
      [zh.callRecord, 'call-record'],
      [zh.device, 'device'],
    ] as const) {
      const entry = page.getByRole('menuitem', { name });
      await entry.click();
      await arrivesAt(page, `/dashboard/${appKey}/${path}`);
      await entry.locator('.anticon-smile').waitFor();
    }
    expect(await page.getByRole('menuitem', { name: zh.project }).count()).toBe(0);

    await page.getByRole('link', { name: zh.backToParent }).click();

    await arrivesAt(page, '/dashboard/project');
    await page.getByRole('menuitem', { name: zh.project }).waitFor();
  });
});

describe('the exception page', () => {
  story('2.25 has the code and the message of its query, and a way back', async ({ open }) => {
    const page = await open('/exception?errorCode=40099&errorMessage=%E4%BC%A0%E6%84%9F%E5%99%A8%E8%BF%87%E7%83%AD', { as: developer });
    await page.getByText('传感器过热').first().waitFor();
    await page.getByText('40099').first().waitFor();

    await page
      .getByRole('link', { name: zh.home })
      .or(page.getByRole('button', { name: zh.home }))
      .first()
      .click();

    await arrivesAt(page, '/dashboard/project');
  });
});

describe('the base path', () => {
  story('2.26 is what the host page says', async ({ open, expectProblem }) => {
    expectProblem(/401/);
    const page = await open('/', {
      as: developer,
      before: (page) => page.addInitScript(() => Object.assign(window, { routerBase: '/console' })),
    });

    await arrivesAt(page, '/console/dashboard/project');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.evaluate(() => {
      localStorage.setItem('token', '');
      location.reload();
    });
    await arrivesAt(page, '/console/user/login');
    expect(where(page)).toContain(`redirect=${encodeURIComponent('/dashboard/project')}`);
  });
});
