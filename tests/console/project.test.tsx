import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Share } from '@/components/Share';
import { speak } from '@/locales/language';
import ProjectPage from '@/pages/dashboard/project';
import { toast } from '@/utils/toast';
import { isAnythingUnsaved } from '@/utils/unsaved';
import { contract } from '../../contract';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo, network, outwait, where } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

// Preloads the lazy parts of the page.
beforeAll(() => import('@/pages/dashboard/project/ProjectDialog'));

let platform: TestPlatform;
let mine: Awaited<ReturnType<TestPlatform['signIn']>>;

beforeEach(async () => {
  platform = await startPlatform({ callbackAllowPrivate: true });
  mine = await platform.signIn();
  connectTo(platform, mine.token);
});
afterEach(() => {
  network.takes = async () => {};
  return platform.close();
});

const show = (path = '/dashboard/project') =>
  render(
    <At path={path} route="/dashboard/project">
      <ProjectPage />
    </At>,
  );
const make = async (name: string) => (await mine.call(contract.application.create, { body: { name, categoryId: 1 } })).data;
// In tests, antd gives all elements the same ID, so dialogs cannot be found by their accessible names.
const dialog = (title: string) =>
  waitFor(() => {
    const found = screen.getAllByRole('dialog').find((one) => within(one).queryAllByText(title).length > 0) as HTMLElement;
    expect(within(found).getAllByText(title)[0]).toBeVisible();
    return within(found);
  });
