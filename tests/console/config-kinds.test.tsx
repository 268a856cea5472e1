import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contract } from '../../contract';
import type { JsonObject } from '../../contract/merge-patch';
import { type ConfigPage, configPage, pick } from '../support/config-page';

jest.mock('@umijs/max', () => require('../support/umi'));

let page: ConfigPage;

beforeEach(async () => {
  page = await configPage();
});
afterEach(() => page.close());

test('an alternative can be chosen in the form, filled in, saved, shown again and restored', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const wired = {
    title: '有线',
    type: 'object',
    required: ['port'],
    properties: { port: { type: 'integer', title: '端口', maximum: 99 } },
  };
  const wireless = { title: '无线', type: 'object', required: ['ssid'], properties: { ssid: { type: 'string', title: '网络名' } } };
  const closed = { additionalProperties: false };
  await page.useSchema({
    link: {
      title: '连接方式',
      oneOf: [
        { ...wired, ...closed },
        { ...wireless, ...closed },
        { title: '关闭', type: 'null' },
      ],
    },
    size: { title: '尺寸', anyOf: [{ type: 'integer' }, { type: 'string' }] },
    addr: {
      title: '地址',
      anyOf: [
        { type: 'string', title: '固定', format: 'ipv4' },
        { const: 'dhcp', title: '自动' },
      ],
    },
    limit: { title: '上限', anyOf: [{ type: 'integer' }, { type: 'null' }] },
    area: {
      title: '区域',
      type: 'object',
      properties: { x: { type: 'integer', title: '横' } },
      anyOf: [{ required: ['x'] }, { maxProperties: 0 }],
    },
  });
  await page.change({ link: { port: 80 }, area: { x: 1 } });
  const { unmount } = page.show();

  const link = await screen.findByRole('combobox', { name: '连接方式' });
  expect(screen.getByText('有线')).toBeVisible();
  expect(screen.getByRole('spinbutton', { name: '端口' })).toHaveValue('80');
  expect(screen.getByRole('spinbutton', { name: '上限' })).toHaveValue('');
  expect(screen.getByRole('spinbutton', { name: '横' })).toHaveValue('1');
  await pick(link, '无线');
  expect(await screen.findByText('请填写此项')).toBeVisible();
  expect(screen.queryByRole('spinbutton', { name: '端口' })).not.toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: '网络名' }), 'ap');
  await pick(screen.getByRole('combobox', { name: '地址' }), '自动');
  expect(screen.queryByRole('textbox', { name: '地址 自动' })).not.toBeInTheDocument();
  await pick(screen.getByRole('combobox', { name: '尺寸' }), '文本');
  await user.type(screen.getByRole('textbox', { name: '尺寸 文本' }), 'XL');
  await user.click(screen.getByRole('button', { name: '保存…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('连接方式 › 网络名')).toBeVisible();
  expect(dialog.getByText('自动')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: '保存' }));
  await screen.findByRole('region', { name: '保存结果' });
  expect((await page.call(contract.config.read, { params: { appKey: page.appKey, sn: 'CAM-1' } })).data.desired.state).toEqual({
    addr: 'dhcp',
    link: { ssid: 'ap' },
    size: 'XL',
    area: { x: 1 },
  });
  unmount();

  page.show();
  const ssid = await screen.findByRole('textbox', { name: '网络名' });
  expect(ssid).toHaveValue('ap');
  await user.clear(ssid);
  await user.type(ssid, 'ap');
  expect(ssid).toHaveValue('ap');
  expect(screen.getByRole('textbox', { name: '尺寸 文本' })).toHaveValue('XL');
  await pick(screen.getByRole('combobox', { name: '连接方式' }), '有线');
  await user.click(screen.getByRole('button', { name: '还原 连接方式' }));
  expect(await screen.findByRole('textbox', { name: '网络名' })).toHaveValue('ap');
  await pick(screen.getByRole('combobox', { name: '连接方式' }), '未设置（关闭）');
  expect(screen.queryByRole('textbox', { name: '网络名' })).not.toBeInTheDocument();
  expect(screen.getByText('1 项修改')).toBeVisible();
});

