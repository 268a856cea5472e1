import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import DeviceConfigPage from '@/pages/dashboard/device-config';
import { SaveVerdict } from '@/pages/dashboard/device-config/SaveVerdict';
import { contract } from '../../contract';
import type { Application } from '../../contract/application';
import type { Twin } from '../../contract/config';
import type { Device } from '../../contract/device';
import { clientIdOf, upTopic } from '../../contract/topics';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

const nodeFetch = globalThis.fetch;
let stage: TestPlatform;
let appKey: string;
let call: TestPlatform['call'];

beforeEach(async () => {
  stage = await startPlatform();
  const mine = await stage.signIn();
  ({ call } = mine);
  connectTo(stage, mine.token);
  appKey = (await call(contract.application.create, { body: { name: '仓储', categoryId: 1 } })).data.appKey;
  await call(contract.device.create, { params: { appKey }, body: { sn: 'CAM-1', name: '入库口相机' } });
  // The stream needs a real socket. Node's fetch takes no signal of jsdom's: the end of the platform ends the stream.
  const origin = await stage.app.listen({ host: '127.0.0.1', port: 0 });
  globalThis.fetch = (path, options) => nodeFetch(new URL(String(path), origin), { headers: options?.headers });
});
afterEach(async () => {
  globalThis.fetch = nodeFetch;
  await stage.close();
});

const show = () =>
  render(
    <At path={`/dashboard/${appKey}/device/CAM-1/config`} route="/dashboard/:appKey/device/:sn/config">
      <DeviceConfigPage />
    </At>,
  );

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
  await user.click(screen.getByRole('button', { name: '保存…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('备注（选填）'), '首次安装{Enter}{Enter}');

  const verdict = within(await screen.findByRole('region', { name: '保存结果' }));
  expect(verdict.getByText('等待设备应用 v1')).toBeVisible();
  expect(screen.queryByText('有人先保存了新版本')).not.toBeInTheDocument();
  const { data } = await call(contract.config.revisions, { params: of });
  expect(data.list).toMatchObject([{ version: 1, note: '首次安装', state: { depth: { fps: 20 } } }]);

  const errors = [{ path: 'depth.fps', code: 'unsupported', message: '最高 15 fps' }];
  const report = { version: 1, state: { depth: { fps: 15 } }, result: 'rejected', errors };
  await stage.platform.gate.received({ topic: upTopic(appKey, 'CAM-1', 'config/reported'), payload: Buffer.from(JSON.stringify(report)) });
  expect(await verdict.findByText('设备拒绝了 v1')).toBeVisible();
  expect(verdict.getByText(/最高 15 fps/)).toBeVisible();
  await user.click(verdict.getByRole('button', { name: '知道了' }));
  expect(screen.getByText('设备拒绝了 v1')).toBeVisible();
  await waitFor(() => expect(screen.getAllByText(/最高 15 fps/)).toHaveLength(2));

  await user.click(screen.getByRole('button', { name: '历史版本' }));
  const history = within(await screen.findByRole('dialog', { name: '历史版本' }));
  expect(await history.findByText('设备已拒绝')).toBeVisible();
  expect(history.getByText(/最高 15 fps/)).toBeVisible();
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
