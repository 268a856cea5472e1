import { EditorView } from '@codemirror/view';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeLeaving } from '@/components/useLeaving';
import ConfigMany from '@/pages/dashboard/device/config-many/ConfigMany';
import { Outcomes } from '@/pages/dashboard/device/config-many/Outcomes';
import { type Applying, useApplying } from '@/pages/dashboard/device/config-many/useApplying';
import { useSyncOfDevices } from '@/pages/dashboard/device/config-many/useSyncOfDevices';
import { api } from '@/services/api';
import { contract } from '../../contract';
import { clientIdOf, upTopic } from '../../contract/topics';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo, network } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

const { application, config, device } = contract;
const sns = ['CAM-1', 'CAM-2'];
const patch = { night: true };

let stage: TestPlatform;
let appKey: string;
let add: (...sns: string[]) => Promise<unknown>;
let newest: () => Promise<number>;
let versionOf: (sn: string) => Promise<number>;
let call: Awaited<ReturnType<TestPlatform['signIn']>>['call'];

beforeEach(async () => {
  stage = await startPlatform();
  const me = await stage.signIn();
  ({ call } = me);
  ({ appKey } = (await me.call(application.create, { body: { name: '仓储', categoryId: 1 } })).data);
  newest = async () => (await me.call(device.list, { params: { appKey }, query: {} })).data.newest;
  add = (...sns) => me.call(device.createMany, { params: { appKey }, body: { devices: sns.map((sn) => ({ sn })) } });
  await add(...sns);
  versionOf = async (sn) => (await me.call(config.read, { params: { appKey, sn } })).data.desired.version;
  connectTo(stage, me.token);
});
afterEach(async () => {
  network.loses = () => false;
  network.takes = async () => {};
  await stage.close();
});

const isChange = (url: string) => url.endsWith('/batch/config');

test('an unanswered change is retried when the platform is back, and saved once', async () => {
  const { result } = renderHook(() => useApplying(appKey));
  network.loses = isChange;
  act(() => void result.current.apply({ sns }, patch, ''));
  await waitFor(() => expect(result.current.applying).toMatchObject({ isRunning: true, isHeld: true, outcomes: [] }));

  network.loses = () => false;
  await waitFor(() => expect(result.current.applying?.isRunning).toBe(false), { timeout: 5000 });
  expect(result.current.applying?.outcomes).toEqual(sns.map((sn) => ({ sn, version: 1, isNew: false })));
  expect(await versionOf('CAM-1')).toBe(1);
});

test('stopped before the retry, its outcome is unknown, and can be retried by hand', async () => {
  const { result } = renderHook(() => useApplying(appKey));
  network.loses = isChange;
  act(() => void result.current.apply({ sns }, patch, ''));
  await waitFor(() => expect(result.current.applying?.isHeld).toBe(true));
  act(() => result.current.stop());
  await waitFor(() => expect(result.current.applying?.isRunning).toBe(false), { timeout: 5000 });
  expect(result.current.applying?.outcomes).toEqual(sns.map((sn) => ({ sn, isUnknown: true })));

  network.loses = () => false;
  await act(() => result.current.retry(patch, ''));
  expect(result.current.applying?.outcomes).toEqual(sns.map((sn) => ({ sn, version: 1, isNew: false })));
});

test('devices skipped by a stop are changed when it is continued', async () => {
  const { result } = renderHook(() => useApplying(appKey));
  const all = Array.from({ length: 130 }, (_, n) => `B-${n}`);
  await add(...all);
  network.takes = async (_, url) => {
    if (isChange(url)) result.current.stop();
  };
  await act(() => result.current.apply({ sns: all }, patch, ''));
  expect(result.current.applying).toMatchObject({ isRunning: false, total: 130, left: all.slice(100) });
  expect(result.current.applying?.outcomes).toHaveLength(100);
  expect(await versionOf('B-129')).toBe(0);

  network.takes = async () => {};
  await act(() => result.current.goOn(patch, ''));
  expect(result.current.applying).toMatchObject({ total: 130, left: [], outcomes: all.map((sn) => ({ sn, version: 1, isNew: true })) });
});

