import { setTimeout as sleep } from 'node:timers/promises';
import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { speak } from '@/locales/language';
import DevicePage from '@/pages/dashboard/device';
import { ListNews } from '@/pages/dashboard/device/ListNews';
import { useDeviceQuery, useDevices } from '@/pages/dashboard/device/useDevices';
import type { Live } from '@/services/live';
import { toast } from '@/utils/toast';
import { contract } from '../../contract';
import { errors } from '../../contract/errors';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo, history, network, where } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));
jest.mock('@/pages/dashboard/device/import/remote-sheet', () => require('../support/sheet'));

// Preloads the lazy parts of the page.
beforeAll(() => Promise.all([import('@/pages/dashboard/device/DeviceTable'), import('@/pages/dashboard/device/DeviceDialog')]));

let platform: TestPlatform;
let mine: Awaited<ReturnType<TestPlatform['signIn']>>;
let appKey: string;

beforeEach(async () => {
  platform = await startPlatform();
  mine = await platform.signIn();
  connectTo(platform, mine.token);
  appKey = (await mine.call(contract.application.create, { body: { name: '生猪养殖一场', categoryId: 1 } })).data.appKey;
});
afterEach(async () => {
  network.loses = () => false;
  await platform.close();
});

const show = (query = '') =>
  render(
    <At path={`/dashboard/${appKey}/device${query}`} route="/dashboard/:appKey/device">
      <DevicePage />
    </At>,
  );
const add = (devices: { sn: string; name?: string; tags?: string[] }[]) =>
  mine.call(contract.device.createMany, { params: { appKey }, body: { devices } });
const all = async () => (await mine.call(contract.device.list, { params: { appKey }, query: { pageSize: 100 } })).data;
const rowOf = async (sn: string) => (await screen.findByLabelText(`查看 ${sn} 的详情`)).closest('tr') as HTMLElement;
const barns = (count: number) => Array.from({ length: count }, (_, n) => ({ sn: `B-${n + 1}`, name: `${n + 1}号猪舍`, tags: ['猪舍'] }));

// In tests, antd gives all elements the same ID, so dialogs cannot be found by their accessible names.
const dialog = (title: string) =>
  waitFor(() => {
    const found = screen.getAllByRole('dialog').find((one) => within(one).queryAllByText(title).length > 0) as HTMLElement;
    expect(within(found).getAllByText(title)[0]).toBeVisible();
    return within(found);
  });

test('a project that is switched off says so over its devices, and leads to where it is switched on', async () => {
  await add(barns(1));
  const { data } = await mine.call(contract.application.list, { query: { keyword: appKey } });
  const id = data.list[0]?.id as number;
  await mine.call(contract.application.switch, { params: { id }, body: { id, status: 'disabled' } });
  show();

  expect(await screen.findByText(/^项目已停用，设备无法连接/)).toBeVisible();
  expect(screen.getByRole('link', { name: '打开项目管理' })).toHaveAttribute('href', '/dashboard/project');
});

test('the first device is added where there was none; its secret is in code that connects; a taken SN says so', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const block = jest.spyOn(history, 'block');
  show();

  await screen.findByRole('heading', { name: '添加第一台设备' });
  await user.click(screen.getByRole('button', { name: '添加设备' }));
  const form = await dialog('添加设备');
  await user.type(form.getByLabelText('序列号 (SN)'), 'B 1');
  await user.click(form.getByRole('button', { name: '添加设备' }));
  expect(await form.findByText(/只能包含字母/)).toBeVisible();
  act(() => speak('en-US'));
  expect(await screen.findByText(/^Letters, digits/)).toBeVisible();
  act(() => speak('zh-CN'));
  expect(await form.findByText(/只能包含字母/)).toBeVisible();
  await user.clear(form.getByLabelText('序列号 (SN)'));
  await user.type(form.getByLabelText('序列号 (SN)'), 'B-1');
  await user.click(form.getByRole('button', { name: '添加设备' }));

  const secret = await dialog('设备 B-1 已添加');
  expect(await secret.findByText(new RegExp(`-t 'v1/${appKey}/B-1/up/telemetry'`))).toBeVisible();
  const [goBack] = block.mock.lastCall ?? [];
  const retry = jest.fn();
  act(() => goBack?.({ action: 'POP', retry }));
  await user.click((await dialog('确定不保存密钥就离开吗？')).getByRole('button', { name: '返回保存' }));
  expect(retry).not.toHaveBeenCalled();
  await user.click(secret.getByRole('button', { name: '再添加一台' }));
  const again = await dialog('添加设备');
  await user.type(again.getByLabelText('序列号 (SN)'), 'B-1');
  await user.click(again.getByRole('button', { name: '添加设备' }));
  expect(await again.findByText('该序列号已存在')).toBeVisible();
});

