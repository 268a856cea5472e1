import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import DeviceDepthPage from '@/pages/dashboard/device-depth';
import type { FromLink, ToLink } from '@/pages/dashboard/device-depth/stream/link';
import { contract } from '../../contract';
import { DEPTH_CREDIT, DepthClose, type DepthMessage, type DepthState } from '../../contract/depth';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));
jest.mock('@/pages/dashboard/device-depth/stream/open-worker', () => ({ openWorker: () => worker.opened() }));

/** Replaces the worker with its WebSocket, because jsdom lacks web workers. */
const worker = {
  orders: [] as ToLink[],
  onmessage: undefined as ((event: { data: FromLink }) => void) | undefined,
  opened: () => worker,
  postMessage: (order: ToLink) => void worker.orders.push(order),
  terminate: () => {
    worker.onmessage = undefined;
  },
  says: (data: FromLink) => act(async () => worker.onmessage?.({ data })),
};

let stage: TestPlatform;
let appKey: string;
let call: Awaited<ReturnType<TestPlatform['signIn']>>['call'];

beforeEach(async () => {
  worker.orders.length = 0;
  stage = await startPlatform();
  const mine = await stage.signIn();
  connectTo(stage, mine.token);
  call = mine.call;
  appKey = (await mine.call(contract.application.create, { body: { name: '圈舍', categoryId: 1 } })).data.appKey;
  await mine.call(contract.device.create, { params: { appKey }, body: { sn: 'DC-1', name: '入库口相机' } });
});
afterEach(() => stage.close());

async function show(sn = 'DC-1') {
  render(
    <At path={`/dashboard/${appKey}/device/${sn}/depth`} route="/dashboard/:appKey/device/:sn/depth">
      <DeviceDepthPage />
    </At>,
  );
  await screen.findByRole('heading', { level: 1 });
}

const platformSays = (message: DepthMessage) => worker.says({ type: 'text', text: JSON.stringify(message), at: Date.now() });
const becomes = (state: DepthState) => platformSays({ type: 'state', state, at: Date.now() });
const orders = (type: ToLink['type']) => worker.orders.filter((order) => order.type === type);
/** Waits until the page has opened a socket `times` times, each with a new ticket. */
const opened = (times = 1) => waitFor(() => expect(orders('open')).toHaveLength(times));

let seq = 0;
const frame = (depth: number[], changes = {}, encoded?: Uint8Array<ArrayBuffer>) => {
  seq += 1;
  return worker.says({
    type: 'frame',
    header: {
      encoding: 'raw',
      seq,
      width: 2,
      height: depth.length / 2,
      capturedAt: Date.now() * 1000,
      unit: 0.0010000000474974513,
      minHint: 500,
      maxHint: 4500,
      isDecimated: false,
      session: 1,
      payloadLength: 8,
      intrinsics: { fx: 1, fy: 1, cx: 0, cy: 0 },
      ...changes,
    },
    depth: Uint16Array.from(depth),
    encoded,
    bytes: 72,
    at: Date.now(),
    decodeMs: 1,
  });
};

test('it asks for a ticket and opens a socket with it, which goes into no address', async () => {
  await show();
  await opened();
  const [open] = orders('open');
  expect(open).toMatchObject({
    url: expect.stringMatching(/^wss?:/),
    protocols: ['depth.v1', expect.stringMatching(/^ticket\../)],
    credit: DEPTH_CREDIT,
  });
  expect(open && 'url' in open && open.url).not.toContain('ticket.');
  expect(screen.getByRole('heading', { name: '正在连接' })).toBeVisible();
  expect(await screen.findByText('入库口相机')).toBeVisible();
});

