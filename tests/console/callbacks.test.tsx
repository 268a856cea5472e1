import { EventEmitter, once } from 'node:events';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { z } from 'zod';
import { requestTexts } from '@/locales/request';
import { curlOf } from '@/pages/dashboard/call-record/curl';
import ConsumerPage from '@/pages/dashboard/consumer';
import { textOf } from '@/pages/dashboard/consumer/callback-values';
import { api, forgetReads } from '@/services/api';
import { rebased } from '@/utils/rebased';
import { toast } from '@/utils/toast';
import { isAnythingUnsaved } from '@/utils/unsaved';
import { contract } from '../../contract';
import type { WebhookDraft } from '../../contract/webhook';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo, network, outwait } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

test('a request as curl is a single command, with all headers and the body quoted', () => {
  const curl = curlOf({
    url: 'https://例子.com/hook?a=1&b=你好',
    headers: { 'content-type': 'application/json', 'x-note': "it's" },
    body: `{"text":"it's \\"$HOME\\""}`,
  });

  expect(curl).toBe(
    [
      'curl -i',
      "-H 'content-type: application/json'",
      "-H 'x-note: it'\\''s'",
      `--data-binary '{"text":"it'\\''s \\"$HOME\\""}'`,
      "'https://xn--fsqu00a.com/hook?a=1&b=%E4%BD%A0%E5%A5%BD'",
    ].join(' \\\n  '),
  );
});

let platform: TestPlatform;
afterEach(() => {
  network.takes = async () => {};
  network.loses = () => false;
  return platform?.close();
});

/** Opens the callback settings of a new project. @param draft the saved callback, if any */
async function openSettings(changes: Parameters<typeof startPlatform>[0], draft?: z.input<typeof WebhookDraft>) {
  platform = await startPlatform(changes);
  const me = await platform.signIn();
  connectTo(platform, me.token);
  const { data: project } = await me.call(contract.application.create, { body: { name: '仓储', categoryId: 1 } });
  const params = { appKey: project.appKey };
  if (draft) await me.call(contract.webhook.save, { params, body: draft });
  showSettings(project.appKey);
  return { me, params, user: userEvent.setup({ delay: null }), url: await screen.findByLabelText('URL') };
}

const showSettings = (appKey: string) =>
  render(
    <At path={`/dashboard/${appKey}/consumer`} route="/dashboard/:appKey/consumer">
      <ConsumerPage />
    </At>,
  );

test('a URL that the platform refuses is an error while typing, and when saving', async () => {
  const { user, url } = await openSettings({ callbackAllowPrivate: false });
  for (const host of ['169.254.169.254', 'localhost']) {
    await user.clear(url);
    await user.type(url, `http://${host}/latest`);
    expect(await screen.findByText(new RegExp(`${host}.* 是内网或保留地址`))).toBeVisible();
  }
  await user.click(screen.getByRole('button', { name: '开始接收回调' }));
  expect(await screen.findByText(/localhost .* 是内网或保留地址/)).toBeVisible();
  expect(url).toHaveValue('http://localhost/latest');
});

test('an invalid header is an error while typing, until it is corrected', async () => {
  const { user } = await openSettings({});
  await user.click(screen.getByRole('button', { name: '添加请求头' }));
  const name = screen.getByLabelText('名称');
  for (const [typed, why] of [
    ['x team', '请求头名称不合法'],
    ['webhook-id', '签名与 HTTP 自身使用的请求头不能自定义'],
  ] as const) {
    await user.clear(name);
    await user.type(name, typed);
    expect(await screen.findByText(why)).toBeVisible();
  }
  await user.clear(name);
  await user.type(name, 'x-team');
  await waitFor(() => expect(screen.queryByText('签名与 HTTP 自身使用的请求头不能自定义')).toBeNull());
});