test('what is looked for is in the URL: state, search, tag, order and page', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await add([...barns(12), { sn: 'C-1', name: '冷库' }]);
  await mine.call(contract.device.update, { params: { appKey, sn: 'C-1' }, body: { enabled: false } });
  show('?sort=sn&current=2');

  expect(await rowOf('C-1')).toHaveTextContent('已禁用');
  expect(screen.getByRole('button', { name: '未激活 12' })).toHaveAttribute('aria-pressed', 'false');
  await user.click(screen.getByRole('button', { name: '已禁用 1' }));
  await waitFor(() => expect(where()).toBe(`/dashboard/${appKey}/device?sort=sn&state=disabled`));
  await waitFor(() => expect(screen.queryByText('1号猪舍')).not.toBeInTheDocument());

  await user.type(screen.getByRole('searchbox'), '没有这样的设备');
  await user.click(await screen.findByRole('button', { name: '清除筛选' }));
  expect(await rowOf('B-1')).toBeInTheDocument();
  expect(where()).toBe(`/dashboard/${appKey}/device?sort=sn`);
  await user.click(within(await rowOf('B-1')).getByRole('button', { name: '猪舍' }));
  await waitFor(() => expect(where()).toContain('tag=猪舍'));
});

test('what the list is sorted by is said although its column is not shown, and can be changed', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  localStorage.setItem('deviceColumns', '["name"]');
  await add(barns(2));
  show('?sort=lastSeenAt');

  await user.click(await screen.findByRole('combobox', { name: '排序' }));
  expect(screen.getAllByText('最久没有活动')[0]).toBeVisible();
  await user.click(await screen.findByTitle('最新创建'));
  await waitFor(() => expect(screen.queryByRole('combobox', { name: '排序' })).toBeNull());
});

test('a page past the last one is the last one', async () => {
  await add(barns(12));
  show('?sort=sn&current=99');

  expect(await rowOf('B-9')).toBeInTheDocument();
  await waitFor(() => expect(where()).toBe(`/dashboard/${appKey}/device?sort=sn&current=2&pageSize=10`));
});

test('a page of nothing is the first one', async () => {
  await add(barns(2));
  show('?keyword=nobody&current=2');

  await waitFor(() => expect(where()).toContain('current=1'));
});

test('a row opens its device by a click anywhere, but not by what is in it', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await add(barns(2));
  show();

  await user.click(within(await rowOf('B-1')).getByRole('checkbox'));
  await user.click(within(await rowOf('B-1')).getByRole('button', { name: 'B-1 的更多操作' }));
  expect(where()).toBe(`/dashboard/${appKey}/device`);
  await user.click(within(await rowOf('B-1')).getByText('1号猪舍'));
  await waitFor(() => expect(where()).toBe(`/dashboard/${appKey}/device?device=B-1`));
});

test('while the platform is away no rows stand for what is looked for; they come by themselves when it is back', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await add([...barns(3), { sn: 'C-1', name: '冷库' }]);
  show();
  await rowOf('B-1');

  network.loses = () => true;
  await user.type(screen.getByPlaceholderText('搜索序列号、名称或标签'), '冷库');
  expect(await screen.findByRole('heading', { name: '内容加载失败' })).toBeVisible();
  expect(screen.queryByText('1号猪舍')).toBeNull();

  network.loses = () => false;
  expect(await rowOf('C-1')).toHaveTextContent('冷库');
  expect(screen.queryByText('1号猪舍')).toBeNull();
});