test('a stopped retry keeps the earlier outcomes of the remaining devices', async () => {
  const { result } = renderHook(() => useApplying(appKey));
  const all = Array.from({ length: 130 }, (_, n) => `B-${n}`);
  await act(() => result.current.apply({ sns: all }, patch, ''));
  const before = result.current.applying?.outcomes;
  expect(before).toHaveLength(130);
  network.takes = async (_, url) => {
    if (isChange(url)) result.current.stop();
  };
  await add(...all);
  await act(() => result.current.retry(patch, ''));
  expect(result.current.applying).toMatchObject({ isRunning: false, total: 130, left: [] });
  expect(result.current.applying?.outcomes.slice(100)).toEqual(before?.slice(100));
});

test('a change that a proxy refuses has failed, and is not retried', async () => {
  const { result } = renderHook(() => useApplying(appKey));
  network.takes = async (_, url) => {
    if (isChange(url)) throw Object.assign(new Error(), { response: { status: 413, data: '<html>', config: {} } });
  };
  await act(() => result.current.apply({ sns }, patch, ''));
  expect(result.current.applying).toMatchObject({ isRunning: false, outcomes: sns.map((sn) => ({ sn, isUnknown: false })) });
});

test('what a device lacks and the change does not write is said to be that, unlike what is written wrong', async () => {
  const limited = { type: 'integer', maximum: 9 };
  const schema = {
    type: 'object',
    properties: { every: limited, net: { type: 'object', properties: { gain: limited } } },
    required: ['every'],
  };
  await call(config.changeSchema, { params: { appKey }, body: { schema } });
  const { result } = renderHook(() => useApplying(appKey));
  await act(() => result.current.apply({ sns: ['CAM-1'] }, { net: { gain: 10 } }, ''));
  expect(result.current.applying?.outcomes).toEqual([
    { sn: 'CAM-1', message: 'every：请填写此项（这次没有写这一项，请返回补上或改正）；net.gain：不能大于 9' },
  ]);
});

test('a selection of all matches does not include devices added later', async () => {
  const { result } = renderHook(() => useApplying(appKey));
  const upTo = await newest();
  await add('CAM-0');
  await act(() => result.current.apply({ filter: {}, upTo }, patch, ''));
  expect(result.current.applying?.outcomes).toEqual(sns.map((sn) => ({ sn, version: 1, isNew: true })));
  expect(await versionOf('CAM-0')).toBe(0);
});

test('a device whose reply cannot be read is shown as such, not as waiting', async () => {
  const { result } = renderHook(() => useApplying(appKey));
  await act(() => result.current.apply({ sns: ['CAM-1'] }, patch, ''));
  const { gate, now, settle } = stage.platform;
  await gate.connected({ clientId: clientIdOf(appKey, 'CAM-1'), connectedAt: now(), address: '10.0.0.7' });
  await gate.received({
    topic: upTopic(appKey, 'CAM-1', 'config/reported'),
    payload: Buffer.from('{"version":1,"result":"好","state":[]}'),
  });
  await settle();
  render(
    <At path="/" route="/">
      <Outcomes appKey={appKey} applying={result.current.applying as Applying} schema={{}} />
    </At>,
  );
  expect(await screen.findByText('设备的回复无法读取，不知是否已应用')).toBeVisible();
  expect(screen.queryByText('等待设备应用')).not.toBeInTheDocument();
});