test('errors of several headers are shown beside their names', async () => {
  const { user } = await openSettings({});
  await user.type(screen.getByLabelText('URL'), 'http://127.0.0.1:8699/hook');
  for (const header of ['x-team', 'X-Team', '']) {
    await user.click(screen.getByRole('button', { name: '添加请求头' }));
    if (header) await user.type(screen.getAllByLabelText('名称').at(-1) as HTMLElement, header);
    await user.type(screen.getAllByLabelText('值').at(-1) as HTMLElement, '1');
  }
  const [, twice, none] = screen.getAllByLabelText('名称');
  await user.click(screen.getByRole('button', { name: '开始接收回调' }));
  await waitFor(() => expect(twice).toBeInvalid());
  await waitFor(() => expect(twice).toHaveAccessibleDescription('请求头名称重复'));
  expect(none).toHaveAccessibleDescription('请填写此项');
});

test('a header without a value is an error once its value was cleared or it is sent, not while its name is typed', async () => {
  const { user } = await openSettings({});
  await user.type(screen.getByLabelText('URL'), 'http://127.0.0.1:8699/hook');
  await user.click(screen.getByRole('button', { name: '添加请求头' }));
  await user.type(screen.getByLabelText('名称'), 'x team');
  await waitFor(() => expect(screen.getByLabelText('名称')).toBeInvalid());
  const value = screen.getByLabelText('值');
  expect(value).not.toBeInvalid();
  await user.clear(screen.getByLabelText('名称'));
  await user.type(screen.getByLabelText('名称'), 'x-team');
  await user.click(screen.getByRole('button', { name: '开始接收回调' }));
  await waitFor(() => expect(value).toHaveAccessibleDescription('请填写此项'));

  await user.type(value, '1');
  await waitFor(() => expect(value).not.toBeInvalid());
  await user.clear(value);
  await waitFor(() => expect(value).toHaveAccessibleDescription('请填写此项'));
});

test("saving keeps another person's newer settings, except those edited here", async () => {
  const before = { url: 'http://127.0.0.1:8699/hook', headers: { 'x-team': 'ours' } };
  const { me, params, user, url } = await openSettings({}, before);
  const asked: string[] = [];
  network.takes = async (_, path) => void asked.push(path);
  fireEvent.change(url, { target: { value: ' http://127.0.0.1:8699/typed' } });
  // After this check of the URL, the page does not read the settings again by itself.
  await waitFor(() => expect(asked.join(' ')).toMatch(/\/check/));
  const theirs = { url: 'http://127.0.0.1:8699/theirs', headers: { 'x-gate': 'token' }, events: ['device.online' as const] };
  await me.call(contract.webhook.save, { params, body: { ...theirs, status: 'disabled' } });
  const save = () => user.click(screen.getByRole('button', { name: '保存设置' }));
  // The first attempt only warns that the other person's change will be overwritten.
  await save();
  expect(await screen.findByText('您修改的内容刚刚也在别处被修改，保存会覆盖它')).toBeVisible();
  expect((await me.call(contract.webhook.read, { params })).data).toMatchObject({ ...theirs, status: 'disabled' });
  await save();

  const together = { ...theirs, url: 'http://127.0.0.1:8699/typed', status: 'disabled' };
  await waitFor(async () => expect((await me.call(contract.webhook.read, { params })).data).toMatchObject(together));
  expect(screen.getByDisplayValue('x-gate')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('有未保存的修改')).toBeNull());
  await waitFor(() => expect(url).toHaveValue(together.url));
});

test('what somebody else saved in an edited part is shown beside it, and can be taken instead', async () => {
  const before = { url: 'http://127.0.0.1:8699/hook', headers: { 'x-team': 'ours' } };
  const { me, params, user, url } = await openSettings({}, before);
  const asked: string[] = [];
  network.takes = async (_, path) => void asked.push(path);
  fireEvent.change(url, { target: { value: 'http://127.0.0.1:8699/typed' } });
  fireEvent.change(screen.getByDisplayValue('ours'), { target: { value: 'mine' } });
  // As above: what the page had read by itself would be overwritten at once.
  await waitFor(() => expect(asked.join(' ')).toMatch(/\/check/));
  await me.call(contract.webhook.save, { params, body: { url: 'http://127.0.0.1:8699/theirs', headers: {} } });
  await user.click(screen.getByRole('button', { name: '保存设置' }));
  const theirUrl = await screen.findByText('http://127.0.0.1:8699/theirs');
  expect(screen.getByText('没有附加请求头')).toBeVisible();

  const [takeUrl] = screen.getAllByRole('button', { name: /^采用它/ });
  await user.click(takeUrl as HTMLElement);

  expect(url).toHaveValue('http://127.0.0.1:8699/theirs');
  expect(theirUrl).not.toBeInTheDocument();
  expect(screen.getByText('没有附加请求头')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^采用它/ }));
  expect(screen.queryByDisplayValue('mine')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: '保存设置' })).toBeNull());
});

