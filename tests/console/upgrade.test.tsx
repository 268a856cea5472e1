import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import UpgradeDialog from '@/components/upgrade/UpgradeDialog';
import DeviceUpgrade from '@/pages/dashboard/device/details/DeviceUpgrade';
import { UpgradeDetails } from '@/pages/dashboard/device/upgrade/UpgradeDetails';
import { UpgradeDevices } from '@/pages/dashboard/device/upgrade/UpgradeDevices';
import { useUpgrade } from '@/pages/dashboard/device/upgrade/useUpgrades';
import { VersionShares } from '@/pages/dashboard/device/upgrade/VersionShares';
import { onWritten } from '@/services/api';
import { toast } from '@/utils/toast';
import { contract } from '../../contract';
import type { ReadUpgrade, UpgradeState } from '../../contract/upgrade';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo, network } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

const { application, device, upgrade } = contract;
const words = { name: 'camera', version: '1.1.0', description: '', search: 'camera 1.1.0', filename: 'camera.bin' };
const camera = { ...words, size: 1, sha256: '', key: 'camera', createdAt: 0 };

function Shown({ appKey, id }: { appKey: string; id: number }) {
  const { data, refresh } = useUpgrade(appKey, id, 0);
  if (!data) return null;
  return <UpgradeDetails appKey={appKey} upgrade={data} changes={0} onChanged={refresh} onStarted={() => {}} onOpenDevice={() => {}} />;
}

let stage: TestPlatform;

beforeEach(async () => {
  stage = await startPlatform();
});
afterEach(() => stage.close());

