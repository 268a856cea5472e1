import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeLeaving } from '@/components/useLeaving';
import { session } from '@/services/token';
import { isAnythingUnsaved } from '@/utils/unsaved';
import { contract } from '../../contract';
import { openConsole } from '../support/console';
import { startPlatform, type TestPlatform } from '../support/platform';

jest.mock('@umijs/max', () => require('../support/console'));

let platform: TestPlatform;
let mine: Awaited<ReturnType<TestPlatform['signIn']>>;
let user: ReturnType<typeof userEvent.setup>;

beforeEach(async () => {
  user = userEvent.setup();
  platform = await startPlatform();
  mine = await platform.signIn('lan@example.com');
});
afterEach(() => platform.close());

describe('the personal center', () => {
  beforeEach(() => openConsole(platform, '/account/center', mine.token));

  test('changes the name, everywhere it is shown', async () => {
    const name = screen.getByLabelText('姓名');
    await user.clear(name);
    await user.type(name, ' 兰工 ');
    const gone = jest.fn();
    act(() => beforeLeaving(gone));
    await user.click(await screen.findByRole('button', { name: '继续填写' }));
    expect(gone).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '保存' }));

    expect(await screen.findByText('已保存')).toBeVisible();
    await waitFor(() => expect(isAnythingUnsaved()).toBe(false));
    await act(async () => {});
    act(() => beforeLeaving(gone));
    expect(gone).toHaveBeenCalled();
    expect(screen.getByRole('heading', { name: '兰工' })).toBeVisible();
    expect(name).toHaveValue('兰工');
    expect(localStorage.getItem('name')).toBe('兰工');
    expect((await mine.call(contract.account.current)).data.name).toBe('兰工');
  });

  test('takes an image for the avatar, and gives back the generated one', async () => {
    const png = new File([Uint8Array.from([137, 80, 78, 71])], 'me.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('头像'), png);
    await user.click(await screen.findByRole('button', { name: '使用生成的图案' }));
    await waitFor(async () => expect((await mine.call(contract.account.current)).data.avatar).toBe(''));
  });

  test('refuses an image that is too large before it is sent', async () => {
    const large = new File([new Uint8Array(1_000_001)], 'me.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('头像'), large);
    expect(await screen.findByText('图片为 1.1 MB，不能超过 1 MB')).toBeVisible();
  });
});

describe('the personal settings', () => {
  const signInAgain = (userAgent: string) =>
    platform.call(contract.account.login, { body: { email: mine.email, password: mine.password } }, { 'user-agent': userAgent });
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const EDGE = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0';

  test('change the password, which signs out everybody else', async () => {
    const { data } = await signInAgain(FIREFOX);
    await openConsole(platform, '/account/settings', mine.token);
    expect(await screen.findByText(/Firefox/)).toBeVisible();
    await user.type(screen.getByLabelText('当前密码'), 'not-my-password');
    await user.type(screen.getByLabelText('新密码'), 'green-contour-42{Enter}');
    expect(await screen.findByText('当前密码不正确')).toBeVisible();

    await user.clear(screen.getByLabelText('当前密码'));
    await user.type(screen.getByLabelText('当前密码'), mine.password);
    await user.clear(screen.getByLabelText('新密码'));
    await user.type(screen.getByLabelText('新密码'), `${mine.password}{Enter}`);
    expect(await screen.findByText('新密码不能与当前密码相同')).toBeVisible();

    await user.clear(screen.getByLabelText('新密码'));
    await user.type(screen.getByLabelText('新密码'), 'green-contour-42{Enter}');

    expect(await screen.findByText(/密码已修改/)).toBeVisible();
    expect(screen.getByLabelText('新密码')).toHaveValue('');
    await waitFor(() => expect(screen.queryByText(/Firefox/)).not.toBeInTheDocument());
    const other = await platform.call(contract.account.current, {}, { authorization: `Bearer ${data.token}` });
    expect(other.status).toBe(401);
  });

  test('list where one is signed in, and end one or all others after a question', async () => {
    for (const browser of [FIREFOX, EDGE]) await signInAgain(browser);
    await openConsole(platform, '/account/settings', mine.token);

    await user.click(await screen.findByRole('button', { name: '退出 Linux 上的 Firefox 140' }));
    const question = within(await screen.findByRole('dialog', { name: '退出这个登录？' }));
    await user.click(question.getByRole('button', { name: '退出' }));
    await waitFor(() => expect(screen.queryByText('Linux 上的 Firefox 140')).not.toBeInTheDocument());
    expect(screen.getByText('Windows 上的 Edge 141')).toBeInTheDocument();
    expect(screen.getByText('当前')).toBeInTheDocument();
    expect((await mine.call(contract.account.sessions)).data.list).toHaveLength(2);
  });

  test('list the sign-in of who has signed in again on this page as the present one', async () => {
    await openConsole(platform, '/account/settings', mine.token);
    await screen.findByText('当前');
    const { data } = await signInAgain(FIREFOX);
    act(() => session.open(data.token, data.user.name));
    await waitFor(() => expect(screen.getByText('当前').closest('li')).toHaveTextContent('Linux 上的 Firefox 140'));
  });

  test('close the account, once its projects are gone', async () => {
    const other = await platform.signIn('wei@example.com');
    const { data: project } = await other.call(contract.application.create, { body: { name: '仓储', categoryId: 1 } });
    await openConsole(platform, '/account/settings', other.token);
    await user.click(await screen.findByRole('button', { name: '注销账户' }));
    const close = () => user.click(screen.getByRole('button', { name: '注销我的账户' }));
    const password = screen.getByLabelText('输入密码以确认注销');
    await user.type(password, 'nonsense');
    await close();
    expect(await screen.findByText('当前密码不正确')).toBeVisible();
    await user.clear(password);
    await user.type(password, other.password);
    await close();
    expect(await screen.findByText('您还有 1 个项目，请先在“项目管理”中删除')).toBeVisible();

    await other.call(contract.application.remove, { params: { id: project.id } });
    await close();
    await waitFor(() => expect(localStorage.getItem('token')).toBe(''));
    const body = { email: other.email, password: other.password };
    expect((await platform.call(contract.account.login, { body })).status).toBe(401);
  });

  test('do not close the admin’s account', async () => {
    await openConsole(platform, '/account/settings', mine.token);
    expect(await screen.findByText('管理员账户负责发布版本，不能注销。')).toBeVisible();
    expect(screen.queryByRole('button', { name: '注销账户' })).toBeNull();
  });

  test('change the language', async () => {
    await openConsole(platform, '/account/settings', mine.token);
    await user.click(screen.getByRole('radio', { name: 'English' }));
    expect(await screen.findByRole('heading', { name: 'Personal settings' })).toBeVisible();
    expect(localStorage.getItem('language')).toBe('en-US');
  });
});
