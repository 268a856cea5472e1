import type { Page } from 'playwright-core';
import { contract } from '../../contract';
import { PASSWORD, type SignedIn } from '../support/served';
import { stage } from '../support/stage';
import { arrivesAt, where } from '../support/where';

const { story, server } = stage();
let developer: SignedIn;

beforeAll(async () => {
  developer = await server().signUp('Developer');
});

/** Another session of the same developer, to end without harm to the other stories. */
const anotherSession = () => server().call(contract.account.login, { body: { email: developer.user.email, password: PASSWORD } });

async function signIn(page: Page) {
  await page.getByLabel('邮箱').fill(developer.user.email);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

const kept = (page: Page) => page.evaluate(() => ({ token: localStorage.getItem('token'), name: localStorage.getItem('name') }));

describe('signing in', () => {
  story('keeps the token with the prefix Bearer, and the name', async ({ open }) => {
    const page = await open('/user/login');
    await signIn(page);

    await arrivesAt(page, '/dashboard/project');
    expect(await kept(page)).toEqual({ token: expect.stringMatching(/^Bearer \S+$/), name: 'Developer' });
  });

  story('goes back to where one wanted to be', async ({ open, expectProblem }) => {
    expectProblem(/401/);
    const page = await open('/account/settings');
    await arrivesAt(page, '/user/login');
    expect(where(page)).toContain(`redirect=${encodeURIComponent('/account/settings')}`);

    await signIn(page);

    await arrivesAt(page, '/account/settings');
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
  story('empties what was kept, ends the session and remembers where one was', async ({ open, served }) => {
    const session = await anotherSession();
    const page = await open('/account/center', { as: session });
    await page.getByRole('button', { name: developer.user.email }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();

    await arrivesAt(page, '/user/login');
    expect(where(page)).toContain(`redirect=${encodeURIComponent('/account/center')}`);
    expect(await kept(page)).toEqual({ token: '', name: '' });
    await expect(served.call(contract.account.current, {}, session.token)).rejects.toThrow();
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

  story('leads to sign-in when the console opens', async ({ open, expectProblem }) => {
    expectProblem(/401/);
    const page = await open('/dashboard/project', { as: { ...developer, token: 'not-a-token' } });

    await arrivesAt(page, '/user/login');
    expect(where(page)).toContain(`redirect=${encodeURIComponent('/dashboard/project')}`);
  });
});
