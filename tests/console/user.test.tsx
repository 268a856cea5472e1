import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contract } from '../../contract';
import { openConsole, where } from '../support/console';
import { startPlatform, type TestPlatform } from '../support/platform';

jest.mock('@umijs/max', () => require('../support/console'));

let platform: TestPlatform;
afterEach(() => platform.close());

const field = (name: string) => screen.getByLabelText(name);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const noteOf = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-describedby') ?? '');

describe('registering', () => {
  beforeEach(async () => {
    platform = await startPlatform();
  });

  test('the first account becomes the admin, and can sign in', async () => {
    const user = userEvent.setup();
    await openConsole(platform, '/user/login');
    const hint = within(await screen.findByText(/第一个注册的账户将成为管理员/));
    await user.click(hint.getByRole('link', { name: '立即注册' }));
    expect(await screen.findByText(/此账户将成为平台的管理员/)).toBeVisible();

    await user.type(field('邮箱'), 'lan@example.com');
    await user.type(field('密码'), 'blue-contour-42');
    await user.type(field('姓名'), '兰工');
    await user.click(screen.getByRole('checkbox', { name: '我已阅读并同意' }));
    await press('注册');

    expect(await screen.findByText(/账户 lan@example.com 已可使用/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: '立即登录' }));
    await waitFor(() => expect(field('邮箱')).toHaveValue('lan@example.com'));
    expect(field('密码')).toHaveFocus();
    await user.keyboard('blue-contour-42{Enter}');

    await waitFor(() => expect(where()).toBe('/dashboard/project'));
    expect(localStorage.getItem('name')).toBe('兰工');
  });

  test('what is wrong is said beside its field, and nothing typed is lost', async () => {
    const user = userEvent.setup();
    await platform.call(contract.account.register, { body: { email: 'lan@example.com', password: 'blue-contour-42' } });
    await openConsole(platform, '/user/register');
    await press('注册');
    await waitFor(() => expect(noteOf(field('邮箱'))).toHaveTextContent('请填写此项'));
    expect(noteOf(field('密码'))).toHaveTextContent('请填写此项');
    expect(screen.getByText('请先阅读并同意服务协议')).toBeVisible();
    expect(field('邮箱')).toHaveFocus();

    await user.type(field('邮箱'), 'lan@example.com');
    await user.type(field('密码'), 'lan@example.com');
    await user.click(screen.getByRole('checkbox'));
    await press('注册');
    await waitFor(() => expect(noteOf(field('密码'))).toHaveTextContent('太常见或与邮箱相同'));

    await user.clear(field('密码'));
    await user.type(field('密码'), 'green-contour-42');
    await user.type(field('姓名'), '  ');
    expect(screen.getByText('很强')).toBeVisible();
    await press('注册');
    await waitFor(() => expect(noteOf(field('邮箱'))).toHaveTextContent('该邮箱已注册'));
    expect(field('密码')).toHaveValue('green-contour-42');
    expect(screen.getAllByText('该邮箱已注册')).toHaveLength(1);
  });

  test('the agreement can be read from there', async () => {
    await openConsole(platform, '/user/register');
    await press('《开发者服务协议》');
    const dialog = within(await screen.findByRole('dialog', { name: '开发者服务协议' }));
    await userEvent.click(dialog.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

test('registration that is closed says so', async () => {
  platform = await startPlatform({ registration: 'closed' });
  await openConsole(platform, '/user/register');
  expect(await screen.findByRole('heading', { name: '注册已关闭' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '注册' })).not.toBeInTheDocument();
});

describe('signing in', () => {
  beforeEach(async () => {
    platform = await startPlatform();
    await platform.signIn('lan@example.com');
  });

  test('a wrong password is said beside it, in the words of an unknown email', async () => {
    const user = userEvent.setup();
    await openConsole(platform, '/user/login');
    for (const email of ['lan@example.com', 'nobody@example.com']) {
      await user.clear(field('邮箱'));
      await user.type(field('邮箱'), email);
      await user.clear(field('密码'));
      await user.type(field('密码'), 'wrong-contour-1{Enter}');
      await waitFor(() => expect(noteOf(field('密码'))).toHaveTextContent('邮箱或密码不正确'));
    }
  });

  test('what was refused in one language is not left standing in another', async () => {
    const user = userEvent.setup();
    await openConsole(platform, '/user/login');
    await user.type(field('邮箱'), 'nobody@example.com');
    await user.type(field('密码'), 'wrong-contour-42{Enter}');
    await screen.findByText('邮箱或密码不正确');

    await user.click(screen.getByRole('button', { name: 'English' }));
    expect(screen.queryByText('邮箱或密码不正确')).toBeNull();
    expect(field('Password')).toHaveValue('wrong-contour-42');
  });

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/user/login', '/nowhere'])(
    'a redirect to %s leads to the projects',
    async (redirect) => {
      const user = userEvent.setup();
      await openConsole(platform, `/user/login?${new URLSearchParams({ redirect })}`);
      await user.type(field('邮箱'), 'lan@example.com');
      await user.type(field('密码'), 'blue-contour-42{Enter}');
      await waitFor(() => expect(where()).toBe('/dashboard/project'));
    },
  );

  test('the password can be looked at', async () => {
    await openConsole(platform, '/user/login');
    await press('显示密码');
    expect(field('密码')).toHaveAttribute('type', 'text');
    await press('隐藏密码');
    expect(field('密码')).toHaveAttribute('type', 'password');
  });

  test('the same page has the agreement open on it at /doc/protocol', async () => {
    const { token } = await platform.signIn();
    await openConsole(platform, '/doc', token);
    expect(where()).toBe('/doc/protocol');
    const dialog = within(await screen.findByRole('dialog', { name: '开发者服务协议' }));
    await userEvent.click(dialog.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(where()).toBe('/dashboard/project'));
  });
});

test('resetting a password asks for a code, and says where it goes without mail', async () => {
  const user = userEvent.setup();
  platform = await startPlatform();
  await openConsole(platform, '/user/reset-password');
  expect(await screen.findByText(/outbox/)).toBeVisible();

  await press('获取验证码');
  await waitFor(() => expect(noteOf(field('邮箱'))).toHaveTextContent('请填写此项'));
  await user.type(field('邮箱'), 'nobody@example.com');
  await press('获取验证码');
  expect(await screen.findByText(/如果 nobody@example.com 已注册/)).toBeVisible();
  expect(screen.getByRole('button', { name: /秒后重发/ })).toBeDisabled();
  // Another address need not wait, as that of a mail that never came; the same one has to.
  const email = field('邮箱');
  await user.type(email, 'x');
  expect(screen.getByRole('button', { name: '获取验证码' })).toBeEnabled();
  await user.type(email, '{Backspace}');
  expect(screen.getByRole('button', { name: /秒后重发/ })).toBeDisabled();

  await user.type(field('验证码'), '000000');
  await user.type(field('新密码'), 'green-contour-42{Enter}');
  await waitFor(() => expect(noteOf(field('验证码'))).toHaveTextContent('验证码不正确或已失效'));
});
