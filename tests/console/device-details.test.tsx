import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import DeviceDrawer from '@/pages/dashboard/device/DeviceDrawer';
import { StateSentence } from '@/pages/dashboard/device/details/StateSentence';
import { useTimeline } from '@/pages/dashboard/device/details/useTimeline';
import { contract } from '../../contract';
import type { BrokerClient } from '../../contract/broker';
import type { Device } from '../../contract/device';
import type { DeviceEvent } from '../../contract/event';
import { clientIdOf, upTopic } from '../../contract/topics';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

const nodeFetch = globalThis.fetch;
let stage: TestPlatform;
let appKey: string;
let clientId: string;

let secret: string;

beforeEach(async () => {
  stage = await startPlatform();
  const mine = await stage.signIn();
  connectTo(stage, mine.token);
  appKey = (await mine.call(contract.application.create, { body: { name: '仓储', categoryId: 1 } })).data.appKey;
  clientId = clientIdOf(appKey, 'CAM-1');
  const made = await mine.call(contract.device.create, { params: { appKey }, body: { sn: 'CAM-1', name: '入库口相机' } });
  secret = made.data.secret;
  // The event stream needs a real socket. Node's fetch rejects jsdom's AbortSignal, so the stream ends with the platform.
  const origin = await stage.app.listen({ host: '127.0.0.1', port: 0 });
  globalThis.fetch = (path, options) => nodeFetch(new URL(String(path), origin), { headers: options?.headers });
});
afterEach(async () => {
  Object.defineProperty(document, 'hidden', { value: false, configurable: true });
  globalThis.fetch = nodeFetch;
  await stage.close();
});

/** Renders the drawer. @returns the actions that it has requested from its page */
function show() {
  const asked: string[] = [];
  render(
    <At path="/" route="/">
      <DeviceDrawer appKey={appKey} sn="CAM-1" changes={0} act={(is) => asked.push(is)} onClosed={() => asked.push('closed')} />
    </At>,
  );
  return asked;
}

const connected = () => stage.platform.gate.connected({ clientId, connectedAt: Date.now(), address: '10.2.3.4' });
const gone = (reason: 'normal' | 'keepalive_timeout') => stage.platform.gate.disconnected({ clientId, at: Date.now() + 1, reason });
const says = (values: object) =>
  stage.platform.gate.received({ topic: upTopic(appKey, 'CAM-1', 'telemetry'), payload: Buffer.from(JSON.stringify({ values })) });
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('a device that never connected is taught to, in code; the checklist says what was looked at', async () => {
  show();

  expect(await screen.findByText(/-P '设备密钥'/)).toBeVisible();
  const why = await region('为什么不在线');
  expect(await why.findByText('还没有连接过')).toBeVisible();
  expect(why.getByText('✓ 没有错误的密钥')).toBeVisible();
});

test('why it is offline, since when and what to do, is said in plain words', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await connected();
  await gone('keepalive_timeout');
  await stage.platform.gate.admit({ clientId, username: clientId, password: 'wrong', address: '10.9.9.9' });
  const asked = show();

  const why = await region('为什么不在线');
  expect(await why.findByText('用了错误的密钥')).toBeVisible();
  expect(why.getByText('来自 10.9.9.9')).toBeVisible();
  expect(why.getByText('心跳超时')).toBeVisible();
  expect(why.getByText(/多半断电或断网/)).toBeVisible();
  expect(why.getByText('✓ 上次连接后没有错误的客户端 ID')).toBeVisible();
  await user.click(why.getByRole('button', { name: '重置密钥' }));
  expect(asked).toEqual(['reset']);

  const story = await region('时间线');
  await story.findByText('拒绝连接');
  const entries = (await story.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(entries).toEqual(['拒绝连接密钥错误 · 10.9.9.9刚刚', '离线心跳超时刚刚', '上线10.2.3.4刚刚']);
});

test('names that differ say that the secret is right now, not that it was never wrong', async () => {
  await stage.platform.gate.admit({ clientId, username: clientId, password: 'wrong', address: '10.9.9.9' });
  await stage.platform.gate.admit({ clientId: 'mqttjs_1', username: clientId, password: secret, address: '10.9.9.9' });
  show();

  const why = await region('为什么不在线');
  expect(await why.findByText(/^密钥正确，但客户端 ID/)).toBeVisible();
  expect(why.getByText('✓ 设备已启用')).toBeVisible();
  expect(why.queryByText(/没有错误的密钥/)).toBeNull();
});

