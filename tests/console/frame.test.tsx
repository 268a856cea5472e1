import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { guideSecrets } from '@/services/guide-secrets';
import { session } from '@/services/token';
import { FOCUS_REFRESH_MS } from '../../config/defaults';
import { contract } from '../../contract';
import { openConsole, where } from '../support/console';
import { startPlatform, type TestPlatform } from '../support/platform';

jest.mock('@umijs/max', () => require('../support/console'));

let platform: TestPlatform;
let admin: Awaited<ReturnType<TestPlatform['signIn']>>;
let developer: typeof admin;

beforeEach(async () => {
  platform = await startPlatform();
  admin = await platform.signIn('admin@example.com');
  developer = await platform.signIn('dev@example.com');
});
afterEach(() => platform.close());

const menu = () => within(screen.getByRole('navigation', { name: '菜单' }));
const entries = () =>
  menu()
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
const makeProject = async (name: string) => (await developer.call(contract.application.create, { body: { name, categoryId: 1 } })).data;

describe('without a session', () => {
  test('a page leads to sign-in, which leads back to it', async () => {
    const user = userEvent.setup();
    await openConsole(platform, '/account/center?tab=1');
    expect(where()).toBe('/user/login?redirect=/account/center?tab=1');

    await user.type(screen.getByLabelText('邮箱'), developer.email);
    await user.type(screen.getByLabelText('密码'), `${developer.password}{Enter}`);

    expect(await screen.findByRole('heading', { name: '个人中心' })).toBeVisible();
    expect(where()).toBe('/account/center?tab=1');
    expect(localStorage.getItem('token')).toMatch(/^Bearer \S+/);
    expect(localStorage.getItem('name')).toBe('dev');
  });

  test.each(['/user/login', '/user/register', '/user/register-result', '/user/reset-password', '/user/service-agreement'])(
    '%s is open to anyone',
    async (path) => {
      await openConsole(platform, path);
      expect(where()).toBe(path);
    },
  );

  test('the protocol is not', async () => {
    await openConsole(platform, '/doc/protocol');
    expect(where()).toBe('/user/login?redirect=/doc/protocol');
  });
});