test('the result of a test disappears when the URL changes', async () => {
  const { user, url } = await openSettings({}, { url: 'http://127.0.0.1:8699/before' });
  await user.click(await screen.findByRole('button', { name: '发送测试' }));
  expect(await screen.findByText(/POST http:\/\/127.0.0.1:8699\/before/)).toBeVisible();

  fireEvent.change(url, { target: { value: 'http://127.0.0.1:8699/after' } });
  await user.click(screen.getByRole('button', { name: '保存设置' }));

  await waitFor(() => expect(screen.queryByText(/POST http:\/\/127.0.0.1:8699\/before/)).toBeNull());
});

test('waiting events and their age are shown when they are delayed', async () => {
  const { me, params } = await openSettings({}, { url: 'http://127.0.0.1:8699/away' });
  const { data: test } = await me.call(contract.webhook.test, { params, body: {} });
  await me.call(contract.webhook.resend, { params: { ...params, id: test.recordId } });
  await platform.platform.settle();
  const HOUR = 3_600_000;
  const is = (attempts: number, dueAt: number) =>
    platform.platform.db
      .updateTable('callbackRecord')
      .set({ attempts, dueAt, createdAt: Date.now() - HOUR })
      .execute();
  const showAnew = () => {
    cleanup();
    forgetReads();
    showSettings(params.appKey);
    return screen.findByRole('button', { name: '发送测试' });
  };

  // Holds all deliveries, so that nothing is sent during the test.
  await platform.platform.db
    .updateTable('webhook')
    .set({ holdUntil: Date.now() + HOUR })
    .execute();
  await is(0, Date.now());
  await showAnew();
  expect(screen.queryByRole('link', { name: /等待推送或重试/ })).toBeNull();

  await is(1, Date.now() + HOUR);
  await showAnew();
  const told = await screen.findByRole('link', { name: '有 1 条事件等待推送或重试' });
  expect(told).toHaveAttribute('href', expect.stringContaining('/call-record?status=pending'));
  expect(told.closest('p')).toHaveTextContent('最早：1 小时前');

  await is(0, Date.now() - HOUR);
  await showAnew();
  expect(await screen.findByRole('link', { name: /等待推送或重试/ })).toBeVisible();
});

test('input before the first save is kept when somebody else saves first', async () => {
  const { me, params, user, url } = await openSettings({});
  await user.type(url, 'http://127.0.0.1:8699/mine');
  await me.call(contract.webhook.save, { params, body: { url: 'http://127.0.0.1:8699/theirs', headers: { 'x-gate': 'token' } } });
  await user.click(screen.getByRole('button', { name: '开始接收回调' }));

  expect(await screen.findByText('您修改的内容刚刚也在别处被修改，保存会覆盖它')).toBeVisible();
  expect(screen.getByLabelText('URL')).toHaveValue('http://127.0.0.1:8699/mine');
  expect(screen.getByDisplayValue('x-gate')).toBeVisible();
});

test('the form does not report an expired session a second time', async () => {
  const { me, user, url } = await openSettings({}, { url: 'http://127.0.0.1:8699/hook' });
  const told = jest.spyOn(toast, 'error');
  await user.type(url, '/a');
  await me.call(contract.account.logout);
  await user.click(screen.getByRole('button', { name: '保存设置' }));

  await waitFor(() => expect(localStorage.getItem('token')).toBe(''));
  await waitFor(() => expect(screen.getByRole('button', { name: '保存设置' })).toBeEnabled());
  // Failures are reported in order, so when a later one is shown, the form's would have been shown before.
  network.loses = () => true;
  await api.settings.read().catch(() => {});
  await waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 5000 });
  expect(new Set(told.mock.calls.map(([message]) => message))).toEqual(new Set([requestTexts['zh-CN'].fallback]));
  told.mockRestore();
});

