import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import ImportDrawer from '@/pages/dashboard/device/import/ImportDrawer';
import { session } from '@/services/token';
import { contract } from '../../contract';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo, history, network } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));
jest.mock('@/pages/dashboard/device/import/remote-sheet', () => require('../support/sheet'));
jest.mock('@/utils/save', () => ({ save: (file: Blob, name: string) => saved.set(name, file) }));

const saved = new Map<string, Blob>();
let platform: TestPlatform;
let mine: Awaited<ReturnType<TestPlatform['signIn']>>;
let appKey: string;
const closed = jest.fn();
const isBatch = (url: string) => url.endsWith('/device/batch');

beforeEach(async () => {
  saved.clear();
  closed.mockClear();
  network.loses = () => false;
  platform = await startPlatform();
  mine = await platform.signIn();
  connectTo(platform, mine.token);
  appKey = (await mine.call(contract.application.create, { body: { name: '一场', categoryId: 1 } })).data.appKey;
});
afterEach(() => platform.close());

async function choose(text: string) {
  render(
    <At path="/" route="/">
      <ImportDrawer appKey={appKey} onImported={() => {}} onClosed={closed} />
    </At>,
  );
  const file = new File([text], '设备.csv', { type: 'text/csv' });
  file.arrayBuffer = async () => new TextEncoder().encode(text).buffer as ArrayBuffer;
  fireEvent.change(await screen.findByLabelText('选择文件', { selector: 'input' }), { target: { files: [file] } });
}
/** Imports A and B with a lost answer, although the platform has created both. Later answers arrive. */
async function importUnanswered(user: UserEvent) {
  network.loses = isBatch;
  await choose('sn\nA\nB');
  await user.click(await screen.findByRole('button', { name: '导入 2 台设备' }));
  expect(await screen.findByRole('heading', { name: '导入已暂停：与平台的连接中断' })).toBeVisible();
  network.loses = () => false;
}
async function signInAgain() {
  const { email, password } = mine;
  const { data } = await platform.call(contract.account.login, { body: { email, password } });
  session.open(data.token, data.user.name);
}
const total = async () => (await mine.call(contract.device.list, { params: { appKey }, query: {} })).data.total;
async function textOf(name: string) {
  await waitFor(() => expect(saved.has(name)).toBe(true));
  return new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(saved.get(name) as Blob);
  });
}

test('bad rows say why and stay out, good rows come in, secrets and failed rows are handed over', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await mine.call(contract.device.create, { params: { appKey }, body: { sn: 'OLD' } });
  await choose('序列号,名称\nA,=1号猪舍\nB C,坏\nA,又一个\nOLD,=已有\n,缺号');

  expect(await screen.findByText('序列号与第 2 行重复')).toBeVisible();
  expect(screen.getByText('缺少序列号')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '导入 2 台设备' }));

  expect(await screen.findByRole('heading', { name: '已导入 1 台设备，4 行未导入' })).toBeVisible();
  expect(await screen.findByText('该序列号已存在')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '下载未导入的行' }));
  expect(await textOf('未导入的设备.csv')).toContain("OLD,'=已有,,,该序列号已存在");

  await user.click(screen.getByText('关闭'));
  const question = within((await screen.findByText('还没有下载密钥，确定关闭吗？')).closest('[role=dialog]') as HTMLElement);
  await user.click(question.getByRole('button', { name: '返回下载' }));
  expect(closed).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: '下载密钥文件' }));
  expect(await textOf('设备密钥-一场.csv')).toMatch(/^sn,secret\r\nA,\S{43}\r\n$/);
  await user.click(await screen.findByText('关闭'));
  await waitFor(() => expect(closed).toHaveBeenCalled());
});

test('a file that cannot be understood imports nothing and says what is wrong', async () => {
  await choose('name,remark\nA,B');
  expect(await screen.findByRole('alert')).toHaveTextContent('表头里没有“sn”或“序列号”一列。读到的表头是：name, remark');
  expect(screen.queryByRole('button', { name: /^导入/ })).not.toBeInTheDocument();
});

test('an answer lost on the way pauses the import; going on counts what it had created, and gives it new secrets', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await importUnanswered(user);
  expect(await total()).toBe(2);
  await user.click(screen.getByRole('button', { name: '继续导入' }));

  expect(await screen.findByRole('heading', { name: '已导入 2 台设备' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: '补发 2 个密钥' }));
  await user.click(await screen.findByRole('button', { name: '下载密钥文件' }));
  expect(await textOf('设备密钥-一场.csv')).toMatch(/^sn,secret\r\nA,\S{43}\r\nB,\S{43}\r\n$/);
});