test('discarding a chosen alternative discards its input, and shows the saved values again', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const kind = (name: string, title: string, own: JsonObject): JsonObject => ({
    title,
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: name }, ...own },
    additionalProperties: false,
  });
  const wired = kind('wired', '有线', { port: { type: 'integer', title: '端口', maximum: 99 }, mtu: { type: 'integer', title: '单元' } });
  const wireless = kind('wifi', '无线', { ssid: { type: 'string', title: '网络名' } });
  await page.useSchema({
    link: { title: '连接方式', oneOf: [wired, wireless] },
    size: { title: '尺寸', anyOf: [{ type: 'string' }, { type: 'string', title: '短名', maxLength: 3 }] },
  });
  await page.change({ link: { kind: 'wifi', ssid: 'ap' } });
  page.show();

  for (const undo of ['放弃修改', '还原 连接方式']) {
    await pick(await screen.findByRole('combobox', { name: '连接方式' }), '有线');
    const port = await screen.findByRole('spinbutton', { name: '端口' });
    await user.type(port, '700');
    await user.type(screen.getByRole('spinbutton', { name: '单元' }), '15');
    expect(port).toHaveAccessibleDescription(/不能大于 99/);
    expect(screen.queryByText('没有这一项配置')).not.toBeInTheDocument();
    await pick(screen.getByRole('combobox', { name: '尺寸' }), '短名');
    await user.type(screen.getByRole('textbox', { name: '尺寸 短名' }), 'XL');
    expect(screen.getByRole('textbox', { name: '尺寸 短名' })).toHaveValue('XL');

    await user.click(screen.getByRole('button', { name: undo }));
    expect(await screen.findByRole('textbox', { name: '网络名' })).toHaveValue('ap');
    expect(screen.queryByRole('spinbutton', { name: '端口' })).not.toBeInTheDocument();
  }
});

test('tuples, free keys and values without a type can all be edited', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await page.useSchema({
    pair: {
      title: '数对',
      type: 'array',
      prefixItems: [
        { type: 'number', title: '低' },
        { type: 'string', title: '名' },
      ],
      items: false,
    },
    map: { title: '自由键值', type: 'object', additionalProperties: { type: 'integer' } },
    any: { title: '任意值' },
    fill: { title: '补光', type: 'boolean' },
  });
  await page.change({ map: { old: 1 }, pair: [1, 'a'], any: { x: 1 } });
  page.show();

  const low = await screen.findByRole('spinbutton', { name: '低' });
  expect(low).toHaveValue('1');
  await user.clear(low);
  await user.type(low, '7');
  expect(screen.getByRole('textbox', { name: '名' })).toHaveValue('a');
  await user.click(screen.getByRole('button', { name: '移除 old' }));
  expect(screen.getByRole('button', { name: '还原 old' })).toBeVisible();
  const key = screen.getByRole('textbox', { name: '自由键值：新的键名' });
  await user.type(key, '坏{Enter}');
  expect(screen.getByText('键名只能包含字母、数字和下划线，最多 64 个字符')).toBeVisible();
  await user.clear(key);
  await user.type(key, 'fresh{Enter}');
  await user.type(screen.getByRole('spinbutton', { name: 'fresh' }), '3');
  expect(screen.getByRole('switch', { name: '补光' })).toHaveAccessibleDescription(/^未设置/);
  expect(screen.queryByText(/Unsupported|默认关/)).not.toBeInTheDocument();

  await page.save();
  const { data } = await page.call(contract.config.read, { params: { appKey: page.appKey, sn: 'CAM-1' } });
  expect(data.desired.state).toEqual({ map: { fresh: 3 }, pair: [7, 'a'], any: { x: 1 } });

  expect(screen.getByText('配置模式没有说明它的类型，表单无法填写。')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '在 JSON 中设置' }));
  expect(await screen.findByRole('region', { name: '配置 JSON' })).toBeVisible();
});

