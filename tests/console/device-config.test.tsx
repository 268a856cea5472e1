import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SaveVerdict } from '@/pages/dashboard/device-config/SaveVerdict';
import { SyncState } from '@/pages/dashboard/device-config/SyncState';
import { api } from '@/services/api';
import { useLive } from '@/services/live';
import { contract } from '../../contract';
import type { Application } from '../../contract/application';
import type { Twin } from '../../contract/config';
import type { Device } from '../../contract/device';
import { clientIdOf, upTopic } from '../../contract/topics';
import { type ConfigPage, configPage } from '../support/config-page';
import { network } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

let page: ConfigPage;
let stage: ConfigPage['stage'];
let appKey: string;
let call: ConfigPage['call'];
let show: ConfigPage['show'];
let change: ConfigPage['change'];
let useSchema: ConfigPage['useSchema'];

beforeEach(async () => {
  page = await configPage();
  ({ stage, appKey, call, show, change, useSchema } = page);
});
afterEach(() => {
  network.loses = () => false;
  return page.close();
});

const report = (said: object) =>
  stage.platform.gate.received({ topic: upTopic(appKey, 'CAM-1', 'config/reported'), payload: Buffer.from(JSON.stringify(said)) });

test('the defaults are suggested, checked as one types, saved with a note, and their way to the device is told', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const of = { appKey, sn: 'CAM-1' };
  await stage.platform.gate.connected({ clientId: clientIdOf(appKey, 'CAM-1'), connectedAt: Date.now(), address: '10.2.3.4' });
  show();

  expect(await screen.findByText('尚未配置')).toBeVisible();
  const [fps] = await screen.findAllByRole('spinbutton', { name: '帧率' });
  if (!fps) throw new Error('no field for the frame rate');
  expect(fps).toHaveValue('15');
  await user.clear(fps);
  await user.type(fps, '99');
  expect(await screen.findByText('不能大于 60')).toBeVisible();
  expect(screen.getByRole('button', { name: '保存…' })).toBeDisabled();
  Element.prototype.scrollIntoView ??= () => {};
  await user.click(screen.getByRole('button', { name: '1 项需要改正' }));
  await waitFor(() => expect(fps).toHaveFocus());
  await user.clear(fps);
  await user.type(fps, '20');
  expect(screen.getByText('默认值')).toHaveTextContent('默认值 15');
  await user.click(screen.getByRole('button', { name: '保存…' }));
  await user.type(await screen.findByLabelText('备注（选填）'), '首次{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: '保存…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('备注（选填）')).toHaveValue('首次');
  await user.type(dialog.getByLabelText('备注（选填）'), '安装{Enter}{Enter}');

  const verdict = within(await screen.findByRole('region', { name: '保存结果' }));
  expect(verdict.getByText('等待设备应用 v1')).toBeVisible();
  expect(screen.queryByText('已有更新的版本')).not.toBeInTheDocument();
  const { data } = await call(contract.config.revisions, { params: of });
  expect(data.list).toMatchObject([{ version: 1, note: '首次安装', state: { depth: { fps: 20 } } }]);

  const errors = [{ path: 'depth.fps', code: 'unsupported', message: '最高 15 fps' }];
  await report({ version: 1, state: { depth: { fps: 15 } }, result: 'rejected', errors });
  expect(await verdict.findByText('设备拒绝了 v1')).toBeVisible();
  expect(verdict.getByText(/最高 15 fps/)).toBeVisible();
  await user.click(verdict.getByRole('button', { name: '知道了' }));
  expect(screen.getByText('设备拒绝了 v1')).toBeVisible();
  await waitFor(() => expect(screen.getAllByText(/最高 15 fps/)).toHaveLength(2));

  await user.click(screen.getByRole('button', { name: '历史版本' }));
  const history = within(await screen.findByRole('dialog', { name: '历史版本' }));
  expect(await history.findByText('设备已拒绝')).toBeVisible();
  expect(history.getByText(/最高 15 fps/)).toBeVisible();

  await report({ version: 1, state: { depth: { fps: 15 } }, result: 'ok', errors: [] });
  expect(await history.findByText('已应用，上报的值不同')).toBeVisible();
});

