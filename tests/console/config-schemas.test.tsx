import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import DeviceConfigPage from '@/pages/dashboard/device-config';
import { contract } from '../../contract';
import type { JsonObject } from '../../contract/merge-patch';
import { pick } from '../support/config-page';
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
  // The event stream needs a real socket. Node's fetch rejects jsdom's AbortSignal, so the stream ends with the platform.
  const origin = await stage.app.listen({ host: '127.0.0.1', port: 0 });
  globalThis.fetch = (path, options) => nodeFetch(new URL(String(path), origin), { headers: options?.headers });
});
afterEach(async () => {
  globalThis.fetch = nodeFetch;
  await stage.close();
});

/** Shows the configuration page of a device with a schema of its project. @param saved the configuration, if any */
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

test('a secret that is set counts as there, behind references too: what needs it is right, until it is taken away', async () => {
  const password = { title: '口令', $ref: '#/$defs/Secret' };
  const user = await show(
    {
      properties: { fps: { title: '帧率', type: 'integer' }, wifi: { title: '无线', $ref: '#/$defs/Wifi' } },
      $defs: {
        Secret: { type: 'string', writeOnly: true },
        Wifi: {
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

test('of alternatives told apart by a secret the one is shown that it makes, in the form and in what is saved', async () => {
  const user = await show(
    {
      properties: {
        wifi: {
          title: '无线',
          type: 'object',
          properties: { ssid: { title: '名称', type: 'string' }, password: { title: '口令', type: 'string', writeOnly: true } },
          oneOf: [
            { title: '开放', type: 'object', not: { required: ['password'] } },
            { title: '加密', type: 'object', required: ['password'] },
          ],
        },
      },
    },
    { wifi: { ssid: 'hall', password: 'secret' } },
  );
  expect(await screen.findByTitle('加密')).toBeVisible();
  await pick(screen.getByRole('combobox', { name: '无线' }), '未设置');
  await user.click(saving());
  expect(await screen.findByRole('dialog')).toHaveTextContent('加密 {"ssid":"hall"}');
});

test('what is said by reference, in alternatives and in parts too, has its fields', async () => {
  const model = (kind: string, own: JsonObject): JsonObject => ({
    title: kind,
    type: 'object',
    properties: { kind: { const: kind }, ...own },
    required: ['kind'],
  });
  const perhaps = (type: string, title: string): JsonObject => ({ title, anyOf: [{ type }, { type: 'null' }], default: null });
  await show(
    {
      $defs: {
        Ntp: model('ntp', { port: perhaps('integer', '端口') }),
        Manual: model('manual', { at: perhaps('string', '时刻') }),
        // `default` is an ordinary name here.
        default: { type: 'integer', title: '计数' },
      },
      properties: {
        clock: { title: '时钟', anyOf: [{ $ref: '#/$defs/Ntp' }, { $ref: '#/$defs/Manual' }] },
        extra: { title: '附加', anyOf: [{ $ref: '#/$defs/Ntp' }, { type: 'null' }] },
        part: { title: '部分', allOf: [{ $ref: '#/$defs/Ntp' }] },
        tries: { $ref: '#/$defs/default' },
        more: perhaps('string', '更多'),
      },
    },
    { clock: { kind: 'ntp', port: 1 }, extra: { kind: 'ntp', port: 2 }, part: { kind: 'ntp', port: 3 }, tries: 4 },
  );

  expect((await screen.findAllByRole('spinbutton', { name: '端口' })).map((field) => (field as HTMLInputElement).value)).toEqual([
    '1',
    '2',
    '3',
  ]);
  expect(screen.getByRole('spinbutton', { name: '计数' })).toHaveValue('4');
  expect(screen.queryByText(/不属于任何一种/)).not.toBeInTheDocument();
  expect(screen.queryByPlaceholderText(/null/)).not.toBeInTheDocument();
});

test('what a condition brings has its field and its name, and what it does not bring is said to be there', async () => {
  const user = await show(
    {
      properties: {
        pair: { title: '一对', type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }] },
        proxy: {
          title: '代理',
          type: 'object',
          properties: { host: { title: '主机', type: 'string' } },
          dependentSchemas: { host: { properties: { port: { title: '端口', type: 'integer' } }, required: ['port'] } },
        },
        mode: { title: '方式', type: 'string' },
      },
      if: { properties: { mode: { const: 'ab' } }, required: ['mode'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { speed: { title: '速度', type: 'integer', 'x-unit': 'mm' } } },
    },
    { pair: [1, true], mode: 'a', speed: 5 },
  );

  expect(await screen.findByText(/^1 项不在表单里/)).toBeVisible();
  expect(screen.queryByRole('spinbutton', { name: '速度' })).not.toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: '方式' }), 'b');
  expect(await screen.findByRole('spinbutton', { name: '速度' })).toHaveValue('5');
  expect(screen.queryByText(/项不在表单里/)).not.toBeInTheDocument();

  await user.type(screen.getByRole('textbox', { name: '主机' }), 'h');
  expect(await screen.findByText('请填写此项')).toBeVisible();
  await user.type(screen.getByRole('spinbutton', { name: '端口' }), '8080');
  await user.clear(screen.getByRole('spinbutton', { name: '速度' }));
  await user.type(screen.getByRole('spinbutton', { name: '速度' }), '7');
  await user.click(saving());
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('速度');
  expect(dialog).toHaveTextContent('端口');
  expect(dialog).not.toHaveTextContent('一对');
});

test('of a key that the schema does not name, what is wrong with it is said where it is typed; one that it allows is there', async () => {
  const zones: JsonObject = { title: '区域', type: 'object', patternProperties: { '^z[0-9]$': { type: 'integer' } } };
  const user = await show(
    {
      properties: {
        zones: { ...zones, propertyNames: { pattern: '^[a-z0-9]+$' } },
        shut: { ...zones, title: '封闭', additionalProperties: false },
      },
    },
    { zones: { other: 1 } },
  );
  expect(await screen.findByRole('spinbutton', { name: 'other' })).toHaveValue('1');
  expect(screen.queryByText(/项不在表单里/)).not.toBeInTheDocument();

  await user.type(screen.getByRole('textbox', { name: /区域/ }), 'ABC{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('键名：格式不正确，须匹配 ^[a-z0-9]+$');
  await user.clear(screen.getByRole('textbox', { name: /区域/ }));
  await user.type(screen.getByRole('textbox', { name: /区域/ }), 'more{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('请填写此项');
  expect(screen.getByText('more')).toBeVisible();
  expect(screen.getByText(/没有说明它的类型/)).toBeVisible();

  await user.type(screen.getByRole('textbox', { name: /封闭/ }), 'more{Enter}');
  expect(screen.getByText('配置模式不允许这个键名')).toBeVisible();
});

test('a key that several alternatives have has the field of the one that is chosen', async () => {
  const as = (kind: string, at: JsonObject): JsonObject => ({
    title: kind,
    type: 'object',
    properties: { kind: { const: kind }, at: { title: '位置', ...at } },
    required: ['kind'],
  });
  const box = as('框', { type: 'array', items: { type: 'integer' }, minItems: 4, maxItems: 4 });
  await show({ properties: { area: { title: '区域', oneOf: [box, as('名', { type: 'string' })] } } }, { area: { kind: '名', at: 'hall' } });
  expect(await screen.findByRole('textbox', { name: '位置' })).toHaveValue('hall');
  await pick(screen.getByRole('combobox', { name: '区域' }), '框');
  expect(await screen.findByRole('spinbutton', { name: '位置 4' })).toBeVisible();
});

test('a group that may be nothing is chosen, filled in and unset again; each field is called by its key', async () => {
  const $ref = '#/$defs/Point';
  const user = await show({
    $defs: {
      Point: {
        title: 'Point',
        type: 'object',
        properties: { x: { title: 'X', type: 'number' }, y: { title: 'Y', type: 'number', default: 0 } },
        required: ['x'],
      },
    },
    properties: { start: { $ref }, end: { $ref }, perhaps: { anyOf: [{ $ref }, { type: 'null' }], default: null } },
  });
  expect(await screen.findByRole('heading', { name: 'start' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'end' })).toBeVisible();
  expect(screen.queryByText('不符合配置模式')).not.toBeInTheDocument();

  const choice = () => screen.getByRole('combobox', { name: 'perhaps' });
  await pick(choice(), 'Point');
  const boxes = await screen.findAllByRole('spinbutton', { name: 'X' });
  expect(boxes).toHaveLength(3);
  expect(await screen.findAllByText('请填写此项')).toHaveLength(1);
  // Settings outside of all sections are above them.
  await user.type(boxes[0] as HTMLElement, '3');
  expect(screen.queryByText('请填写此项')).not.toBeInTheDocument();
  await pick(choice(), '未设置');
  expect(await screen.findAllByRole('spinbutton', { name: 'X' })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: '保存…' })).not.toBeInTheDocument();
});

test('a key that was added and has no value yet stays when a condition brings a default', async () => {
  const user = await show({
    additionalProperties: false,
    properties: {
      mode: { title: '模式', enum: ['a', 'b'], default: 'a' },
      tags: { title: '标签', type: 'object', additionalProperties: { type: 'string' } },
    },
    if: { properties: { mode: { const: 'b' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { mode: {}, speed: { title: '速度', type: 'integer', default: 9 } } },
  });
  await user.type(await screen.findByRole('textbox', { name: /标签/ }), 'neu{Enter}');
  expect(await screen.findByRole('textbox', { name: 'neu' })).toBeVisible();
  await pick(screen.getByRole('combobox', { name: '模式' }), 'b');
  expect(await screen.findByRole('spinbutton', { name: '速度' })).toHaveValue('9');
  expect(screen.getByRole('textbox', { name: 'neu' })).toBeVisible();
});