test.each([
  ['waiting', '等待画面', undefined],
  ['device-offline', '设备不在线', '用虚拟设备扮演它'],
  ['unsupported', '没有深度画面', '启动虚拟深度相机'],
  ['broker-away', '消息服务不可用', undefined],
  ['busy', '观看人数已满', '立即重试'],
  ['ended', '预览已结束', '返回设备管理'],
] as const)('state %s is said in words, with what to do', async (state, words, action) => {
  await show();
  await opened();
  await becomes(state);
  const screenOf = within((await screen.findByText(words, { selector: 'h2' })).closest('section') as HTMLElement);
  if (action) expect(screenOf.getByText(action)).toBeVisible();
});

test('live: the picture takes the place of the state; a stalled one stays, with what is the matter over it', async () => {
  await show();
  await opened();
  await becomes('live');
  await frame([1000, 1000, 1000, 1000]);
  expect(screen.getByRole('application', { name: '深度画面' })).toBeVisible();
  expect(screen.getByRole('slider', { name: '近端' })).toHaveAttribute('aria-valuenow', '500');
  expect(screen.getByRole('slider', { name: '远端' })).toHaveAttribute('aria-valuenow', '4500');
  expect(orders('taken')).toHaveLength(1);

  await becomes('stalled');
  expect(screen.getByRole('application', { name: '深度画面' })).toBeVisible();
  expect(screen.getByRole('heading', { name: '画面停滞' })).toBeVisible();
  // While this computer is offline, the message must not be about the device.
  expect(screen.getByText(/设备仍然在线/)).toBeVisible();
  const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  expect(screen.getByText('这台电脑或手机没有网络；恢复后画面会自动继续。')).toBeVisible();
  expect(screen.queryByText(/设备仍然在线/)).toBeNull();
  network.mockRestore();
  fireEvent(window, new Event('online'));
  await becomes('ended');
  expect(screen.queryByRole('application', { name: '深度画面' })).toBeNull();
  for (const name of ['冻结画面', '截图', '原始 16 位', '点云 PLY']) expect(screen.getByRole('button', { name })).toBeDisabled();
});

test('what was frozen is kept when the stream ends, with nothing to compare it with', async () => {
  await show();
  await opened();
  await becomes('live');
  await frame([1000, 1000, 1000, 1000]);
  await userEvent.click(screen.getByRole('button', { name: '冻结画面' }));
  await becomes('ended');
  expect(screen.getByRole('application', { name: '深度画面' })).toBeVisible();
  expect(screen.getByRole('button', { name: '截图' })).toBeEnabled();
  expect(screen.queryByRole('radio', { name: '滑动对比' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '恢复实时' }));
  expect(screen.queryByRole('application', { name: '深度画面' })).toBeNull();
  expect(screen.getByRole('button', { name: '截图' })).toBeDisabled();
});

/** Deletes the device while its stream is open. */
async function isDeleted() {
  await call(contract.device.remove, { params: { appKey, sn: 'DC-1' } });
  await worker.says({ type: 'closed', code: DepthClose.ended });
}

test('what was frozen can be saved and left after the device was deleted', async () => {
  await show();
  await opened();
  await becomes('live');
  await frame([1000, 1000, 1000, 1000]);
  await userEvent.click(screen.getByRole('button', { name: '冻结画面' }));
  await isDeleted();
  expect(await screen.findByText('已冻结 · 没有这台设备')).toBeVisible();
  expect(screen.getByRole('button', { name: '截图' })).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: '恢复实时' }));
  expect(screen.getByRole('heading', { name: '没有这台设备' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '截图' })).toBeNull();
});

test('what was recorded when the device was deleted is a clip, to be looked at and saved', async () => {
  await show();
  await opened();
  await becomes('live');
  await userEvent.click(screen.getByRole('button', { name: '录制短片' }));
  await frame([1000, 1000, 1000, 1000], {}, new Uint8Array(72));
  await isDeleted();
  expect(await screen.findByRole('button', { name: '保存短片' })).toBeVisible();
  expect(screen.getByRole('complementary')).toBeVisible();
  expect(screen.queryByRole('button', { name: /正在录制/ })).toBeNull();
});