test.each(['GET', 'POST'])('input during a save (%s held) is not saved, and stays unsaved', async (held) => {
  const { me, params, user, url } = await openSettings({}, { url: 'http://127.0.0.1:8699/hook' });
  await user.type(url, '/a');
  const line = new EventEmitter();
  network.takes = async (method, path) => {
    if (method !== held || !path.endsWith('/webhook')) return;
    network.takes = async () => {};
    line.emit('sent');
    await once(line, 'arrives');
  };
  const sent = once(line, 'sent');
  await user.click(screen.getByRole('button', { name: '保存设置' }));
  await sent;
  await user.type(url, 'b');
  line.emit('arrives');

  await waitFor(async () => expect((await me.call(contract.webhook.read, { params })).data?.url).toBe('http://127.0.0.1:8699/hook/a'));
  await waitFor(() => expect(screen.getByRole('button', { name: '保存设置' })).toBeEnabled());
  expect(url).toHaveValue('http://127.0.0.1:8699/hook/ab');
  expect(screen.getByText('有未保存的修改')).toBeVisible();
});

test('a new signing secret is shown even if the user stopped waiting for it', async () => {
  const { user } = await openSettings({}, { url: 'http://127.0.0.1:8699/hook' });
  await user.click(await screen.findByRole('button', { name: '轮换密钥' }));
  const dialog = await screen.findByRole('dialog');
  const answer = await outwait(
    () => user.click(within(dialog).getByRole('button', { name: '轮换密钥' })),
    (_, url) => url.endsWith('/secret'),
  );
  await user.click(within(dialog).getByRole('button', { name: '取消' }));
  await user.click(await screen.findByRole('button', { name: '不等了' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  answer();

  expect(await screen.findByText('请保存签名密钥')).toBeVisible();
  expect(screen.getByText(/^whsec_\S{40,}$/)).toBeVisible();
});

test('input of the signature doctor still counts as unsaved after its verdict', async () => {
  const { user } = await openSettings({ callbackAllowPrivate: true }, { url: 'http://127.0.0.1:8699/hook' });
  await user.click(await screen.findByRole('tab', { name: '签名诊断' }));
  await user.type(await screen.findByLabelText('收到的请求头'), 'webhook-id: msg_1');
  expect(isAnythingUnsaved()).toBe(true);
  await user.click(screen.getByRole('button', { name: '诊断' }));
  await waitFor(() => expect(document.querySelector('.doctor-verdict')).toBeInTheDocument());
  expect(isAnythingUnsaved()).toBe(true);
});

test('the error about a missing record disappears when another ID is entered', async () => {
  const { user } = await openSettings({ callbackAllowPrivate: true }, { url: 'http://127.0.0.1:8699/hook' });
  await user.click(await screen.findByRole('tab', { name: '签名诊断' }));
  const record = await screen.findByLabelText('记录编号（选填）');
  await user.type(record, 'msg_nix');
  await user.click(screen.getByRole('button', { name: '诊断' }));
  await waitFor(() => expect(record).toBeInvalid());
  await user.clear(record);
  await waitFor(() => expect(record).toBeValid());
});

test('earlier, edited and newer settings are merged part by part', () => {
  const base = { url: 'http://a.example', events: [], headers: [{ name: 'x-team', value: 'ours' }] };
  const typed = { ...base, url: 'http://typed.example' };
  expect(rebased(textOf, typed, base, { ...base, headers: [] })).toEqual({ values: { ...typed, headers: [] }, contested: [] });
  expect(rebased(textOf, typed, base, { ...base, url: 'http://theirs.example' })).toEqual({ values: typed, contested: ['url'] });
  expect(rebased(textOf, typed, base, typed)).toEqual({ values: typed, contested: [] });
});