test('the button that asks for a fresh list keeps the focus while it is asked for, and asks once', async () => {
  const user = userEvent.setup({ delay: null });
  let settle = () => {};
  const renew = jest.fn(() => new Promise<void>((resolve) => (settle = resolve)));
  const live = { state: 'live' } as Live;
  render(<ListNews of={{ live, isBrokerAway: false, changes: 2, renew }} />);
  const button = screen.getByRole('button', { name: /2/ });
  button.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  await user.keyboard('{Enter}');

  expect(button).toHaveFocus();
  expect(renew).toHaveBeenCalledTimes(1);

  // After the answer, the button can be used again.
  act(settle);
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await user.keyboard('{Enter}');
  expect(renew).toHaveBeenCalledTimes(2);
});

test('that a list cannot be read again is told to whoever wished for it, and to nobody else', async () => {
  await add(barns(1));
  const { result } = renderHook(() => useDevices(appKey, useDeviceQuery()), {
    wrapper: ({ children }) => (
      <At path={`/dashboard/${appKey}/device`} route="/dashboard/:appKey/device">
        <>{children}</>
      </At>
    ),
  });
  await waitFor(() => expect(result.current.data?.total).toBe(1));
  const told = jest.spyOn(toast, 'error');
  network.loses = (url) => url.endsWith('/device');
  await act(() => result.current.refresh());
  // A message would appear with a short delay.
  await sleep(700);
  expect(told).not.toHaveBeenCalled();
  await act(() => result.current.renew());
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  await act(() => result.current.refresh());
  await sleep(700);
  expect(told).toHaveBeenCalledTimes(1);
  told.mockRestore();
});

test('all that match are deleted at once, after their number has been typed', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await add([...barns(23), { sn: 'C-1', name: '冷库' }]);
  show('?tag=猪舍');

  await user.click(within(await rowOf('B-23')).getByRole('checkbox'));
  const bar = within(screen.getByRole('region', { name: '对所选设备的操作' }));
  expect(bar.getByText('已选择 1 台设备')).toBeVisible();
  await user.click(bar.getByRole('button', { name: '选择符合条件的全部 23 台设备' }));
  await user.click(bar.getByRole('button', { name: '删除' }));
  const question = await dialog('删除 23 台设备？');
  expect(question.getByRole('button', { name: '删除' })).toBeDisabled();
  await user.type(question.getByLabelText('请输入 23 以确认'), '23');
  await user.click(question.getByRole('button', { name: '删除' }));

  expect(await screen.findByRole('heading', { name: '没有符合条件的设备' })).toBeVisible();
  expect((await all()).list.map(({ sn }) => sn)).toEqual(['C-1']);
});

test('several are disabled and tagged', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await add(barns(3));
  show();

  await user.click(within(await rowOf('B-1')).getByRole('checkbox'));
  await user.click(within(await rowOf('B-2')).getByRole('checkbox'));
  const bar = () => within(screen.getByRole('region', { name: '对所选设备的操作' }));
  await user.click(bar().getByRole('button', { name: '禁用' }));
  await user.click((await dialog('禁用 2 台设备？')).getByRole('button', { name: '禁用' }));
  await waitFor(async () => expect((await all()).counts).toMatchObject({ disabled: 2, inactive: 1 }));

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(within(await rowOf('B-3')).getByRole('checkbox'));
  await user.click(bar().getByRole('button', { name: '标签' }));
  const form = await dialog('修改 1 台设备的标签');
  await user.type(form.getByLabelText('添加标签'), '待标定,');
  await waitFor(() => expect(form.getByRole('button', { name: '修改标签' })).toBeEnabled());
  await user.click(form.getByRole('button', { name: '修改标签' }));
  await waitFor(async () => expect((await all()).list.find(({ sn }) => sn === 'B-3')?.tags).toEqual(['猪舍', '待标定']));
});

/** Adds inactive devices, more than a page shows, and selects all of them. */
async function chooseInactive(count: number) {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await add(barns(count));
  show('?state=inactive');
  await user.click(within(await rowOf(`B-${count}`)).getByRole('checkbox'));
  const bar = within(screen.getByRole('region', { name: '对所选设备的操作' }));
  await user.click(bar.getByRole('button', { name: `选择符合条件的全部 ${count} 台设备` }));
  return { user, bar };
}