test('what a device of an upgrade waits for is said; one that was deleted leads nowhere', async () => {
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { appKey } = (await me.call(application.create, { body: { name: '仓储', categoryId: 1 } })).data;
  const params = { appKey };
  await me.call(device.createMany, { params, body: { devices: ['AWAY', 'BARRED', 'GONE'].map((sn) => ({ sn })) } });
  const { id: packetId } = await stage.platform.db
    .insertInto('packet')
    .values({ ...camera, createdBy: me.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = (await me.call(upgrade.create, { params, body: { packetId, target: { sns: ['AWAY', 'BARRED', 'GONE'] } } })).data;
  await me.call(device.disableMany, { params, body: { sns: ['BARRED'] } });
  await me.call(device.remove, { params: { ...params, sn: 'GONE' } });

  const shown = (state: UpgradeState) => <UpgradeDevices appKey={appKey} id={id} state={state} changes={0} onOpenDevice={() => {}} />;
  const { rerender } = render(shown('running'));
  const rowOf = (sn: string) => within(screen.getByText(sn).closest('tr') as HTMLElement);
  await screen.findByText('AWAY');
  expect(rowOf('AWAY').getByText('等待上线')).toBeVisible();
  expect(rowOf('AWAY').getByRole('button')).toHaveTextContent('AWAY');
  expect(rowOf('BARRED').getByText('设备已禁用，启用并上线后开始')).toBeVisible();
  expect(rowOf('GONE').getByText('设备已删除')).toBeVisible();
  expect(rowOf('GONE').queryByRole('button')).toBeNull();
  expect(rowOf('GONE').queryByText('已删除')).toBeNull();

  // In a paused upgrade, coming online or being enabled starts nothing, so the hints must not say so.
  rerender(shown('paused'));
  for (const sn of ['AWAY', 'BARRED']) expect(rowOf(sn).getByText('升级已暂停')).toBeVisible();
  expect(rowOf('GONE').queryByText('升级已暂停')).toBeNull();

  await me.call(upgrade.pause, { params: { ...params, id } });
  const [last] = (await me.call(upgrade.ofDevice, { params: { ...params, sn: 'AWAY' } })).data.list;
  if (!last) throw new Error('the device was in no upgrade');
  render(<DeviceUpgrade last={last} onOpen={() => {}} />);
  const details = within(await screen.findByRole('region', { name: '最近一次升级' }));
  expect(details.getByText('升级已暂停')).toBeVisible();
});

/** Creates a finished upgrade that failed on all devices. */
async function failedUpgrade(me: Awaited<ReturnType<TestPlatform['signIn']>>, sns: string[], how: object = {}) {
  const { db } = stage.platform;
  const { appKey } = (await me.call(application.create, { body: { name: '仓储', categoryId: 1 } })).data;
  const params = { appKey };
  await me.call(device.createMany, { params, body: { devices: sns.map((sn) => ({ sn })) } });
  const { id: packetId } = await db
    .insertInto('packet')
    .values({ ...camera, createdBy: me.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = (await me.call(upgrade.create, { params, body: { packetId, target: { sns }, ...how } })).data;
  await db.updateTable('upgradeDevice').set({ outcome: 'failed', dueAt: null }).execute();
  await db.updateTable('upgradeCount').set({ outcome: 'failed' }).execute();
  await db.updateTable('upgrade').set({ state: 'finished', settled: 1 }).execute();
  return { params, appKey, id };
}

test('that others are held back is said by what counts since the retry', async () => {
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { params, appKey, id } = await failedUpgrade(me, ['CAM-1']);
  const read = (await me.call(upgrade.read, { params: { ...params, id } })).data;
  const counts = { ...read.counts, all: 12, done: 4, failed: 3, notified: 4, waiting: 1 };
  const retried = { ...read, state: 'running' as const, pauseThresholdPercent: 20, counts, sample: { size: 3, failures: 3 } };
  render(
    <UpgradeDetails appKey={appKey} upgrade={retried} changes={0} onChanged={() => {}} onStarted={() => {}} onOpenDevice={() => {}} />,
  );
  expect(screen.getByText(/^分批升级：正在升级的 4 台/)).toBeVisible();
});

test('until the upgrade is read anew, its failed devices are retried once', async () => {
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { params, appKey, id } = await failedUpgrade(me, ['CAM-1']);
  const sent = jest.fn();
  const deaf = onWritten((endpoint) => endpoint === upgrade.retry && sent());
  const read = async () => (await me.call(upgrade.read, { params: { ...params, id } })).data;
  const shown = (of: ReadUpgrade) => (
    <UpgradeDetails appKey={appKey} upgrade={of} changes={0} onChanged={() => {}} onStarted={() => {}} onOpenDevice={() => {}} />
  );
  const { rerender } = render(shown(await read()));
  const button = screen.getByRole('button', { name: '重试失败的 1 台' });
  fireEvent.click(button);
  await waitFor(() => expect(sent).toHaveBeenCalled());
  await act(async () => {});
  fireEvent.click(button);
  rerender(shown(await read()));
  expect(button).toBeDisabled();
  expect(sent).toHaveBeenCalledTimes(1);
  deaf();
});

test('after a retry, a list of the failed devices shows all devices again', async () => {
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { appKey, id } = await failedUpgrade(me, ['CAM-1']);
  render(<Shown appKey={appKey} id={id} />);
  const ofOutcome = (name: RegExp) => screen.getByRole('button', { name });
  fireEvent.click(await screen.findByRole('button', { name: /^失败\s*1/ }));
  expect(ofOutcome(/^失败/)).toHaveAttribute('aria-pressed', 'true');

  fireEvent.click(ofOutcome(/^重试失败的 1 台/));
  await waitFor(() => expect(ofOutcome(/^全部/)).toHaveAttribute('aria-pressed', 'true'));
  expect(await screen.findByText('CAM-1')).toBeVisible();
});

test('the button retries those that can be retried, and what was left out is told', async () => {
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { params, appKey, id } = await failedUpgrade(me, ['CAM-1', 'CAM-2', 'CAM-3']);
  const remove = (sn: string) => me.call(device.remove, { params: { ...params, sn } });
  await remove('CAM-1');

  const [done, told] = [jest.spyOn(toast, 'success'), jest.spyOn(toast, 'warning')];
  render(<Shown appKey={appKey} id={id} />);
  const button = await screen.findByRole('button', { name: '重试失败的 2 台' });
  await remove('CAM-2');
  fireEvent.click(button);
  await waitFor(() => expect(told.mock.calls).toEqual([['1 台设备没有重试：已被删除，或正在另一个升级任务中']]));
  expect(done.mock.calls).toEqual([['1 台设备将重新升级']]);
  // The disabled button stays for a while, so that a second click does not hit another control.
  await waitFor(() => expect(button).toBeDisabled());
  await waitFor(() => expect(button).not.toBeInTheDocument(), { timeout: 3000 });
});

test('no more begin than the button said: who runs the version is not counted, and what came meanwhile is asked about', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { appKey } = (await me.call(application.create, { body: { name: '仓储', categoryId: 1 } })).data;
  const params = { appKey };
  await me.call(device.createMany, { params, body: { devices: ['CAM-1', 'CAM-2', 'CAM-3'].map((sn) => ({ sn })) } });
  const { id: packetId } = await stage.platform.db
    .insertInto('packet')
    .values({ ...camera, createdBy: me.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { name: packetName, version: packetVersion } = camera;
  await stage.platform.db.updateTable('device').set({ packetName, packetVersion }).where('sn', '=', 'CAM-1').execute();
  await me.call(device.disableMany, { params, body: { sns: ['CAM-3'] } });
  const started = jest.fn();
  const written: unknown[] = [];
  const deaf = onWritten((endpoint) => written.push(endpoint));
  const upgrades = async () => (await me.call(upgrade.list, { params, query: {} })).data.total;
  render(
    <At path="/" route="/">
      <UpgradeDialog appKey={appKey} chosen={{ filter: {} }} from={{ packetId, percent: 100 }} onStarted={started} onClosed={() => {}} />
    </At>,
  );

  const button = await screen.findByRole('button', { name: '升级 1 台设备' });
  // The button shows a number only for the current selection.
  fireEvent.click(screen.getByText('10%'));
  expect(button).toHaveTextContent('开始升级');
  fireEvent.click(screen.getByText('100%'));
  expect(button).toHaveTextContent('升级 1 台设备');

  // Without a threshold, devices are not upgraded in batches, and the dialog says so.
  const pauses = screen.getByRole('checkbox', { name: '失败过多时自动暂停' });
  expect(screen.getByText(/^设备分批升级/)).toBeVisible();
  fireEvent.click(pauses);
  expect(screen.getByText(/^不分批/)).toBeVisible();
  fireEvent.click(pauses);

  // Invalid and empty percentages are errors, instead of meaning all devices or no threshold.
  const [share, threshold] = [screen.getByLabelText('其他比例（%）'), screen.getByLabelText('失败比例上限（%）')];
  const told = () => screen.queryAllByText('请输入 0.01 到 100 之间的数');
  for (const text of ['abc', '', '101']) {
    for (const field of [share, threshold]) fireEvent.change(field, { target: { value: text } });
    await waitFor(() => expect(told()).toHaveLength(2));
    expect(screen.getByText(/^比例填写正确后/)).toBeVisible();
    expect([share, threshold].map((field) => (field as HTMLInputElement).value)).toEqual([text, text]);
    await user.click(button);
  }
  expect([await upgrades(), started.mock.calls]).toEqual([0, []]);
  fireEvent.change(threshold, { target: { value: '12,5' } });
  fireEvent.change(share, { target: { value: '１００％' } });
  await waitFor(() => expect(told()).toHaveLength(0));
  expect(await screen.findByRole('button', { name: '升级 1 台设备' })).toBeVisible();

  await me.call(device.enableMany, { params, body: { sns: ['CAM-3'] } });
  await user.click(button);
  expect(await screen.findByRole('button', { name: '升级 2 台设备' })).toBeVisible();
  expect([await upgrades(), started.mock.calls]).toEqual([0, []]);
  // Fewer devices than shown need no confirmation.
  await me.call(device.disableMany, { params, body: { sns: ['CAM-3'] } });
  // Retrying after a lost answer returns the same upgrade.
  network.loses = (url, method) => method === 'POST' && url.endsWith('/upgrade');
  await user.click(button);
  await waitFor(() => expect(written).toHaveLength(1));
  await waitFor(() => expect(button).not.toHaveClass('ant-btn-loading'));
  expect(await upgrades()).toBe(1);
  network.loses = () => false;
  await user.click(button);
  await waitFor(() => expect(started).toHaveBeenCalled());
  expect((await me.call(upgrade.list, { params, query: {} })).data.list).toMatchObject([{ pauseThresholdPercent: 12.5 }]);
  // Counting devices beforehand must not write anything.
  expect(written).toEqual([upgrade.create, upgrade.create]);
  deaf();
});

test.each([
  ['with its threshold', { pauseThresholdPercent: 35 }, true, '35'],
  ['without one', {}, false, '20'],
] as const)('who goes on to more devices pauses as before: %s', async (_, how, pauses, threshold) => {
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { appKey, id } = await failedUpgrade(me, ['CAM-1'], { target: { filter: {}, percent: 20 }, ...how });
  render(
    <At path="/" route="/">
      <Shown appKey={appKey} id={id} />
    </At>,
  );
  await userEvent.click(await screen.findByRole('button', { name: '扩大到 50%' }));
  expect(await screen.findByLabelText('失败比例上限（%）')).toHaveValue(threshold);
  expect((screen.getByRole('checkbox', { name: '失败过多时自动暂停' }) as HTMLInputElement).checked).toBe(pauses);
  expect(screen.getByLabelText('其他比例（%）')).toHaveValue('50');
});

test('a version of another product is a doubt, and who is asked about all devices has nothing to choose', async () => {
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { appKey } = (await me.call(application.create, { body: { name: '仓储', categoryId: 1 } })).data;
  await me.call(device.createMany, { params: { appKey }, body: { devices: [{ sn: 'CAM-1' }] } });
  const { db } = stage.platform;
  const { id: packetId } = await db
    .insertInto('packet')
    .values({ ...camera, createdBy: me.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('device').set({ packetName: 'gateway', packetVersion: '1.0.0' }).execute();
  render(
    <At path="/" route="/">
      <UpgradeDialog appKey={appKey} from={{ packetId }} onStarted={() => {}} onClosed={() => {}} />
    </At>,
  );

  expect(await screen.findByText(/gateway 1\.0\.0.*名称不同，请确认适用/)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('升级范围')).toHaveTextContent(/^全部设备$/));
});

test('of a version that was deleted meanwhile it is said at once, and none is chosen', async () => {
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { appKey } = (await me.call(application.create, { body: { name: '仓储', categoryId: 1 } })).data;
  await me.call(device.createMany, { params: { appKey }, body: { devices: [{ sn: 'CAM-1' }] } });
  render(
    <At path="/" route="/">
      <UpgradeDialog appKey={appKey} from={{ packetId: 77 }} onStarted={() => {}} onClosed={() => {}} />
    </At>,
  );

  expect(await screen.findByText('没有这个版本，可能已被删除')).toBeVisible();
  expect(screen.queryByText('77')).toBeNull();
});

test('of devices that were chosen and have been deleted that is all that is said', async () => {
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { appKey } = (await me.call(application.create, { body: { name: '仓储', categoryId: 1 } })).data;
  render(
    <At path="/" route="/">
      <UpgradeDialog appKey={appKey} chosen={{ sns: ['CAM-1', 'CAM-2'] }} onStarted={() => {}} onClosed={() => {}} />
    </At>,
  );

  expect(await screen.findByText('所选的 2 台设备都已被删除')).toBeVisible();
  expect(screen.queryByText('没有符合条件的设备')).toBeNull();
});

test('why it is not known which versions run is said where they would stand', async () => {
  connectTo(stage, (await stage.signIn()).token);
  render(<VersionShares appKey="nosuchproject0000000" changes={0} />);
  const region = within(await screen.findByRole('region', { name: '版本分布' }));
  expect(region.getByRole('alert')).toBeVisible();
  expect(region.getByRole('button', { name: '重试' })).toBeVisible();
});

test('a dialog that fills something in itself closes without a question; what was typed into it is asked about', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { appKey } = (await me.call(application.create, { body: { name: '仓储', categoryId: 1 } })).data;
  await me.call(device.create, { params: { appKey }, body: { sn: 'CAM-1' } });
  const closed = jest.fn();
  const open = () =>
    render(
      <At path="/" route="/">
        <UpgradeDialog appKey={appKey} onStarted={() => {}} onClosed={closed} />
      </At>,
    );
  const cancel = () => user.click(screen.getByRole('button', { name: '取消' }));

  const { unmount } = open();
  await waitFor(() => expect(screen.getByLabelText('其他比例（%）')).toHaveValue('100'));
  await cancel();
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  expect(screen.queryByText('放弃未提交的内容？')).toBeNull();
  unmount();

  open();
  await user.type(screen.getByLabelText('备注'), '夜间');
  await cancel();
  await user.click(await screen.findByRole('button', { name: '放弃' }));
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(2));
});
