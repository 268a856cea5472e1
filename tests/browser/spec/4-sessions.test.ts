import type { Page } from 'playwright-core';
import { contract } from '../../../contract';
import { projectTexts } from '../../../src/locales/project';
import { eventually } from '../../support/eventually';
import { PASSWORD, type SignedIn } from '../../support/served';
import { stage } from '../../support/stage';
import { arrivesAt, where } from '../../support/where';

const { story, server } = stage();
const project = projectTexts['zh-CN'];
let developer: SignedIn;

beforeAll(async () => {
  developer = await server().signUp('Developer');
});

/** Creates another session of the same developer, so that ending it does not affect other stories. */
const anotherSession = () => server().call(contract.account.login, { body: { email: developer.user.email, password: PASSWORD } });

async function signIn(page: Page) {
  await page.getByLabel('邮箱').fill(developer.user.email);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

const kept = (page: Page) => page.evaluate(() => ({ token: localStorage.getItem('token'), name: localStorage.getItem('name') }));

describe('signing in', () => {
  story('4.5 keeps the token with the prefix Bearer, and the name', async ({ open }) => {
    const page = await open('/user/login');
    await signIn(page);

    await arrivesAt(page, '/dashboard/project');
    expect(await kept(page)).toEqual({ token: expect.stringMatching(/^Bearer \S+$/), name: 'Developer' });
  });

  story('in one tab is signing in in all of them, and so is signing out', async ({ open, expectProblem }) => {
    expectProblem(/401/);
    const page = await open('/user/login');
    const other = await page.context().newPage();
    await other.goto(new URL('/#/account/settings', page.url()).href);
    await arrivesAt(other, '/user/login');

    await signIn(page);
    await arrivesAt(other, '/account/settings');
    await page.getByRole('button', { name: developer.user.email }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await arrivesAt(other, '/user/login');
  });

  story('4.3 a page that is not public leads to it, and it goes back to where one wanted to be', async ({ open, expectProblem }) => {
    expectProblem(/401/);
    const page = await open('/account/settings');
    await arrivesAt(page, '/user/login');
    expect(where(page)).toContain(`redirect=${encodeURIComponent('/account/settings')}`);

    await signIn(page);

    await arrivesAt(page, '/account/settings');
  });

  story('is for all pages: after a look at the sign-in page the address of another one is still open', async ({ open }) => {
    const page = await open('/user/login', { as: await anotherSession() });
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    await page.evaluate(() => {
      location.hash = '/account/settings';
    });

    await page.getByRole('heading', { name: '个人设置' }).waitFor();
    expect(where(page)).toBe('/account/settings');
  });

  for (const elsewhere of ['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)']) {
    story(`does not lead away from the console to ${elsewhere}`, async ({ open }) => {
      const page = await open(`/user/login?redirect=${encodeURIComponent(elsewhere)}`);
      await signIn(page);

      await arrivesAt(page, '/dashboard/project');
    });
  }

  story('refuses a wrong password without leaving the page', async ({ open, expectProblem }) => {
    expectProblem(/401/);
    const page = await open('/user/login');
    await page.getByLabel('邮箱').fill(developer.user.email);
    await page.getByLabel('密码', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: '登录', exact: true }).click();

    await page.getByText(/邮箱或密码/).waitFor();
    expect(where(page)).toBe('/user/login');
    expect(await page.getByLabel('邮箱').inputValue()).toBe(developer.user.email);
  });
});

describe('signing out', () => {
  story('4.4 leads to sign-in with where one was; 4.5 empties what was kept, and ends the session', async ({ open, served }) => {
    const session = await anotherSession();
    const page = await open('/account/center', { as: session });
    await page.getByRole('button', { name: developer.user.email }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();

    await arrivesAt(page, '/user/login');
    expect(where(page)).toContain(`redirect=${encodeURIComponent('/account/center')}`);
    expect(await kept(page)).toEqual({ token: '', name: '' });
    // The page does not wait for the platform to end the session.
    await eventually(() =>
      served.call(contract.account.current, {}, session.token).then(
        () => false,
        () => true,
      ),
    );
  });
});

describe('a session that has ended', () => {
  story('leads to sign-in on the next call, once for all calls in flight', async ({ open, served, expectProblem }) => {
    expectProblem(/401/);
    const session = await anotherSession();
    const page = await open('/account/center', { as: session });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await served.call(contract.account.logout, {}, session.token);
    const places: string[] = [];
    page.on('framenavigated', () => places.push(where(page)));

    await page.evaluate(() => {
      location.hash = '#/dashboard/project';
    });

    await arrivesAt(page, '/user/login');
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    expect(where(page).match(/redirect=/g)).toHaveLength(1);
    expect(places.filter((place) => place.startsWith('/user/login'))).toHaveLength(1);
  });

  story('4.1 leads to sign-in when the console opens', async ({ open, expectProblem }) => {
    expectProblem(/401/);
    const page = await open('/dashboard/project', { as: { ...developer, token: 'not-a-token' } });

    await arrivesAt(page, '/user/login');
    expect(where(page)).toContain(`redirect=${encodeURIComponent('/dashboard/project')}`);
  });
});

describe('without a session', () => {
  story('4.2 five pages are public, and 4.1 nothing is asked about the user there', async ({ open }) => {
    const asked: string[] = [];
    const page = await open('/user/login', { before: async (page) => void page.on('request', (request) => asked.push(request.url())) });
    for (const path of ['login', 'register', 'register-result', 'reset-password', 'service-agreement']) {
      await page.evaluate((to) => {
        location.hash = `#/user/${to}`;
      }, path);
      await arrivesAt(page, `/user/${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }

    expect(asked.filter((url) => url.includes('currentUser'))).toEqual([]);
  });

  story('4.4 a redirect that is there already stays', async ({ open, expectProblem }) => {
    expectProblem(/401/);
    const page = await open('/user/login?redirect=%2Faccount%2Fcenter');
    await page.reload();
    await signIn(page);

    await arrivesAt(page, '/account/center');
  });
});

describe('a project', () => {
  story('4.6 is switched off and on by a call of its own, with id and status', async ({ open, served }) => {
    const { id } = await served.call(contract.application.create, { body: { name: '开关', categoryId: 1 } }, developer.token);
    const page = await open('/dashboard/project', { as: developer });
    await page.getByRole('switch', { name: project.switchOf('开关') }).click();
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.url().endsWith(`/v1/platform/application/${id}/switch`)),
      page.getByRole('button', { name: project.disable, exact: true }).click(),
    ]);

    expect(request.postDataJSON()).toEqual({ id, status: 'disabled' });
  });
});