test('a range from later to earlier is told to be one', async () => {
  await connected();
  show();
  const story = await region('时间线');
  fireEvent.mouseDown(await story.findByRole('combobox', { name: '时间范围' }));
  fireEvent.click(await screen.findByText('自定义…'));
  type('从', '2026-11-29T10:00');
  type('到', '2026-11-28T10:00');
  expect(await story.findByRole('alert')).toHaveTextContent('开始时间晚于结束时间');
  // Nothing new can be before a time that has gone by.
  expect(story.queryByText('实时')).toBeNull();
  expect(story.queryByRole('button', { name: '暂停' })).toBeNull();
  type('到', '2099-11-30T10:00');
  await waitFor(() => expect(story.queryByRole('alert')).toBeNull());
  expect(story.getByRole('button', { name: '暂停' })).toBeVisible();

  function type(label: string, value: string) {
    const field = story.getByLabelText(label);
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  }
});

test('of two that take each other’s place it is said while one of them is online', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  for (let n = 0; n < 6; n++) await connected();
  const asked = show();

  const why = await region('连接不稳定');
  expect(why.getByText('被同一身份的新连接替换')).toBeVisible();
  expect(why.getByText('10 分钟内被替换 5 次')).toBeVisible();
  await user.click(why.getByRole('button', { name: '重置密钥' }));
  expect(asked).toEqual(['reset']);
  expect(screen.queryByRole('region', { name: '为什么不在线' })).toBeNull();
});

test('a break too short to be told of as offline: online for as long as the list says, and connected again since', () => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const device = { state: 'online', stateSince: ago(330_000), address: '10.2.3.4' } as Device;
  const says = (connected_at: string) => {
    const { container, unmount } = render(<StateSentence device={device} client={{ connected_at } as BrokerClient} />);
    const said = container.textContent;
    unmount();
    return said;
  };

  expect(says(ago(330_000))).toMatch(/^在线已持续 5 分 3\d 秒10.2.3.4$/);
  expect(says(ago(11_000))).toMatch(/^在线已持续 5 分 3\d 秒11 秒前重新连接10.2.3.4$/);
});

test('why a message could not be read is told in the reader’s language', async () => {
  await connected();
  const payload = Buffer.from(JSON.stringify({ packetId: 2, stage: 'downloading', percent: 370 }));
  await stage.platform.gate.received({ topic: upTopic(appKey, 'CAM-1', 'upgrade/progress'), payload });
  await stage.platform.ingest.settle();
  show();
  const story = await region('时间线');
  await userEvent.click(await story.findByText('upgrade/progress · percent：不能大于 100'));
  expect(await story.findByText('"percent：不能大于 100"')).toBeVisible();
  expect(story.queryByText(/not more than/i)).toBeNull();
});

test('what a device says of its upgrade is told as its word, and what the platform saw as a fact', async () => {
  await connected();
  const { gate, ingest, db } = stage.platform;
  const say = (progress: object) =>
    gate.received({ topic: upTopic(appKey, 'CAM-1', 'upgrade/progress'), payload: Buffer.from(JSON.stringify(progress)) });
  await say({ packetId: 12345, stage: 'failed', error: '磁盘满' });
  // Only the platform can say what it saw.
  await say({ packetId: 12345, stage: 'succeeded', running: { name: 'camera', version: '9.9.9' } });
  await ingest.settle();
  const seen = { packetId: 1, stage: 'failed', error: 'came back with camera 1.0.0', running: { name: 'camera', version: '1.0.0' } };
  const latest = await db.selectFrom('deviceEvent').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  await db
    .insertInto('deviceEvent')
    .values({ ...latest, id: latest.id + 1, type: 'device.upgrade.failed', data: JSON.stringify(seen) })
    .execute();
  show();

  const story = await region('时间线');
  const lines = (await story.findAllByText(/升级(成功|失败)$/)).map((title) => title.parentElement?.textContent);
  expect(lines).toEqual(['升级失败重新上线时运行的是 camera 1.0.0', '报告升级成功', '报告升级失败磁盘满']);
});

test('how many messages like it were left out is said on the row of the next one', async () => {
  await connected();
  const { gate, ingest } = stage.platform;
  const say = () => gate.received({ topic: upTopic(appKey, 'CAM-1', 'telemetry'), payload: Buffer.from('{}') });
  for (let n = 0; n < 9; n++) await say();
  stage.pass(10_000);
  await say();
  await ingest.settle();
  show();

  const story = await region('时间线');
  expect(await story.findByText('telemetry · 此前另有 4 次 · 缺少 values')).toBeVisible();
  expect(story.getAllByText('telemetry · 缺少 values')).toHaveLength(5);
});