describe('a session that ends', () => {
  // Preloads lazy parts.
  beforeAll(() => Promise.all([import('@/pages/dashboard/project/ProjectDialog'), import('@/runtime/SignInAgain')]));

  async function begin() {
    const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
    await openConsole(platform, '/dashboard/project', developer.token);
    await screen.findByRole('heading', { name: '创建第一个项目' });
    await user.click(screen.getByRole('button', { name: '新建项目' }));
    return { user, name: await screen.findByLabelText('项目名称'), submit: await screen.findByRole('button', { name: '创建项目' }) };
  }

  test('leaves what was typed where it is: after the password one goes on', async () => {
    const { user, name, submit } = await begin();
    await user.type(name, '仓储');
    await developer.call(contract.account.logout);
    await user.click(submit);

    const password = await screen.findByLabelText(/的密码$/);
    await user.type(password, `${developer.password}{Enter}`);
    await waitFor(() => expect(password).not.toBeInTheDocument());
    expect(name).toHaveValue('仓储');
    await user.click(submit);
    expect(await screen.findByRole('button', { name: '我已保存' })).toBeInTheDocument();
  });

  test('leads to sign-in where nothing was typed, or where what was is saved', async () => {
    const { user, name, submit } = await begin();
    await user.type(name, '仓储');
    await user.click(submit);
    await user.click(await screen.findByRole('button', { name: '我已保存' }));
    await waitFor(() => expect(name).not.toBeInTheDocument());
    act(() => session.close('over'));
    await waitFor(() => expect(where()).toBe('/user/login?redirect=/dashboard/project'));
  });

  test('and a reload ask where a secret of the guide is not kept yet, and so does signing out', async () => {
    const { user } = await begin();
    await user.keyboard('{Escape}');
    const reload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(reload()).toBe(false);

    guideSecrets.set('a-project', 'whsec_secret');
    expect(reload()).toBe(true);
    await user.click(screen.getByRole('button', { name: /dev@example.com/ }));
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }));
    await user.click(await screen.findByRole('button', { name: '返回保存' }));
    act(() => session.close('over'));
    expect(await screen.findByLabelText(/的密码$/)).toBeInTheDocument();
    expect(guideSecrets.size).toBe(1);

    act(() => session.close());
    await waitFor(() => expect(where()).toBe('/user/login?redirect=/dashboard/project'));
    expect(guideSecrets.size).toBe(0);
  });

  test('and somebody else who signs in in another tab closes what was typed, which is told', async () => {
    const { user, name } = await begin();
    await user.type(name, '仓储');
    const token = `Bearer ${admin.token}`;
    localStorage.setItem('token', token);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token })));
    expect(await screen.findByText(/^另一个标签页登录了 .*，dev@example.com 在这一页上未保存的内容已丢失$/)).toBeInTheDocument();
    await waitFor(() => expect(name).not.toBeInTheDocument());
  });

  test('is asked about where another tab has something that is not saved', async () => {
    const { user } = await begin();
    await user.keyboard('{Escape}');
    const otherTab = new BroadcastChannel('unsaved');
    let isTyped = true;
    otherTab.addEventListener('message', ({ data }) => data === 'asked' && isTyped && otherTab.postMessage('held'));
    const signOut = async () => {
      await user.click(screen.getByRole('button', { name: /dev@example.com/ }));
      await user.click(await screen.findByRole('menuitem', { name: '退出登录' }));
    };
    await signOut();
    await user.click(await screen.findByRole('button', { name: '先去保存' }));
    expect(where()).toBe('/dashboard/project');

    isTyped = false;
    await waitFor(() => expect(screen.queryByRole('button', { name: '先去保存' })).toBeNull());
    await signOut();
    await waitFor(() => expect(where()).toBe('/user/login?redirect=/dashboard/project'));
    otherTab.close();
  });

  test('because one signed out in another tab leaves nothing to look at in this one', async () => {
    const { user, name } = await begin();
    await user.type(name, '仓储');
    localStorage.setItem('token', '');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: '' })));
    await waitFor(() => expect(where()).toBe('/user/login?redirect=/dashboard/project'));
    expect(name).not.toBeInTheDocument();
    expect(await screen.findByText(/^您在另一个标签页退出了登录/)).toBeInTheDocument();
  });
});

describe('the menu', () => {
  test('of a developer has the projects, of the admin the versions too', async () => {
    await openConsole(platform, '/account/center', developer.token);
    expect(entries()).toEqual(['项目管理']);

    await openConsole(platform, '/account/center', admin.token);
    expect(entries()).toEqual(['项目管理', '版本管理']);
  });

  test('inside a project has its three pages and the way back to the parent', async () => {
    const user = userEvent.setup();
    const { appKey } = await makeProject('气象站');
    await openConsole(platform, `/dashboard/${appKey}/consumer`, developer.token);

    expect(entries()).toEqual(['设备管理', '回调设置', '回调记录']);
    expect(document.querySelectorAll('nav .anticon-smile')).toHaveLength(3);
    await user.click(menu().getByRole('link', { name: '返回上级' }));

    await waitFor(() => expect(entries()).toEqual(['项目管理']));
    expect(where()).toBe('/dashboard/project');
  });
});

describe('inside a project', () => {
  test('its name, state and appKey stand above the page, with a way to another', async () => {
    const user = userEvent.setup();
    const { appKey } = await makeProject('气象站');
    const other = await makeProject('仓库');
    await openConsole(platform, `/dashboard/${appKey}/call-record`, developer.token);

    const switcher = await screen.findByRole('button', { name: '切换项目 气象站' });
    expect(screen.getByText('已启用')).toBeVisible();
    expect(screen.getByText(appKey)).toBeVisible();
    await user.click(switcher);
    await user.click(await screen.findByRole('menuitem', { name: '仓库' }));

    expect(await screen.findByRole('button', { name: '切换项目 仓库' })).toBeVisible();
    expect(where()).toBe(`/dashboard/${other.appKey}/call-record`);
  });

  test("somebody else's project does not exist", async () => {
    const { appKey } = await makeProject('气象站');
    await openConsole(platform, `/dashboard/${appKey}/consumer`, admin.token);

    expect(await screen.findByRole('heading', { name: '没有找到这个项目' })).toBeVisible();
    expect(screen.getByRole('link', { name: '返回项目列表' })).toHaveAttribute('href', '/dashboard/project');
  });
});

