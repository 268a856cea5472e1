import { EditorView } from '@codemirror/view';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { requestTexts } from '@/locales/request';
import SchemaDrawer from '@/pages/dashboard/device-config/SchemaDrawer';
import { toast } from '@/utils/toast';
import { contract } from '../../contract';
import { startPlatform, type TestPlatform } from '../support/platform';
import { At, connectTo, network, outwait } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

let stage: TestPlatform;
afterEach(async () => {
  network.takes = async () => {};
  await stage.close();
});

test('while a schema is being saved, that no answer came is said, and whoever leaves is asked about what was sent', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  stage = await startPlatform();
  const me = await stage.signIn();
  connectTo(stage, me.token);
  const { appKey } = (await me.call(contract.application.create, { body: { name: '仓储', categoryId: 1 } })).data;
  await me.call(contract.device.create, { params: { appKey }, body: { sn: 'CAM-1' } });
  const { data: twin } = await me.call(contract.config.read, { params: { appKey, sn: 'CAM-1' } });
  const schema = { type: 'object', properties: { fps: { type: 'integer' } } };
  const saved = jest.fn();
  const told = jest.spyOn(toast, 'lasting');
  render(
    <At path="/" route="/">
      <SchemaDrawer appKey={appKey} twin={twin} onSaved={saved} onClosed={() => {}} />
    </At>,
  );

  const editor = EditorView.findFromDOM(await screen.findByRole('textbox', { name: '项目的配置模式' })) as EditorView;
  act(() => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: JSON.stringify(schema) } }));
  await user.click(screen.getByRole('button', { name: '关闭' }));
  expect(await screen.findByText('放弃未提交的内容？')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '继续填写' }));

  const answer = await outwait(
    () => user.click(screen.getByRole('button', { name: '保存模式' })),
    (method) => method === 'PUT',
  );
  expect(told.mock.calls).toEqual([[requestTexts['zh-CN'].stillWaiting]]);
  await user.click(screen.getByRole('button', { name: '关闭' }));
  expect(await screen.findByText('平台还没有回应，不等了吗？')).toBeVisible();
  expect(screen.queryByText('放弃未提交的内容？')).not.toBeInTheDocument();

  answer();
  await waitFor(() => expect(saved).toHaveBeenCalled());
  await waitFor(() => expect(screen.queryByText('平台还没有回应，不等了吗？')).not.toBeInTheDocument());
  expect((await me.call(contract.config.readSchema, { params: { appKey } })).data.schema).toEqual(schema);
});