test('where it published what ended its connection is said at once, above the timeline and in it, also among the problems', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const topic = upTopic(appKey, 'CAM-1', 'telemetry').replace('telemetry', 'telemetri');
  await connected();
  await gone('normal');
  show();
  const why = await region('为什么不在线');
  expect(await why.findByText('设备主动断开')).toBeVisible();
  const story = await region('时间线');
  await story.findByText('实时');
  await user.click(story.getByRole('button', { name: '异常' }));
  await story.findByText(/没有符合条件的记录/);

  const connectedAt = Date.now() + 1000;
  const { gate } = stage.platform;
  await Promise.all([
    gate.connected({ clientId, connectedAt, address: '10.2.3.4' }),
    gate.disconnected({ clientId, connectedAt, at: connectedAt, reason: 'not_authorized', topic }),
  ]);

  expect(await why.findByText('发布到不允许的主题，连接被断开')).toBeVisible();
  expect(why.getByText(topic)).toBeVisible();
  await user.click(await story.findByText('发布到不允许的主题'));
  expect(await story.findByText(`"${topic}"`)).toBeVisible();
});

test('a subscription that is refused is told with its topic, among the problems', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const topic = `v1/${appKey}/CAM-2/down/#`;
  await connected();
  show();
  const story = await region('时间线');
  await story.findByText('实时');
  await user.click(story.getByRole('button', { name: '异常' }));
  await stage.platform.gate.subscriptionRefused({ clientId, filter: topic, address: '10.2.3.4' });

  expect(await story.findByText('订阅被拒绝')).toBeVisible();
  expect(story.getByText(topic)).toBeVisible();
});

test('a configuration that was applied in part is told as that, with the reason, among the problems', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const topic = upTopic(appKey, 'CAM-1', 'config/reported');
  await connected();
  show();
  const story = await region('时间线');
  await story.findByText('实时');
  await user.click(story.getByRole('button', { name: '异常' }));
  const reports = (result: string, errors: object[]) =>
    stage.platform.gate.received({ topic, payload: Buffer.from(JSON.stringify({ version: 0, state: {}, result, errors })) });
  await reports('ok', []);
  await reports('partial', [{ path: 'depth.fps', code: 'busy', message: '传感器忙' }]);

  const row = (await story.findByText('配置部分生效')).closest('li') as HTMLElement;
  expect(row).toHaveTextContent('v0 · 传感器忙');
  expect(story.queryByText('配置已生效')).toBeNull();
});

test('a page that nobody looks at takes no connection for the news, until it is looked at', async () => {
  const hide = (hidden: boolean) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  await connected();
  const streams = jest.spyOn(globalThis, 'fetch');
  hide(true);
  show();
  await region('时间线');
  await new Promise((passed) => setTimeout(passed, 500));
  expect(streams).not.toHaveBeenCalled();

  hide(false);
  await waitFor(() => expect(streams).toHaveBeenCalledWith(expect.stringContaining('/stream?sn=CAM-1'), expect.anything()));
});

test('what happens is told as it happens; a paused timeline counts it', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await connected();
  show();
  const story = await region('时间线');
  await story.findByText('实时');

  await says({ temperature: 21.5 });
  expect(await story.findByText('temperature 21.5')).toBeVisible();

  await user.click(story.getByRole('button', { name: '暂停' }));
  await says({ temperature: 22 });
  expect(await story.findByText(/1 条新记录/)).toBeVisible();
  expect(story.queryByText('temperature 22')).toBeNull();
  await user.click(story.getByRole('button', { name: '继续' }));
  expect(await story.findByText('temperature 22')).toBeVisible();

  await gone('normal');
  const why = await region('为什么不在线');
  expect(await why.findByText('设备主动断开')).toBeVisible();
});

test.each([
  [300, 'is what was held back', (read: number) => 300 + read],
  [301, 'is read again, as it is now', (read: number) => read],
])('a paused timeline counts all %i that come; what is shown then %s', async (count, _, length) => {
  await connected();
  const { result } = renderHook(() => useTimeline(appKey, 'CAM-1', { current: document.body }, { current: null }), {
    wrapper: ({ children }) => (
      <At path="/" route="/">
        <>{children}</>
      </At>
    ),
  });
  await waitFor(() => expect(result.current.list).toBeDefined());
  const read = result.current.list as DeviceEvent[];
  act(() => result.current.pause());
  for (let n = 1; n <= count; n++) act(() => result.current.hear({ ...(read[0] as DeviceEvent), id: (read[0]?.id ?? 0) + n }));
  expect(result.current).toMatchObject({ held: count, list: read });

  act(() => result.current.resume());
  await waitFor(() => expect(result.current).toMatchObject({ held: 0, list: { length: length(read.length) } }));
});
