import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import DeviceConfigPage from '@/pages/dashboard/device-config';
import { contract } from '../../contract';
import type { JsonObject } from '../../contract/merge-patch';
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

/** The page of a device, with a schema of its project's own and what is saved, if anything is. */
async function show(schema: JsonObject, saved?: JsonObject) {
  const answer = await call(contract.config.changeSchema, { params: { appKey }, body: { schema: { type: 'object', ...schema } } });
  expect(answer.status).toBe(200);
  if (saved) {
    const target = { params: { appKey, sn: 'CAM-1' }, headers: { 'if-match': '"0"' }, query: {} };
    expect(await call(contract.config.change, { ...target, body: saved })).toMatchObject({ status: 200 });
  }
  render(
    <At path={`/dashboard/${appKey}/device/CAM-1/config`} route="/dashboard/:appKey/device/:sn/config">
      <DeviceConfigPage />
    </At>,
  );
  await screen.findByText('实时');
  return userEvent.setup({ delay: null, pointerEventsCheck: 0 });
}

const saving = () => screen.getByRole('button', { name: '保存…' });

test('a secret that is set counts as there: what needs it is right, until it is taken away', async () => {
  const password = { title: '口令', type: 'string', writeOnly: true };
  const user = await show(
    {
      properties: {
        fps: { title: '帧率', type: 'integer' },
        wifi: {
          title: '无线',
          type: 'object',
          properties: { ssid: { title: '名称', type: 'string' }, password, open: { title: '开放', type: 'boolean' } },
          dependentRequired: { ssid: ['password'] },
          anyOf: [{ required: ['password'] }, { required: ['open'] }],
        },
      },
    },
    { fps: 1, wifi: { ssid: 'hall', password: 'secret' } },
  );

  await user.type(await screen.findByRole('spinbutton', { name: '帧率' }), '2');
  expect(screen.queryAllByRole('alert')).toEqual([]);
  expect(saving()).toBeEnabled();

  await user.click(screen.getByRole('button', { name: '清除 口令' }));
  expect(await screen.findByText('请填写此项')).toBeVisible();
  expect(saving()).toBeDisabled();
});