test('a save whose answer got lost is one’s own, and no newer version of somebody else', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await change({ depth: { fps: 12 } });
  show();
  const [fps] = (await screen.findAllByRole('spinbutton', { name: '帧率' })) as [HTMLElement];
  await user.clear(fps);
  await user.type(fps, '20');
  await user.click(screen.getByRole('button', { name: '保存…' }));
  const dialog = within(await screen.findByRole('dialog'));
  let lost = 0;
  network.loses = (url, method) => method !== 'GET' && url.endsWith('/CAM-1/config') && lost++ === 0;
  await user.type(dialog.getByLabelText('备注（选填）'), '夜间{Enter}');

  await waitFor(() => expect(screen.queryByRole('button', { name: '放弃修改' })).not.toBeInTheDocument());
  expect(screen.queryByText(/刚保存了/)).not.toBeInTheDocument();
  expect((await page.desired()).version).toBe(2);
  await user.click(await dialog.findByRole('button', { name: '保存' }));
  expect(await screen.findByRole('region', { name: '保存结果' })).toBeVisible();
  expect(screen.queryByText('已有更新的版本')).not.toBeInTheDocument();
  expect(await page.desired()).toMatchObject({ version: 2, note: '夜间', state: { depth: { fps: 20 } } });
});

test('a device or a project that is off is a link away from where it is switched on', async () => {
  await call(contract.config.change, {
    params: { appKey, sn: 'CAM-1' },
    headers: { 'if-match': '"0"' },
    query: {},
    body: { depth: { fps: 12 } },
  });
  await call(contract.device.disableMany, { params: { appKey }, body: { sns: ['CAM-1'] } });
  const { id } = (await call(contract.application.list, { query: { keyword: appKey } })).data.list[0] as Application;
  await call(contract.application.switch, { params: { id }, body: { id, status: 'disabled' } });
  show();

  expect(await screen.findByRole('link', { name: '到设备详情启用' })).toHaveAttribute('href', `/dashboard/${appKey}/device?device=CAM-1`);
  expect(await screen.findByRole('link', { name: '到项目管理启用' })).toHaveAttribute('href', '/dashboard/project');
});

test('an answer that could not be read is told, and why, until one that can be comes', async () => {
  await stage.platform.gate.connected({ clientId: clientIdOf(appKey, 'CAM-1'), connectedAt: Date.now(), address: '10.2.3.4' });
  await change({ depth: { fps: 12 } });
  await report({ version: 1, result: 'rejected' });
  await stage.platform.settle();
  show();

  expect(await screen.findByText('设备的回复无法读取，不知 v1 是否已应用')).toBeVisible();
  expect(screen.getByText(/缺少 state/)).toBeVisible();
  expect(screen.getByRole('link', { name: '在设备详情中查看' })).toHaveAttribute('href', `/dashboard/${appKey}/device?device=CAM-1`);
  await change({ depth: { fps: 15 } }, 1);
  expect(await screen.findByText('等待设备应用 v2')).toBeVisible();
  await report({ version: 2, state: {}, result: 'accepted' });
  expect(await screen.findByText('设备的回复无法读取，不知 v2 是否已应用')).toBeVisible();
  await report({ version: 2, state: {}, result: 'rejected' });
  expect(await screen.findByText('设备拒绝了 v2')).toBeVisible();
});

test('a device that says it has a newer version leaves the wanted one: it is not waited for, and the next one is newer', async () => {
  await stage.platform.gate.connected({ clientId: clientIdOf(appKey, 'CAM-1'), connectedAt: Date.now(), address: '10.2.3.4' });
  await change({ depth: { fps: 12 } });
  await report({ version: 11, state: { depth: { fps: 12 } }, result: 'ok' });
  show();

  expect(await screen.findByText('设备自称已有更新的版本，不会应用 v1')).toBeVisible();
  expect(screen.getByText(/修改后再次保存/)).toBeVisible();
  expect(screen.queryByText('等待设备应用 v1')).not.toBeInTheDocument();
  await change({ depth: { fps: 15 } }, 1);
  expect(await screen.findByText('等待设备应用 v12')).toBeVisible();
  // A version as large as a Unix time cannot be exceeded by saving again.
  await report({ version: 1_763_000_000, state: { depth: { fps: 12 } }, result: 'ok' });
  expect(await screen.findByText('设备上报的版本号过大，不会应用 v12')).toBeVisible();
  expect(screen.queryByText(/修改后再次保存/)).not.toBeInTheDocument();
});

test('what was discarded can be brought back, until something else is typed', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await useSchema({ name: { title: '名称', type: 'string' }, note: { title: '备注', type: 'string' } });
  await change({ name: 'a' });
  show();
  const name = await screen.findByRole('textbox', { name: '名称' });
  await user.type(name, 'bc');
  await user.type(screen.getByRole('textbox', { name: '备注' }), '早');
  // A double click has the same effect.
  await user.dblClick(screen.getByRole('button', { name: '放弃修改' }));
  expect(await screen.findByText('已放弃修改')).toBeVisible();
  expect(screen.getByRole('textbox', { name: '名称' })).toHaveValue('a');
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();

  expect(screen.getByRole('button', { name: '撤销' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: '撤销' }));
  expect(await screen.findByText('2 项修改')).toBeVisible();
  expect(screen.getByRole('textbox', { name: '名称' })).toHaveValue('abc');
  expect(screen.getByRole('textbox', { name: '备注' })).toHaveValue('早');
});