test('a device that refuses is counted, and found by a filter', async () => {
  const all = Array.from({ length: 13 }, (_, n) => `M-${String(n).padStart(2, '0')}`);
  await add(...all);
  const { result } = renderHook(() => useApplying(appKey));
  await act(() => result.current.apply({ sns: all }, patch, ''));
  const { gate, now, settle } = stage.platform;
  await gate.connected({ clientId: clientIdOf(appKey, 'M-12'), connectedAt: now(), address: '10.0.0.7' });
  const answer = { version: 1, state: {}, result: 'rejected', errors: [{ path: 'night', code: 'unsupported', message: '没有夜视' }] };
  await gate.received({ topic: upTopic(appKey, 'M-12', 'config/reported'), payload: Buffer.from(JSON.stringify(answer)) });
  await settle();
  render(
    <At path="/" route="/">
      <Outcomes appKey={appKey} applying={result.current.applying as Applying} schema={{}} />
    </At>,
  );
  expect(await screen.findByText(/1 台设备需要查看/)).toBeVisible();
  expect(screen.queryByText('设备拒绝了')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: '需要查看 1' }));
  expect(screen.getByText('设备拒绝了').closest('tr')).toHaveTextContent(/M-12.*night.*没有夜视/);
  expect(screen.queryByText('M-00')).toBeNull();
});

test('devices count as checked only after their states were read', async () => {
  const all = Array.from({ length: 130 }, (_, n) => `L-${n}`);
  await add(...all);
  const { result } = renderHook(() => useApplying(appKey));
  await act(() => result.current.apply({ sns: all }, patch, ''));
  let asked = 0;
  network.loses = (url) => url.endsWith('/batch/config/sync') && ++asked <= 2;
  render(
    <At path="/" route="/">
      <Outcomes appKey={appKey} applying={result.current.applying as Applying} schema={{}} />
    </At>,
  );
  await waitFor(() => expect(asked).toBe(2), { timeout: 5000 });
  expect(screen.getByText(/正在查看设备的答复 0 \/ 130/)).toBeVisible();
  expect(await screen.findByText(/正在查看设备的答复 10[0-9] \/ 130/, {}, { timeout: 5000 })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/正在查看设备的答复/)).not.toBeInTheDocument(), { timeout: 5000 });
}, 20_000);

test('states are read for 100 devices at first, then for a few in turn, and always for visible ones', async () => {
  const all = Array.from({ length: 130 }, (_, n) => `N-${n}`);
  await add(...all);
  const { result: applied } = renderHook(() => useApplying(appKey));
  await act(() => applied.current.apply({ sns: all }, patch, ''));
  const looks = jest.spyOn(api.config, 'readSync');
  const inSight = { current: ['N-129'] };
  const { result } = renderHook(() => useSyncOfDevices(appKey, all, inSight));
  await waitFor(() => expect(looks).toHaveBeenCalledTimes(4), { timeout: 10_000 });
  await waitFor(() => expect(result.current.looked).toBe(130));
  const asked = looks.mock.calls.map(([{ body }]) => body.sns);
  expect(asked.map(({ length }) => length)).toEqual([100, 31, 20, 20]);
  for (const sns of asked) expect(sns).toContain('N-129');
  expect(new Set(asked.slice(2).flat()).size).toBe(39);
}, 20_000);

test('a device that had these values already is shown as unchanged', async () => {
  const { result } = renderHook(() => useApplying(appKey));
  await act(() => result.current.apply({ sns: ['CAM-1'] }, patch, ''));
  await act(() => result.current.apply({ sns }, patch, ''));
  render(
    <At path="/" route="/">
      <Outcomes appKey={appKey} applying={result.current.applying as Applying} schema={{}} />
    </At>,
  );
  expect(screen.getByRole('status')).toHaveTextContent('1 台设备已保存 · 1 台设备已是此配置');
  expect(screen.getByText('已是此配置 v1').closest('tr')).toHaveTextContent('CAM-1');
  expect(screen.getByText('已保存 v1').closest('tr')).toHaveTextContent('CAM-2');
});