test('a session that ends pauses the import; signing in again goes on, and counts what had been created before', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await importUnanswered(user);
  await mine.call(contract.account.logout, {});
  await user.click(screen.getByRole('button', { name: '继续导入' }));

  expect(await screen.findByRole('heading', { name: '导入已暂停：登录已失效' })).toBeVisible();
  await signInAgain();

  expect(await screen.findByRole('heading', { name: '已导入 2 台设备' })).toBeVisible();
  expect(screen.getByRole('button', { name: '补发 2 个密钥' })).toBeVisible();
});

test('what was sent and not answered stays unknown though the platform refuses it as a whole afterwards, and is this import’s own', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await importUnanswered(user);
  const { token } = await platform.signIn();
  session.open(token, '别人');

  expect(await screen.findByText('平台拒绝了这次导入')).toBeVisible();
  expect(screen.getByText(/另有 2 行已发送但没有收到应答/)).toBeVisible();
  await signInAgain();
  await user.click(screen.getByRole('button', { name: '继续导入剩余的 2 行' }));

  expect(await screen.findByRole('button', { name: '补发 2 个密钥' })).toBeVisible();
});

test('what was not sent when the session ended is not said to be unknown, and can be imported later', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await choose('sn\nA\nB');
  const start = await screen.findByRole('button', { name: '导入 2 台设备' });
  await mine.call(contract.account.logout, {});
  await user.click(start);
  await screen.findByRole('heading', { name: '导入已暂停：登录已失效' });
  await user.click(screen.getByRole('button', { name: '停止导入' }));

  expect(await screen.findByText('还有 2 行没有导入，它们也在未导入的文件中。')).toBeVisible();
  expect(screen.queryByText(/已发送但没有收到应答/)).toBeNull();
  await user.click(screen.getByRole('button', { name: '下载未导入的行' }));
  expect(await textOf('未导入的设备.csv')).toContain('A,,,,未导入：导入已停止');
  await signInAgain();
  await user.click(screen.getByRole('button', { name: '继续导入剩余的 2 行' }));

  expect(await screen.findByRole('heading', { name: '已导入 2 台设备' })).toBeVisible();
  expect(screen.getByRole('button', { name: '下载密钥文件' })).toBeVisible();
});

test('the way back asks as closing does, while it runs and while there are secrets nobody has saved', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const block = jest.spyOn(history, 'block');
  const retry = jest.fn();
  const goBack = () => act(() => block.mock.lastCall?.[0]({ action: 'POP', retry }));
  network.loses = isBatch;
  await choose('sn\nA');
  await user.click(await screen.findByRole('button', { name: '导入 1 台设备' }));
  await screen.findByRole('heading', { name: '导入已暂停：与平台的连接中断' });
  goBack();
  expect(await screen.findByText('导入尚未完成')).toBeVisible();
  network.loses = () => false;
  await user.click(screen.getByText('继续导入', { selector: '.ant-drawer-body .import button *' }));

  const reissue = await screen.findByRole('button', { name: '补发 1 个密钥' });
  const guards = block.mock.calls.length;
  await user.click(reissue);
  await screen.findByRole('button', { name: '下载密钥文件' });
  // The guard is installed shortly after the rendering.
  await waitFor(() => expect(block.mock.calls.length).toBeGreaterThan(guards));
  // The question is closed, because its reason no longer exists.
  expect(screen.queryByText('导入尚未完成')).toBeNull();
  goBack();
  await user.click(await screen.findByRole('button', { name: '仍然关闭' }));
  expect(retry).toHaveBeenCalledTimes(1);
  block.mockRestore();
});

test('secrets nobody has saved are saved when the page is left without asking', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await choose('sn\nA');
  await user.click(await screen.findByRole('button', { name: '导入 1 台设备' }));
  await screen.findByRole('heading', { name: '已导入 1 台设备' });
  cleanup();

  await waitFor(() => expect(saved.has('设备密钥-一场.csv')).toBe(true));
});

test('an import that is stopped while nobody answers says that it does not know', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  network.loses = isBatch;
  await choose('sn\nA');
  await user.click(await screen.findByRole('button', { name: '导入 1 台设备' }));
  await screen.findByRole('heading', { name: '导入已暂停：与平台的连接中断' });
  await user.click(screen.getByRole('button', { name: '停止导入' }));

  expect(await screen.findByText(/另有 1 行已发送但没有收到应答，可能已经创建/)).toBeVisible();
});
