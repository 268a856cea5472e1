import type { CallbackRecord } from '@contract/webhook';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import CallRecordPage from '@/pages/dashboard/call-record';
import { clockOf, topOf } from '@/pages/dashboard/call-record/plot-options';
import { WhatIsKnown } from '@/pages/dashboard/call-record/RecordState';
import { platformNow } from '@/utils/platform-clock';
import { toast } from '@/utils/toast';
import { makeProject } from '../support/callbacks';
import { startPlatform, type TestPlatform } from '../support/platform';
import { receivers, startReceiver } from '../support/receiver';
import { At, connectTo } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

let platform: TestPlatform;
afterEach(() => platform?.close());

test('whoever turns the pages reads on where the page before ended, whatever comes meanwhile', async () => {
  platform = await startPlatform();
  const me = await platform.signIn();
  connectTo(platform, me.token);
  const project = await makeProject(platform, me);
  await project.subscribe('http://127.0.0.1:8699/nobody');
  const report = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      platform.pass(1000);
      await project.reports(n);
    }
    await platform.platform.settle();
  };
  await report(0, 25);
  const { list } = await project.records({ pageSize: 100 });
  render(
    <At path={`/dashboard/${project.appKey}/call-record`} route="/dashboard/:appKey/call-record">
      <CallRecordPage />
    </At>,
  );
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const isAt = (n: number) => waitFor(() => expect(document.body.textContent).toContain(list[n]?.id));
  await isAt(0);

  await user.click(screen.getByRole('button', { name: '第 2 页' }));
  await isAt(10);
  await report(25, 30);
  await user.click(screen.getByRole('button', { name: '第 3 页' }));
  await isAt(20);
  expect(document.body.textContent).not.toContain(list[19]?.id);
});

test('while the receiver asked for time, that and until when stands in the list and in the record', async () => {
  platform = await startPlatform();
  const me = await platform.signIn();
  connectTo(platform, me.token);
  const project = await makeProject(platform, me);
  const receiver = await startReceiver();
  receiver.behave(receivers.busy(40));
  await project.subscribe(receiver.url);
  await project.reports(1);
  await platform.platform.settle();
  await project.reports(2, 'CAM-2');
  await platform.platform.settle();
  await receiver.close();
  render(
    <At path={`/dashboard/${project.appKey}/call-record`} route="/dashboard/:appKey/call-record">
      <CallRecordPage />
    </At>,
  );
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

  expect(await screen.findAllByText(/接收方要求暂缓，.+ 之后推送/)).toHaveLength(2);
  expect(screen.queryByText(/即将/)).toBeNull();
  expect(await screen.findByText(/所有回调（包括重新发送的）都等到 .+停用后再启用/)).toBeVisible();
  expect(screen.getByRole('button', { name: '全部重新发送' })).toBeEnabled();

  // Records that are waiting to be sent cannot be resent.
  const warned = jest.spyOn(toast, 'warning');
  await user.click(screen.getAllByRole('button', { name: '重新发送' })[0] as HTMLElement);
  await waitFor(() => expect(warned).toHaveBeenCalledWith(expect.stringMatching(/^没有需要重新发送的记录/)));
  warned.mockRestore();

  await user.click(screen.getAllByRole('button', { name: /查看记录/ })[0] as HTMLElement);
  expect(await within(await screen.findByRole('dialog')).findByText(/接收方要求暂缓，.+ 之后推送/)).toBeVisible();
});

test('one record that is sent again is chosen no more, and the others still are', async () => {
  platform = await startPlatform();
  const me = await platform.signIn();
  connectTo(platform, me.token);
  const project = await makeProject(platform, me);
  const receiver = await startReceiver(receivers.fails);
  await project.subscribe(receiver.url);
  await project.reports(1);
  await project.reports(2);
  await platform.platform.settle();
  render(
    <At path={`/dashboard/${project.appKey}/call-record`} route="/dashboard/:appKey/call-record">
      <CallRecordPage />
    </At>,
  );
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await screen.findAllByRole('button', { name: '重新发送' });
  const boxes = () => screen.getAllByRole('checkbox').slice(1);
  for (const box of boxes()) await user.click(box);

  await user.click(screen.getAllByRole('button', { name: '重新发送' })[0] as HTMLElement);
  await waitFor(() => expect(boxes().map((box) => (box as HTMLInputElement).checked)).toEqual([false, true]));

  // Selected records that a filter hides are deselected, because users would resend them unknowingly.
  expect(screen.getByText('已选择 1 条记录')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: /状态/ }));
  await user.click(await screen.findByTitle('已失败'));
  await waitFor(() => expect(screen.queryByText('已选择 1 条记录')).toBeNull());
  await receiver.close();
});

test('a record whose time is over waits its turn', () => {
  const pending = { status: 'pending', error: null, holdUntil: null } as CallbackRecord;
  const at = (ms: number) => new Date(platformNow() + ms).toISOString();
  const { rerender } = render(<WhatIsKnown record={{ ...pending, nextAttemptAt: at(-60_000) }} />);
  expect(screen.getByText('排队推送中')).toBeVisible();
  rerender(<WhatIsKnown record={{ ...pending, nextAttemptAt: at(-500) }} />);
  expect(screen.queryByText('排队推送中')).toBeNull();
  expect(screen.getByText(/下次推送/)).toBeVisible();
});

test.each([
  [1, 1],
  [4, 4],
  [5, 6],
  [9, 10],
  [37, 40],
  [45, 60],
  [100_001, 150_000],
])('a chart whose highest bar is %d is labelled up to %d', (most, top) => {
  expect(topOf(most)).toBe(top);
});

test.each([
  [new Date(2026, 2, 5, 9, 30), '09:30'],
  [new Date(2026, 2, 5), '3月5日'],
  [new Date(2026, 0, 1), '2026年'],
])('the time axis says %s as %s', (at, label) => {
  expect(clockOf(at.getTime())).toBe(label);
});