test('leaving while changes are applied asks first, and stops them', async () => {
  const selection = { sns, isAll: false, count: 2, more: false, matching: { total: 2, more: false }, body: { sns } };
  render(
    <At path="/" route="/">
      <ConfigMany appKey={appKey} selection={{ ...selection, pick: () => {}, pickAll: () => {}, clear: () => {} }} onClosed={() => {}} />
    </At>,
  );
  // All fields appear at once, so that the first one gets the focus.
  await screen.findByRole('textbox', { name: '备注（选填）' });
  const values = screen.getByRole('combobox', { name: '添加配置项' });
  fireEvent.mouseDown(values);
  fireEvent.change(values, { target: { value: 'log.level' } });
  fireEvent.click(await screen.findByText('log.level', { selector: '.code' }));
  network.loses = isChange;
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(screen.getByRole('button', { name: '应用到 2 台设备' })).toBeEnabled());
  await press('应用到 2 台设备');
  await screen.findByText(/平台没有回应/);

  const left = jest.fn();
  act(() => beforeLeaving(left));
  await press('继续应用');
  expect(screen.getByRole('button', { name: '停止' })).toBeVisible();
  act(() => beforeLeaving(left));
  await press('停止并查看结果');
  expect(await screen.findByText(/2 台设备结果未知/, {}, { timeout: 5000 })).toBeVisible();
  expect(screen.getAllByText(/没有收到答复；可能已保存/)).toHaveLength(2);
  expect(left).not.toHaveBeenCalled();
  act(() => beforeLeaving(left));
  expect(left).toHaveBeenCalledTimes(1);
});

/** Opens the dialog for both devices. @returns types into its editor, in place of what is there */
async function openForBoth() {
  const many = { count: 2, more: false, body: { sns }, clear: () => {} } as unknown as Parameters<typeof ConfigMany>[0]['selection'];
  render(
    <At path="/" route="/">
      <ConfigMany appKey={appKey} selection={many} onClosed={() => {}} />
    </At>,
  );
  await screen.findByRole('textbox', { name: '要修改的配置项 (JSON)' });
  const editor = EditorView.findFromDOM(screen.getByRole('textbox', { name: '要修改的配置项 (JSON)' })) as EditorView;
  return (insert: string) => act(() => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert } }));
}

test('what is wrong inside an alternative is said there', async () => {
  const kind = (name: string) => ({ const: name });
  const timer = { type: 'object', properties: { kind: kind('timer'), seconds: { type: 'integer', minimum: 1 } }, required: ['kind'] };
  const event = { type: 'object', properties: { kind: kind('event'), name: { type: 'string' } }, required: ['kind', 'name'] };
  const schema = { type: 'object', properties: { trigger: { oneOf: [timer, event] } } };
  expect(await call(config.changeSchema, { params: { appKey }, body: { schema } })).toMatchObject({ status: 200 });
  const type = await openForBoth();
  const apply = screen.getByRole('button', { name: '应用到 2 台设备' });
  type('{"trigger":{"kind":"timer","seconds":0}}');
  expect(await screen.findByRole('button', { name: 'trigger.seconds 不能小于 1' })).toBeVisible();
  expect(apply).toBeDisabled();
  type('{"trigger":{"kind":"timer","seconds":1}}');
  await waitFor(() => expect(apply).toBeEnabled());
  type('{"trigger":{"kind":"none"}}');
  await waitFor(() => expect(apply).toBeDisabled());
});

test('what the schema does not name is pointed out, and can be applied all the same', async () => {
  const type = await openForBoth();
  const apply = screen.getByRole('button', { name: '应用到 2 台设备' });
  type('{"telemetry":{"intervalS":3}}');
  await waitFor(() => expect(apply).toBeEnabled());
  expect(screen.queryByText(/配置模式里没有/)).toBeNull();

  // An unknown value that is cleared may be a remnant.
  type('{"telemtry":{"intervalS":3},"nigth":true,"old":null}');
  expect(await screen.findByText('配置模式里没有 telemtry, nigth：仍会保存并下发，请确认没有写错')).toBeVisible();
  expect(apply).toBeEnabled();

  // What the schema refuses is a fault.
  type('{"telemetry":{"intervall":3},"nigth":true}');
  await waitFor(() => expect(apply).toBeDisabled());
  expect(screen.queryByText(/配置模式里没有/)).toBeNull();
});