test('of all that match, as many are asked about as there are by then', async () => {
  const { user, bar } = await chooseInactive(11);
  await mine.call(contract.device.disableMany, { params: { appKey }, body: { sns: ['B-1', 'B-2'] } });
  await user.click(bar.getByRole('button', { name: '禁用' }));
  await user.click((await dialog('禁用 9 台设备？')).getByRole('button', { name: '禁用' }));
  await waitFor(async () => expect((await all()).counts).toMatchObject({ disabled: 11 }));
});

test('of all that match none is asked about when none is left', async () => {
  const { user, bar } = await chooseInactive(11);
  await mine.call(contract.device.disableMany, { params: { appKey }, body: { filter: {} } });
  await user.click(bar.getByRole('button', { name: '删除' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: '对所选设备的操作' })).not.toBeInTheDocument());
  // Waits, because the dialog would have to be loaded first.
  await expect(screen.findByRole('dialog', {}, { timeout: 1000 })).rejects.toThrow();
});

test('of more than a list counts, deleting asks about how many they are, to the last one', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  for (let from = 0; from < 5100; from += 850) await add(Array.from({ length: 850 }, (_, at) => ({ sn: `G-${from + at}`, name: 'gate' })));
  await add(barns(1));
  show('?keyword=gate');
  await user.click(within(await rowOf('G-5099')).getByRole('checkbox'));
  const bar = within(screen.getByRole('region', { name: '对所选设备的操作' }));
  await user.click(bar.getByRole('button', { name: '选择符合条件的全部 2,500+ 台设备' }));
  network.loses = (url) => url.endsWith('/batch/count');
  await user.click(bar.getByRole('button', { name: '删除' }));
  const uncounted = await dialog('删除 2,500+ 台设备？');
  const retry = await uncounted.findByRole('button', { name: '重试' });
  expect(uncounted.getByRole('button', { name: '删除' })).toBeDisabled();

  network.loses = () => false;
  await user.click(retry);
  const counted = await dialog('删除 5,100 台设备？');
  await mine.call(contract.device.remove, { params: { appKey, sn: 'G-7' } });
  await user.type(counted.getByLabelText('请输入 5100 以确认'), '5100{Enter}');
  const again = await dialog('删除 5,099 台设备？');
  expect(again.getByRole('button', { name: '删除' })).toBeDisabled();
  await user.clear(again.getByLabelText('请输入 5099 以确认'));
  await user.type(again.getByLabelText('请输入 5099 以确认'), '5099');
  await user.click(again.getByRole('button', { name: '删除' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect((await all()).list.map(({ sn }) => sn)).toEqual(['B-1']);
});

test('what was done is done though the list cannot be read after it; by keyboard it is found before the list', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await add(barns(2));
  show();
  const row = await rowOf('B-1');
  await user.click(within(row).getByRole('checkbox'));
  const bar = screen.getByRole('region', { name: '对所选设备的操作' });
  expect(bar.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(within(bar).getByRole('button', { name: '禁用' }));
  const question = await dialog('禁用 1 台设备？');
  const told = jest.spyOn(toast, 'error');
  network.loses = (url, method) => method === 'GET' && url.endsWith('/device');
  await user.click(question.getByRole('button', { name: '禁用' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect((await all()).counts).toMatchObject({ disabled: 1, inactive: 1 });
  expect(told).not.toHaveBeenCalled();
});

test('tags that none of the devices has room for stay in the form, with the devices chosen', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const told = jest.spyOn(toast, 'warning');
  await add([...barns(1), { sn: 'B-2', tags: ['1'] }]);
  show();
  await user.click(within(await rowOf('B-1')).getByRole('checkbox'));
  await user.click(within(screen.getByRole('region', { name: '对所选设备的操作' })).getByRole('button', { name: '标签' }));
  const form = await dialog('修改 1 台设备的标签');
  await user.click(form.getByLabelText('添加标签'));
  await user.paste('1,2,3,4,5,6,7,8,9,10,');
  await user.click(form.getByLabelText('移除标签'));
  await user.paste('1,');
  await user.click(form.getByRole('button', { name: '修改标签' }));
  expect(await form.findByText('1 也在要添加的标签中，请去掉其中一处')).toBeVisible();

  await user.type(form.getByLabelText('移除标签'), '{Backspace}');
  await user.click(form.getByRole('button', { name: '修改标签' }));
  await waitFor(() => expect(told).toHaveBeenCalledWith('1 台设备的标签会超过 10 个，没有修改：B-1'));
  await waitFor(() => expect(form.getByRole('button', { name: '修改标签' })).toBeEnabled());
  expect(form.getByText('10')).toBeVisible();
  expect(screen.getByRole('region', { name: '对所选设备的操作' })).toBeInTheDocument();
  expect((await all()).list.find(({ sn }) => sn === 'B-1')?.tags).toEqual(['猪舍']);
});

test('that a device is gone by the time its changes are saved is told, and what was typed stays', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const told = jest.spyOn(toast, 'error');
  await add(barns(1));
  show();
  await user.click(within(await rowOf('B-1')).getByRole('button', { name: 'B-1 的更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '编辑' }));
  const form = await dialog('编辑 B-1');
  await user.type(form.getByLabelText('备注'), '朝南');
  await mine.call(contract.device.remove, { params: { appKey, sn: 'B-1' } });
  await user.click(form.getByRole('button', { name: '保存' }));

  await waitFor(() => expect(told).toHaveBeenCalledWith(errors.notFound['zh-CN'], undefined));
  expect(form.getByLabelText('备注')).toHaveValue('朝南');
  told.mockRestore();
});

test('what somebody else has made of a device is on the page too, once it is told in the form', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await add(barns(1));
  show();
  await user.click(within(await rowOf('B-1')).getByRole('button', { name: 'B-1 的更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '编辑' }));
  const form = await dialog('编辑 B-1');
  await user.type(form.getByLabelText('备注'), '朝南');
  await mine.call(contract.device.update, { params: { appKey, sn: 'B-1' }, body: { name: '产房', remark: '朝北' } });
  await user.click(form.getByRole('button', { name: '保存' }));

  expect(await form.findByText(/朝北/)).toBeInTheDocument();
  expect(await within(await rowOf('B-1')).findByText('产房')).toBeInTheDocument();
});

test('a device is edited, gets a new secret, and is deleted from its menu', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await add(barns(2));
  show();
  const choose = async (item: string) => {
    await user.click(within(await rowOf('B-1')).getByRole('button', { name: 'B-1 的更多操作' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };

  await choose('编辑');
  const form = await dialog('编辑 B-1');
  await user.clear(form.getByLabelText('名称'));
  await user.type(form.getByLabelText('名称'), '产房');
  await user.click(form.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('产房')).toBeInTheDocument();

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await choose('编辑');
  const again = await dialog('编辑 B-1');
  await user.type(again.getByLabelText('备注'), '朝南');
  // Saving the form must not remove a tag that was added meanwhile.
  await mine.call(contract.device.tagMany, { params: { appKey }, body: { sns: ['B-1'], add: ['新'] } });
  await user.click(again.getByRole('button', { name: '保存' }));
  const read = () => mine.call(contract.device.read, { params: { appKey, sn: 'B-1' } });
  await waitFor(async () => expect((await read()).data).toMatchObject({ name: '产房', remark: '朝南', tags: ['猪舍', '新'] }));

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await choose('禁用');
  await user.click((await dialog('禁用设备 B-1？')).getByRole('button', { name: '禁用' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await choose('重置密钥');
  const reset = await dialog('重置 B-1 的密钥？');
  expect(reset.getByText(/仍需启用才能连接/)).toBeVisible();
  await user.click(reset.getByRole('button', { name: '重置密钥' }));
  const made = await dialog('B-1 的新密钥');
  expect(made.getByText(/仍需启用才能连接/)).toBeVisible();
  await user.click(made.getByRole('button', { name: '我已保存' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  for (const sn of ['B-1', 'B-2']) await user.click(within(await rowOf(sn)).getByRole('checkbox'));
  await choose('删除');
  await user.click((await dialog('删除设备 B-1？')).getByRole('button', { name: '删除' }));
  await waitFor(async () => expect((await all()).total).toBe(1));
  expect(await screen.findByText('已选择 1 台设备')).toBeVisible();
});