describe('the user menu', () => {
  test('a name that was given in another browser is known when one comes back to the window', async () => {
    await openConsole(platform, '/account/center', developer.token);
    await screen.findByRole('heading', { name: 'dev' });
    await developer.call(contract.account.update, { body: { name: '王小明' } });
    const later = Date.now() + FOCUS_REFRESH_MS;
    const now = jest.spyOn(Date, 'now').mockReturnValue(later);
    act(() => void window.dispatchEvent(new Event('focus')));
    now.mockRestore();
    expect(await screen.findByRole('heading', { name: '王小明' })).toBeVisible();
    expect(localStorage.getItem('name')).toBe('王小明');
  });

  test('shows the email and signs out here and at the platform', async () => {
    const user = userEvent.setup();
    await openConsole(platform, '/account/center', developer.token);
    await user.click(screen.getByRole('button', { name: '账户菜单 dev@example.com' }));
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }));

    expect(await screen.findByRole('button', { name: '登录' })).toBeVisible();
    expect(where()).toBe('/user/login?redirect=/account/center');
    expect([localStorage.getItem('token'), localStorage.getItem('name')]).toEqual(['', '']);
    await waitFor(async () => expect((await developer.call(contract.account.current)).status).toBe(401));
  });

  test('speaks the other language at once, in the title of the window too', async () => {
    const user = userEvent.setup();
    await openConsole(platform, '/account/center', developer.token);
    expect(document.title).toBe('个人中心 - 物联网基础平台');

    await user.click(screen.getByRole('button', { name: 'English' }));

    expect(await screen.findByRole('heading', { name: 'Personal center' })).toBeVisible();
    expect(document.title).toBe('Personal center - IoT base platform');
    expect(screen.getByRole('link', { name: 'Documentation' })).toHaveAttribute('target', '_blank');
  });
});

describe('what cannot be shown', () => {
  test('the versions are forbidden to a developer', async () => {
    await openConsole(platform, '/packet', developer.token);
    expect(await screen.findByRole('heading', { name: '没有权限访问此页面' })).toBeVisible();
  });

  test.each(['/nowhere', '/dashboard/nowhere', '/dashboard/key/nowhere/else', '/user/nowhere', '/user'])(
    '%s does not exist',
    async (path) => {
      await openConsole(platform, path, developer.token);
      expect(await screen.findByRole('heading', { name: /没有找到/ })).toBeVisible();
    },
  );

  test('an exception says its code and message', async () => {
    await openConsole(platform, '/exception?errorCode=50001&errorMessage=炸了', developer.token);
    expect(within(await screen.findByRole('alert')).getByText('错误码 50001')).toBeVisible();
    expect(screen.getByRole('heading', { name: '炸了' })).toBeVisible();
  });

  test.each([
    ['/refresh?to=/account/settings', '/account/settings'],
    ['/refresh', '/dashboard/project'],
    ['/refresh?to=//evil.example/', '/dashboard/project'],
  ])('%s leads to %s', async (path, to) => {
    await openConsole(platform, path, developer.token);
    expect(where()).toBe(to);
  });
});

test('a session that has expired leads to sign-in once, however many calls are in flight', async () => {
  await openConsole(platform, '/account/settings', developer.token);
  await developer.call(contract.account.logout);
  const { api, forgetReads } = await import('@/services/api');
  forgetReads();

  await act(async () => {
    const calls = [api.account.sessions(), api.application.list({ query: {} }), api.account.current()];
    expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  expect(await screen.findByRole('button', { name: '登录' })).toBeVisible();
  expect(where()).toBe('/user/login?redirect=/account/settings');
  expect(screen.queryByText('请先登录')).not.toBeInTheDocument();
});

test('being offline and online again is said', async () => {
  await openConsole(platform, '/user/login');
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText('当前处于离线状态')).toBeVisible();

  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('网络已恢复')).toBeVisible();
});