test('of a device that is disabled it is said so, and where it is enabled', async () => {
  await call(contract.device.disableMany, { params: { appKey }, body: { sns: ['DC-1'] } });
  await show();
  await opened();
  await worker.says({ type: 'closed', code: DepthClose.ended });
  expect(await screen.findByRole('heading', { name: '设备已禁用' })).toBeVisible();
  expect(screen.getByRole('link', { name: '到设备详情启用' })).toHaveAttribute('href', `/dashboard/${appKey}/device?device=DC-1`);
});

test('a device that is enabled again is watched again; one that is deleted meanwhile is missing', async () => {
  await show();
  await opened();
  const disable = async () => {
    await call(contract.device.disableMany, { params: { appKey }, body: { sns: ['DC-1'] } });
    await worker.says({ type: 'closed', code: DepthClose.ended });
    expect(await screen.findByRole('heading', { name: '设备已禁用' })).toBeVisible();
  };
  await disable();
  await call(contract.device.update, { params: { appKey, sn: 'DC-1' }, body: { enabled: true } });
  await opened(2);
  expect(screen.queryByRole('heading', { name: '设备已禁用' })).toBeNull();

  await disable();
  await call(contract.device.remove, { params: { appKey, sn: 'DC-1' } });
  expect(await screen.findByRole('heading', { name: '没有这台设备' })).toBeVisible();
});

test('of a project that is not there, or is somebody else’s, it is said so as on its other pages', async () => {
  appKey = 'nosuchproject0000000';
  await show();
  expect(await screen.findByRole('heading', { name: '没有找到这个项目' })).toBeVisible();
});

test('a device that is not there is said to be missing', async () => {
  await show('NOPE');
  expect(await screen.findByRole('heading', { name: '没有这台设备' })).toBeVisible();
  expect(orders('open')).toHaveLength(0);
});

test('a connection that breaks is made again with a new ticket; one that was ended is not', async () => {
  await show();
  await opened();
  await worker.says({ type: 'closed', code: 1006 });
  expect(screen.getByRole('heading', { name: '连接中断' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '立即重试' }));
  await opened(2);
  const tickets = orders('open').map((order) => 'protocols' in order && order.protocols[1]);
  expect(tickets).toHaveLength(2);
  expect(tickets[0]).not.toBe(tickets[1]);

  await worker.says({ type: 'closed', code: DepthClose.ended });
  expect(await screen.findByRole('heading', { name: '预览已结束' })).toBeVisible();
});

test('a platform that refuses is not lost: its answer is told, and a fault that passes is not waited for in vain', async () => {
  const { db } = stage.platform;
  await sql`alter table "depthTicket" rename to away`.execute(db);
  await show();
  const refused = within((await screen.findByRole('heading', { name: '无法打开画面' })).closest('section') as HTMLElement);
  expect(refused.getByText(/服务异常/)).toBeVisible();
  expect(refused.getByText(/^请求编号 /)).toBeVisible();
  expect(orders('open')).toHaveLength(0);
  await sql`alter table away rename to "depthTicket"`.execute(db);
  await opened();
});

test('a frame that cannot be read is counted, words that nobody knows change nothing', async () => {
  await show();
  await opened();
  await becomes('live');
  await frame([1000, 1000, 1000, 1000]);
  await worker.says({ type: 'refused', problem: 'payload' });
  await worker.says({ type: 'text', text: '{"type":"hologram"}', at: 0 });
  await worker.says({ type: 'text', text: 'nonsense', at: 0 });
  expect(await screen.findByText('无法解码')).toBeVisible();
  expect(screen.getByRole('application', { name: '深度画面' })).toBeVisible();
});

test('keys: palette, tools, freezing; what is kept is kept for the next time', async () => {
  const user = userEvent.setup();
  await show();
  await opened();
  await becomes('live');
  await frame([1000, 1000, 1000, 1000]);
  await user.keyboard('p3e');
  expect(screen.getByRole('radio', { name: /Viridis/ })).toBeChecked();
  expect(screen.getByRole('radio', { name: '区域' })).toBeChecked();
  expect(localStorage.getItem('depth-look')).toBe('viridis equalise');
  await user.keyboard(' ');
  expect(screen.getByRole('radio', { name: '滑动对比' })).toBeVisible();
  await user.keyboard(' ');
  expect(screen.queryByRole('radio', { name: '滑动对比' })).toBeNull();
});