async function goWithout(user: ReturnType<typeof userEvent.setup>) {
  const question = await dialog('平台还没有回应，不等了吗？');
  await user.click(question.getByRole('button', { name: '不等了' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}
const card = (name: string) => screen.findByRole('article', { name });

test('the first project is made where there was none, its secret is shown once, and its card leads to its devices', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  show();

  await screen.findByRole('heading', { name: '创建第一个项目' });
  await user.click(screen.getByRole('button', { name: '新建项目' }));
  const form = await dialog('新建项目');
  await user.click(form.getByRole('button', { name: '创建项目' }));
  expect(await form.findByText('请填写此项')).toBeVisible();
  await user.type(form.getByLabelText('项目名称'), '生猪养殖一场');
  await user.click(form.getByRole('button', { name: '创建项目' }));

  const secret = await dialog('项目“生猪养殖一场”已创建');
  const { data } = await mine.call(contract.application.list);
  const { appKey } = data.list[0] as { appKey: string };
  expect(secret.getByText(new RegExp(`curl -u ${appKey}:\\S{43}`))).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(secret.getByRole('button', { name: '我已保存' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(within(await card('生猪养殖一场')).getByRole('link')).toHaveAttribute('href', `/dashboard/${appKey}/device`);
});

test('a name that is taken says so beside the field and keeps what was typed', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await make('生猪养殖一场');
  show();

  await user.click(await screen.findByRole('button', { name: '新建项目' }));
  const form = await dialog('新建项目');
  await user.type(form.getByLabelText('项目名称'), '生猪养殖一场');
  await user.type(form.getByLabelText('描述'), '二期');
  await user.click(form.getByRole('button', { name: '创建项目' }));

  expect(await form.findByText('项目名称已存在')).toBeVisible();
  expect(form.getByLabelText('项目名称')).toHaveValue('生猪养殖一场');
  expect(form.getByLabelText('描述')).toHaveValue('二期');
});

test('what somebody else has changed meanwhile stays, and is told before it is replaced', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const { id } = await make('仓储');
  const read = async () => (await mine.call(contract.application.read, { params: { id } })).data;
  const theirs = (name: string, description: string) =>
    mine.call(contract.application.update, { params: { id }, body: { name, description, categoryId: 1 } });
  show();
  await user.click(await screen.findByRole('button', { name: '仓储 的更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '编辑' }));
  const form = await dialog('编辑项目');
  const save = () => user.click(form.getByRole('button', { name: '保存' }));
  await user.type(form.getByLabelText('项目名称'), '一号');

  await theirs('仓储二号', '别处写的');
  await save();
  expect(await form.findByText('刚刚在别处改为“仓储二号”，再次保存会覆盖它')).toBeVisible();
  expect(form.getByLabelText('项目名称')).toHaveValue('仓储一号');
  expect(form.getByLabelText('描述')).toHaveValue('别处写的');
  expect(isAnythingUnsaved()).toBe(true);
  expect(await read()).toMatchObject({ name: '仓储二号' });

  await save();
  await waitFor(async () => expect(await read()).toMatchObject({ name: '仓储一号', description: '别处写的' }));
});

test('one whose answer nobody waited for is told of when it comes: its secret was never seen', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const notified = jest.spyOn(toast, 'lasting');
  show();
  await screen.findByRole('heading', { name: '创建第一个项目' });
  await user.click(screen.getByRole('button', { name: '新建项目' }));
  const form = await dialog('新建项目');
  await user.type(form.getByLabelText('项目名称'), '慢');
  const answer = await outwait(
    () => user.click(form.getByRole('button', { name: '创建项目' })),
    (method) => method === 'POST',
  );
  await user.click(form.getByRole('button', { name: /取.?消/ }));

  await goWithout(user);
  answer();
  await waitFor(() => expect(notified).toHaveBeenCalledWith(expect.stringMatching(/^慢：/), '有一个密钥没有显示'));
  expect(await card('慢')).toBeVisible();
});

test('a new secret that nobody waited for is told of when it comes: it was never seen', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const notified = jest.spyOn(toast, 'lasting');
  await make('楼宇');
  show();
  await user.click(within(await card('楼宇')).getByRole('button', { name: '楼宇 的更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '轮换密钥' }));
  const asked = await dialog('轮换“楼宇”的密钥');
  const answer = await outwait(
    () => user.click(screen.getByRole('button', { name: '生成新密钥' })),
    (_, url) => url.endsWith('/secret'),
  );
  await user.click(asked.getByRole('button', { name: /取.?消/ }));

  await goWithout(user);
  answer();
  await waitFor(() => expect(notified).toHaveBeenCalledWith(expect.stringMatching(/^楼宇：/), '有一个密钥没有显示'));
});

test('what is typed while it is being saved stays when it is refused', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const { id } = await make('仓储');
  await make('另一个');
  show();
  await user.click(await screen.findByRole('button', { name: '仓储 的更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '编辑' }));
  const form = await dialog('编辑项目');
  await user.clear(form.getByLabelText('项目名称'));
  await user.type(form.getByLabelText('项目名称'), '另一个');
  let answer = () => {};
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  network.takes = (method, url) => (method === 'GET' && url.endsWith(`/${id}`) ? slow : Promise.resolve());
  await user.click(form.getByRole('button', { name: '保存' }));
  await user.type(form.getByLabelText('描述'), '很长的描述');
  answer();

  expect(await form.findByText('项目名称已存在')).toBeVisible();
  expect(form.getByLabelText('描述')).toHaveValue('很长的描述');
});

test('a few of very many are neither none nor more than they are', () => {
  const ring = (part: number, whole: number) => {
    const { container, unmount } = render(<Share shape="ring" part={part} whole={whole} label="在线" />);
    const text = container.textContent;
    unmount();
    return text;
  };
  const parts: [number, number][] = [
    [0, 5207],
    [1, 5207],
    [52, 5207],
    [53, 5207],
    [2600, 5200],
    [5206, 5207],
    [5207, 5207],
    [0, 0],
  ];
  expect(parts.map(([part, whole]) => ring(part, whole))).toEqual(['0%', '<1%', '<1%', '1%', '50%', '>99%', '100%', '']);
});

test('switching off is asked first and says what it does; switching on is not', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const { id } = await make('仓储');
  const status = async () => (await mine.call(contract.application.read, { params: { id } })).data.status;
  show();

  await user.click(within(await card('仓储')).getByRole('switch'));
  const question = await dialog('停用“仓储”？');
  expect(question.getByText(/设备都无法连接/)).toBeVisible();
  await user.click(question.getByRole('button', { name: '停用项目' }));
  await waitFor(async () => expect(await status()).toBe('disabled'));

  expect(await screen.findByText('已停用')).toBeVisible();
  await user.click(within(await card('仓储')).getByRole('switch'));
  await waitFor(async () => expect(await status()).toBe('enabled'));
});

test('a project is deleted by typing its name', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const { appKey } = await make('老项目');
  await mine.call(contract.device.createMany, { params: { appKey }, body: { devices: [{ sn: 'A' }, { sn: 'B' }] } });
  await mine.call(contract.webhook.save, { params: { appKey }, body: { url: 'http://127.0.0.1:65000/' } });
  await mine.call(contract.webhook.test, { params: { appKey }, body: {} });
  show();

  await user.click(within(await card('老项目')).getByRole('button', { name: '老项目 的更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '删除' }));
  const question = await dialog('删除“老项目”？');
  expect(await question.findByText('项目的 2 台设备、1 条回调记录和设置会一起删除，无法恢复。')).toBeVisible();
  const submit = question.getByRole('button', { name: '删除项目' });
  expect(submit).toBeDisabled();
  await user.type(question.getByLabelText(/请输入项目名称/), '老项目');
  await user.click(submit);

  expect(await screen.findByRole('heading', { name: '创建第一个项目' })).toBeVisible();
});

test('a callback that is switched off is told of on the card, and leads to its settings', async () => {
  const { appKey } = await make('仓储');
  await make('气象站');
  const params = { appKey };
  await mine.call(contract.webhook.save, { params, body: { url: 'http://127.0.0.1:3000/callback' } });
  await mine.call(contract.webhook.switch, { params, body: { status: 'disabled' } });
  show();

  const off = within(await card('仓储')).getByRole('link', { name: '回调已停用' });
  expect(off).toHaveAttribute('href', `/dashboard/${appKey}/consumer`);
  expect(within(await card('气象站')).queryByText('回调已停用')).not.toBeInTheDocument();
});

test('search and state are in the URL, and what matches nothing can be cleared', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await make('仓储');
  await make('冷链');
  show('/dashboard/project?keyword=仓');

  expect(await card('仓储')).toBeVisible();
  expect(screen.queryByRole('article', { name: '冷链' })).not.toBeInTheDocument();
  await user.type(screen.getByRole('searchbox'), '库');
  await user.click(await screen.findByRole('button', { name: '清除筛选' }));

  expect(await card('冷链')).toBeVisible();
  expect(where()).toBe('/dashboard/project');
});

test('a new secret leaves the old one valid for as long as chosen', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const { appKey, appSecret } = await make('楼宇');
  const withSecret = (secret: string) =>
    platform.call(contract.device.list, { params: { appKey }, query: {} }, { authorization: `Basic ${btoa(`${appKey}:${secret}`)}` });
  show();

  await user.click(within(await card('楼宇')).getByRole('button', { name: '楼宇 的更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '轮换密钥' }));
  await user.click(await screen.findByText('立即失效'));
  await user.click(screen.getByRole('button', { name: '生成新密钥' }));

  await dialog('新密钥已生成');
  expect(screen.getByText('旧密钥已失效。')).toBeVisible();
  const [, secret = ''] = screen.getByText(/curl -u/).textContent?.match(/:(\S{43})/) ?? [];
  expect((await withSecret(secret)).status).toBe(200);
  expect((await withSecret(appSecret)).status).toBe(401);
  // In English, it also asks for answers in English.
  expect(screen.getByText(/curl -u/)).not.toHaveTextContent('Accept-Language');
  act(() => speak('en-US'));
  expect(screen.getByText(/curl -u/)).toHaveTextContent("-H 'Accept-Language: en-US'");
  act(() => speak('zh-CN'));
});

test('an address that filters by what does not exist shows the list', async () => {
  await make('仓库');
  show(`/dashboard/project?status=bogus&keyword=${'a'.repeat(100)}`);
  expect(await card('仓库')).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveValue('');
});