test('typing alternately into a tuple, other fields and a list inside an alternative loses nothing', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const prefixItems = [
    { type: 'number', title: '低' },
    { type: 'string', title: '单位' },
  ];
  const either: JsonObject = { title: '任一', anyOf: [{ type: 'boolean' }, { type: 'object', properties: { x: { type: 'integer' } } }] };
  const certificates = { type: 'array', title: '证书', items: { type: 'string' } };
  await page.useSchema({
    name: { type: 'string', title: '显示名' },
    pair: { title: '数对', type: 'array', prefixItems: [...prefixItems, either], items: false },
    auth: { title: '认证', oneOf: [{ const: 'none', title: '无' }, certificates] },
  });
  page.show();

  const name = await screen.findByRole('textbox', { name: '显示名' });
  const low = screen.getByRole('spinbutton', { name: '低' });
  const unit = screen.getByRole('textbox', { name: '单位' });
  expect(screen.getByText('任一')).not.toHaveClass('sr-only');
  await user.type(name, 'a');
  await user.type(low, '7');
  await user.type(unit, 'mm');
  await user.type(name, 'b');
  await user.type(low, '1');
  await pick(screen.getByRole('combobox', { name: '认证' }), '证书');
  await user.click(screen.getByRole('button', { name: '证书：添加' }));
  await user.type(await screen.findByRole('textbox', { name: '证书-1' }), 'x');

  for (const [field, value] of [[name, 'ab'] as const, [low, '71'] as const, [unit, 'mm'] as const]) expect(field).toHaveValue(value);
  expect(screen.getByText('3 项修改')).toBeVisible();
});

test('constants are chosen by their titles, and null means unset', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const named = (values: (string | number | null)[]) => values.map((value) => ({ const: value, title: `第 ${value} 项` }));
  await page.useSchema({
    speed: { title: '速度', oneOf: named(['fast', 'slow', null]) },
    level: { title: '级别', anyOf: named([1, 2]) },
  });
  await page.change({ speed: 'slow', level: 2 });
  page.show();

  expect(await screen.findByTitle('第 slow 项')).toBeVisible();
  expect(screen.getByTitle('第 2 项')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: '速度' }));
  expect(screen.queryByTitle('第 null 项')).toBeNull();
  await user.click(await screen.findByTitle('第 fast 项'));
  expect(screen.getByRole('button', { name: '还原 速度' })).toBeVisible();
});

test('texts of all formats are entered as plain text', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const typed = { 'date-time': '2026-05-04T10:20:30Z', date: '2026-05-04', time: '10:20:30Z', color: '#00ff88', 'data-url': 'data:,x' };
  await page.useSchema(
    Object.fromEntries(Object.keys(typed).map((format) => [format.replace('-', ''), { type: 'string', format, title: format }])),
  );
  page.show();

  for (const [format, text] of Object.entries(typed)) {
    const field = await screen.findByRole('textbox', { name: format });
    await user.type(field, text);
    expect(field).toHaveValue(text);
  }
});

test('each entry of a list has its own alternative, and a value that is not an option is shown as it is', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const mode = { title: '模式', type: 'string', enum: ['day', 'night'], 'x-enumTitles': ['白天', '夜间'], default: 'day' };
  const point = { title: '点', type: 'object', required: ['x'], properties: { x: { title: '横', type: 'integer' } } };
  await page.useSchema({ mode: { type: 'string' } });
  await page.change({ mode: 'dusk' });
  await page.useSchema({ mode, marks: { title: '标记', type: 'array', items: { oneOf: [point, { title: '名称', type: 'string' }] } } });
  page.show();
  expect(await screen.findByText('dusk')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '标记：添加' }));
  await pick(await screen.findByRole('combobox', { name: '标记-1' }), '点');
  await user.type(await screen.findByRole('spinbutton', { name: '横' }), '4');
  await pick(screen.getByRole('combobox', { name: '模式' }), '夜间');
  await page.save();
  const { data } = await page.call(contract.config.read, { params: { appKey: page.appKey, sn: 'CAM-1' } });
  expect(data.desired.state).toEqual({ mode: 'night', marks: [{ x: 4 }] });
});