test('the space bar does not press the button again that was clicked, but freezes', async () => {
  const user = userEvent.setup();
  await show();
  await opened();
  await becomes('live');
  await frame([1000, 1000, 1000, 1000]);
  await user.click(screen.getByRole('button', { name: '适应当前画面' }));
  expect(screen.getByRole('application', { name: '深度画面' })).toHaveFocus();
  await user.keyboard(' ');
  expect(screen.getByRole('radio', { name: '滑动对比' })).toBeVisible();
});

test('another profile is asked for on the same connection', async () => {
  await show();
  await opened();
  await becomes('live');
  await userEvent.selectOptions(screen.getByLabelText('画质'), 'native@30');
  expect(orders('say')).toEqual([{ type: 'say', message: { type: 'profile', profile: 'native@30' } }]);
});

test('a profile chosen before there is a connection is asked for once there is one', async () => {
  await show();
  await opened();
  await userEvent.selectOptions(screen.getByLabelText('画质'), 'native@30');
  worker.orders.length = 0;
  const hello = { type: 'hello', sn: 'DC-1', streaming: '320x240@10', camera: null, viewers: 1, at: Date.now() } as const;
  await platformSays({ ...hello, profile: '320x240@10' });
  expect(orders('say')).toEqual([{ type: 'say', message: { type: 'profile', profile: 'native@30' } }]);
  await platformSays({ ...hello, profile: 'native@30' });
  expect(orders('say')).toHaveLength(1);
});

test('what can be chosen is what the device can send, and the way to its configuration is there', async () => {
  await show();
  await opened();
  const hello = { type: 'hello', sn: 'DC-1', profile: '320x240@10', streaming: '320x240@10', viewers: 1, at: Date.now() } as const;
  const choices = () => [...screen.getByLabelText<HTMLSelectElement>('画质').options].map(({ text }) => text);
  await platformSays({ ...hello, camera: null });
  expect(choices()).toContain('原始尺寸 · 30 fps');

  await platformSays({ ...hello, camera: { width: 640, height: 480, fps: 15 } });
  expect(choices()).toEqual(['320 × 240 · 10 fps', '640 × 480 · 10 fps', '640 × 480 · 15 fps']);
  expect(screen.getByText(/设备声明的上限：640 × 480，15 fps/)).toBeVisible();
  const [link] = screen.getAllByRole('link', { name: '设备配置' });
  expect(link).toHaveAttribute('href', `/dashboard/${appKey}/device/DC-1/config`);

  await platformSays({ ...hello, camera: { width: 320, height: 240, fps: 5 } });
  expect(choices()).toEqual(['320 × 240 · 5 fps']);
});

const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

test('a tab that stays hidden lets go of the device, and comes back when it is looked at', async () => {
  await show();
  await opened();
  await becomes('live');
  jest.useFakeTimers();
  hide(true);
  await act(async () => jest.advanceTimersByTime(9000));
  expect(orders('close')).toHaveLength(0);
  await act(async () => jest.advanceTimersByTime(2000));
  expect(orders('close')).toHaveLength(1);
  jest.useRealTimers();
  await act(async () => hide(false));
  await opened(2);
});

test('a stream that ended while the tab was hidden stays ended', async () => {
  await show();
  await opened();
  await becomes('live');
  jest.useFakeTimers();
  hide(true);
  await worker.says({ type: 'closed', code: DepthClose.ended });
  await act(async () => jest.advanceTimersByTime(11_000));
  jest.useRealTimers();
  await act(async () => hide(false));
  expect(await screen.findByText('预览已结束', { selector: 'h2' })).toBeVisible();
  expect(orders('open')).toHaveLength(1);
});