test('another schema comes while one is typing: it is said, what is typed is checked by it, and what the platform refuses is told in place', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  Element.prototype.scrollIntoView ??= () => {};
  const fps = { title: '帧率', type: 'integer' };
  await useSchema({ fps });
  await change({ fps: 15, depth: { near: 1, far: { x: 2 } } });
  show();
  const rate = await screen.findByRole('spinbutton', { name: '帧率' });
  await user.clear(rate);
  await user.type(rate, '22');
  await screen.findByText('实时');

  await useSchema({ fps: { ...fps, maximum: 20 } }, { additionalProperties: false });
  expect(await screen.findByText('项目的配置模式在您编辑时更改了')).toBeVisible();
  expect(screen.getByText('不能大于 20')).toBeVisible();
  expect(screen.getByText(/^1 项不在表单里/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: '移除' }));
  expect(screen.getByRole('spinbutton', { name: '帧率' })).toHaveValue('22');

  // Patterns that may take forever are checked by the platform only.
  await useSchema({ fps: { ...fps, not: { minimum: 21, pattern: '^(a+)+$' } } }, { additionalProperties: false });
  await waitFor(() => expect(screen.queryByText('不能大于 20')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: '保存…' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '保存' }));
  expect(await screen.findByText('不符合配置模式')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('spinbutton', { name: '帧率' })).toHaveFocus();
});

test('another schema comes before the first save: its defaults take the place of those nobody typed', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const fps = { title: '帧率', type: 'integer' };
  await useSchema({ fps, old: { title: '旧项', type: 'string', default: 'then' } });
  show();
  await user.type(await screen.findByRole('spinbutton', { name: '帧率' }), '8');
  await screen.findByText('实时');
  await useSchema({ fps, fresh: { title: '新项', type: 'string', default: 'now' } }, { additionalProperties: false });

  expect(await screen.findByRole('textbox', { name: '新项' })).toHaveValue('now');
  expect(screen.getByText('项目的配置模式在您编辑时更改了')).toBeVisible();
  expect(screen.getByRole('spinbutton', { name: '帧率' })).toHaveValue('8');
  expect(screen.queryByText(/项不在表单里/)).not.toBeInTheDocument();
});

test("a device's reason against a group of values stands in that group, and nothing in it is called wrong", async () => {
  await useSchema({
    area: { title: '区域', type: 'object', properties: { x: { type: 'integer', title: '横' }, y: { type: 'integer', title: '纵' } } },
  });
  await change({ area: { x: 1, y: 2 } });
  await report({ version: 1, state: {}, result: 'partial', errors: [{ path: 'area', code: 'busy', message: '忙' }] });
  show();

  const group = (await screen.findByRole('heading', { name: '区域' })).closest('details') as HTMLElement;
  expect(within(group).getByText('忙')).toBeVisible();
  expect(within(group).getByText('设备给出了 1 个原因')).toBeVisible();
  expect(screen.queryByText(/需要改正/)).not.toBeInTheDocument();
});

test('what only the device has is shown beside a free key that is not set, and is among all that it reported in the JSON', async () => {
  await useSchema({
    tags: { title: '标签', type: 'object', properties: { rack: { type: 'string' } }, additionalProperties: { type: 'integer' } },
  });
  await change({ tags: { floor: 1 } });
  await report({ version: 1, state: { tags: { floor: 1, bay: 7, rack: 'A' }, uptime: 42 }, result: 'ok' });
  show();

  const bay = (await screen.findByText('bay')).closest('.config-row') as HTMLElement;
  expect(bay).toHaveAttribute('data-differs', 'false');
  expect(bay).toHaveTextContent('bay未设置设备上报7');
  // What is no news is hidden on phones.
  const isNews = [...document.querySelectorAll('.config-reported')].map((reported) => reported.getAttribute('data-is-news'));
  expect(isNews).toEqual(['true', 'false', 'true']);
  expect(screen.getAllByText('rack')).toHaveLength(1);

  fireEvent.click(screen.getByRole('radio', { name: /JSON/ }));
  const comparison = await screen.findByRole('region', { name: '期望值与设备上报' });
  expect(within(comparison).getByText('与设备上报一致')).toBeVisible();
  fireEvent.click(within(comparison).getByText('设备上报的全部内容'));
  expect(within(comparison).getByText('42')).toBeVisible();
});

test('what is typed and is no number stands as it was typed beside what the device reports', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await useSchema({ port: { title: '端口', type: 'integer' } });
  await change({ port: 1 });
  await report({ version: 1, state: { port: 1 }, result: 'ok' });
  show();

  const port = await screen.findByRole('spinbutton', { name: '端口' });
  await user.clear(port);
  await user.type(port, '5mm');
  await user.tab();
  fireEvent.click(screen.getByRole('radio', { name: /JSON/ }));
  const comparison = await screen.findByRole('region', { name: '期望值与设备上报' });
  expect(within(comparison).getByText('"5mm"')).toBeVisible();
});

test('a device that is deleted meanwhile is missing, whatever was typed', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await useSchema({ fps: { title: '帧率', type: 'integer' } });
  show();
  await screen.findByText('实时');
  await user.type(await screen.findByRole('spinbutton', { name: '帧率' }), '8');
  await call(contract.device.removeMany, { params: { appKey }, body: { sns: ['CAM-1'] } });
  expect(await screen.findByRole('link', { name: '返回设备列表' })).toBeVisible();
});

test('under a newer version of somebody else what was not typed is told as it is there, and counted so', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await useSchema({ fps: { title: '帧率', type: 'integer' }, laser: { title: '激光功率', type: 'integer' } });
  await change({ fps: 15, laser: 60 });
  await report({ version: 1, state: { fps: 15, laser: 60 }, result: 'ok' });
  await stage.platform.settle();
  show();
  await screen.findByText('实时');
  const fps = await screen.findByRole('spinbutton', { name: '帧率' });
  await user.clear(fps);
  await user.type(fps, '12');
  await change({ fps: 10, laser: 70 }, 1);
  await report({ version: 2, state: { fps: 10, laser: 70 }, result: 'ok' });

  expect(await screen.findByText('v2 中为')).toHaveTextContent('v2 中为 70');
  await waitFor(() => expect(document.querySelectorAll('.config-row[data-differs="true"]')).toHaveLength(1));
  expect(screen.getByRole('spinbutton', { name: '激光功率' })).toHaveValue('60');
  for (const counted of screen.getAllByText(/项与设备不同/)) expect(counted).toHaveTextContent('1 项与设备不同');
});

test('what became of a save leaves by itself, but not while it is pointed at or has the focus', () => {
  jest.useFakeTimers();
  const device = { state: 'offline' } as Device;
  const desired = { version: 1, state: {}, secrets: [], updatedAt: null, updatedBy: null, note: '' };
  const twin: Twin = { schema: {}, desired, reported: null, sync: 'waiting', differences: [] };
  const leaves = jest.fn();
  render(<SaveVerdict ref={null} device={device} twin={twin} schema={{}} onClosed={leaves} />);
  const verdict = screen.getByRole('region', { name: '保存结果' });

  act(() => verdict.focus());
  fireEvent.mouseEnter(verdict);
  act(() => void jest.advanceTimersByTime(60_000));
  act(() => verdict.blur());
  act(() => void jest.advanceTimersByTime(60_000));
  fireEvent.mouseLeave(verdict);
  act(() => void jest.advanceTimersByTime(7900));
  expect(leaves).not.toHaveBeenCalled();
  act(() => void jest.advanceTimersByTime(200));
  expect(leaves).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});

test('of a device that is away it is not said that it runs what it has', () => {
  const desired = { version: 3, state: {}, secrets: [], updatedAt: null, updatedBy: null, note: '' };
  const reported = { version: 3, state: {}, at: '2026-11-01T00:00:00.000Z', result: 'ok' as const, errors: [] };
  const twin: Twin = { schema: {}, desired, reported, sync: 'in-sync', differences: [] };
  const shown = (state: Device['state']) => <SyncState twin={twin} state={state} hasDefaults hasFields detailsAt="/" />;
  const { rerender } = render(shown('online'));
  expect(screen.getByText('已同步，设备正在使用 v3')).toBeVisible();
  rerender(shown('offline'));
  expect(screen.getByText('已同步，设备上次在线时使用的是 v3')).toBeVisible();
});

function Counts({ onCounts }: { onCounts: () => void }) {
  useLive({ appKey, onMessage: ({ type }) => type === 'counts' && onCounts() });
  return null;
}

test('what a stream tells of is read anew, though the same was read a moment ago', async () => {
  const counted = () => api.device.list({ params: { appKey }, query: { pageSize: 1 } }).then(({ counts }) => counts.all);
  const heard: Promise<number>[] = [];
  render(<Counts onCounts={() => heard.push(counted())} />);
  await waitFor(() => expect(heard).toHaveLength(1));
  // Stops the clock, so that the cached answer does not expire.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  expect(await counted()).toBe(1);
  await call(contract.device.create, { params: { appKey }, body: { sn: 'CAM-2' } });
  await waitFor(() => expect(heard).toHaveLength(2));
  expect(await heard[1]).toBe(2);
  clock.mockRestore();
});
