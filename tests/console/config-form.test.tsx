import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contract } from '../../contract';
import type { JsonObject } from '../../contract/merge-patch';
import { type ConfigPage, configPage, pick, typeJson } from '../support/config-page';

jest.mock('@umijs/max', () => require('../support/umi'));

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
let page: ConfigPage;

beforeEach(async () => {
  page = await configPage();
});
afterEach(() => {
  jest.restoreAllMocks();
  return page.close();
});

test('removing a group clears its secret, and the dialog says so', async () => {
  const kind = (name: string, title: string) => ({ title, properties: { mode: { const: name } }, required: ['mode'] });
  const password = { title: '口令', type: 'string', writeOnly: true };
  await page.useSchema({ wifi: { title: '无线', type: 'object', properties: { password }, oneOf: [kind('a', '甲'), kind('b', '乙')] } });
  await page.change({ wifi: { password: 's', mode: 'a' } });
  page.show();

  await pick(await screen.findByRole('combobox', { name: '无线' }), '未设置');
  await user.click(screen.getByRole('button', { name: '保存…' }));
  const dialog = within(await screen.findByRole('dialog', { name: '保存 2 项修改' }));
  expect(dialog.getByText('无线 › 口令')).toBeVisible();
  expect(dialog.getByText('已清除')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: '保存' }));
  await screen.findByRole('region', { name: '保存结果' });
  expect(await page.desired()).toMatchObject({ state: {}, secrets: [] });
});

describe('a secret that a later schema', () => {
  const [fps, token] = [
    { title: '帧率', type: 'integer' },
    { title: '令牌', type: 'string', writeOnly: true },
  ];
  beforeEach(async () => {
    await page.useSchema({ fps, token });
    await page.change({ fps: 5, token: 'secret' });
  });

  test('has no place for is said to be there, and is removed', async () => {
    await page.useSchema({ fps }, { additionalProperties: false });
    page.show();
    const notice = (await screen.findByText(/^1 项不在表单里/)).closest('.ant-alert') as HTMLElement;
    expect(within(notice).getByText('token')).toBeVisible();
    await user.clear(screen.getByRole('spinbutton', { name: '帧率' }));
    await user.type(screen.getByRole('spinbutton', { name: '帧率' }), '9');
    expect(screen.getByRole('button', { name: '保存…' })).toBeDisabled();

    await user.click(within(notice).getByRole('button', { name: '移除' }));
    expect(screen.queryByText(/项不在表单里/)).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('radio', { name: /表单/ })).toHaveFocus());
    await page.save();
    expect(await page.desired()).toMatchObject({ state: { fps: 9 }, secrets: [] });
  });

  test('has no place for is removed as JSON, too', async () => {
    await page.useSchema({ fps }, { additionalProperties: false });
    page.show();
    await screen.findByText(/^1 项不在表单里/);
    await typeJson('{ "fps": 9, "token": null }');
    await waitFor(() => expect(screen.getByRole('button', { name: '保存…' })).toBeEnabled());
    await page.save();
    expect(await page.desired()).toMatchObject({ state: { fps: 9 }, secrets: [] });
  });

  test.each([true, { type: 'string' }])('has only room for among free keys (%j) is said to be there', async (additionalProperties) => {
    await page.useSchema({ fps }, { additionalProperties } as JsonObject);
    page.show();
    const notice = (await screen.findByText(/^1 项不在表单里/)).closest('.ant-alert') as HTMLElement;
    expect(within(notice).getByText('token')).toBeVisible();
    expect(within(notice).getByRole('button', { name: '在 JSON 中查看' })).toBeVisible();
  });

  test('does not call secret stays hidden until it is removed', async () => {
    await page.useSchema({ fps, token: { title: '令牌', type: 'string', default: 'public', maxLength: 8 } });
    page.show();
    expect(await screen.findByText('已设置')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: '令牌' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '清除 令牌' }));
    await waitFor(() => expect(screen.getByRole('button', { name: '还原 令牌' })).toHaveFocus());
    await page.save();
    expect(await page.desired()).toMatchObject({ state: { fps: 5 }, secrets: [] });

    await user.type(await screen.findByRole('textbox', { name: '令牌' }), 'seen');
    await page.save();
    expect(await page.desired()).toMatchObject({ state: { fps: 5, token: 'seen' }, secrets: [] });
  });
});

test("on an unconfigured device, typed values and the defaults they add are applied on top of another person's save", async () => {
  await page.useSchema(
    { fps: { title: '帧率', type: 'integer', default: 15 }, name: { title: '名称', type: 'string' } },
    { if: { not: { required: ['name'] } }, else: { properties: { speed: { type: 'integer', default: 9 } } } },
  );
  page.show();
  await screen.findByText('实时');
  await user.type(await screen.findByRole('textbox', { name: '名称' }), 'x');
  await page.change({ fps: 9 });

  await user.click(await screen.findByRole('button', { name: '查看差异' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText('两边都改了，请选择')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: '把我的修改放到 v1 上' }));
  await user.click(await screen.findByRole('button', { name: '保存' }));
  await screen.findByRole('region', { name: '保存结果' });
  expect((await page.desired()).state).toEqual({ fps: 9, name: 'x', speed: 9 });
});

test('a device that is deleted and created again is not shown with the old configuration', async () => {
  await page.useSchema({ fps: { title: '帧率', type: 'integer' } });
  await page.change({ fps: 5 });
  page.show();
  await screen.findByText('实时');
  expect(await screen.findByRole('spinbutton', { name: '帧率' })).toHaveValue('5');

  await makeAnew();
  expect(await screen.findByText('尚未配置')).toBeVisible();
  expect(screen.getByRole('spinbutton', { name: '帧率' })).toHaveValue('');
});

test('input for a device that is deleted and created again stays visible until it is discarded', async () => {
  await page.useSchema({ name: { title: '名称', type: 'string' } });
  page.show();
  await screen.findByText('实时');
  await user.type(await screen.findByRole('textbox', { name: '名称' }), '入库口');
  await makeAnew();

  expect(await screen.findByText('设备 入库口相机 已被删除')).toBeVisible();
  expect(screen.getByRole('textbox', { name: '名称' })).toHaveValue('入库口');
  await user.click(screen.getByRole('button', { name: '放弃修改' }));
  expect(await screen.findByText('尚未配置')).toBeVisible();
  expect(screen.getByRole('textbox', { name: '名称' })).toHaveValue('');
});

async function makeAnew() {
  await page.call(contract.device.removeMany, { params: { appKey: page.appKey }, body: { sns: ['CAM-1'] } });
  await screen.findByRole('link', { name: '返回设备列表' });
  await page.call(contract.device.create, { params: { appKey: page.appKey }, body: { sn: 'CAM-1', name: '新的' } });
  // Focusing the window makes the page read again.
  const reads = jest.spyOn(page.stage.app, 'inject');
  const now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now + 60_000);
  fireEvent(window, new Event('focus'));
  await waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
  await act(() => Promise.all(reads.mock.results.map(({ value }) => value)));
}

test('the first value in a tuple creates the list', async () => {
  const manual = { type: 'object', title: '手动', properties: { x: { title: '横', type: 'integer' } } };
  const either = { title: '甲', anyOf: [{ const: 'auto', title: '自动' }, manual] };
  await page.useSchema({ pair: { title: '数对', type: 'array', prefixItems: [either, { title: '乙', type: 'integer' }] } });
  page.show();

  await pick(await screen.findByRole('combobox', { name: '甲' }), '手动');
  await user.type(await screen.findByRole('spinbutton', { name: '横' }), '3');
  await user.type(screen.getByRole('spinbutton', { name: '乙' }), '4');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await page.save();
  expect((await page.desired()).state).toEqual({ pair: [{ x: 3 }, 4] });
});

test('adding and removing keys keeps other input, and moves the focus to them', async () => {
  const floor = { title: '某层', type: 'object', properties: { height: { title: '层高', type: 'number' } } };
  const wing = { type: 'array', items: { type: 'string' } };
  const only = { properties: { mode: { const: 'ab' } }, required: ['mode'] };
  await page.useSchema(
    {
      mode: { title: '模式', type: 'string' },
      size: { title: '尺寸', anyOf: [{ type: 'integer', minimum: 1, maximum: 9 }, { type: 'string' }] },
      floors: { title: '楼层', type: 'object', patternProperties: { '^F[0-9]$': floor, '^W[0-9]$': wing, '^n$': { type: 'integer' } } },
    },
    {
      patternProperties: { '^z[0-9]$': { type: 'integer' } },
      if: only,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { speed: { title: '速度', type: 'integer' } } },
    },
  );
  await page.change({ mode: 'ab', speed: 3, floors: { n: 1 } });
  page.show();

  const mode = await screen.findByRole('textbox', { name: '模式' });
  await user.type(mode, 'cd');
  expect(mode).toHaveValue('abcd');
  await pick(screen.getByRole('combobox', { name: '尺寸' }), '整数');
  expect(await screen.findByRole('spinbutton', { name: '尺寸 整数' })).toHaveAccessibleDescription(/1\s–\s9/);
  await pick(screen.getByRole('combobox', { name: '尺寸' }), '文本');
  await user.type(screen.getByRole('textbox', { name: '常规：新的键名' }), 'z1{Enter}');
  await waitFor(() => expect(screen.getByRole('spinbutton', { name: 'z1' })).toHaveFocus());
  expect(screen.getByRole('textbox', { name: '尺寸 文本' })).toBeVisible();

  const key = screen.getByRole('textbox', { name: '楼层：新的键名' });
  await user.type(key, 'F1{Enter}');
  await waitFor(() => expect(screen.getByRole('spinbutton', { name: '层高' })).toHaveFocus());
  await user.type(key, 'W1{Enter}');
  await waitFor(() => expect(within(screen.getByRole('group', { name: 'W1' })).getByRole('button')).toHaveFocus());
  const n = screen.getByRole('spinbutton', { name: 'n' });
  await user.clear(n);
  await user.type(n, '2');
  expect(n).toHaveValue('2');
  await user.click(screen.getByRole('button', { name: '移除 n' }));
  await waitFor(() => expect(key).toHaveFocus());
  expect(screen.getByRole('button', { name: '还原 n' })).toBeVisible();
});

test('typing changes no other values, even if conditions of the schema change', async () => {
  const pair = { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }], items: false };
  await page.useSchema(
    { name: { title: '名称', type: 'string' }, mode: { title: '模式', type: 'string' }, pair, old: { type: 'string', enum: ['a'] } },
    {
      if: { properties: { mode: { const: 'ab' } }, required: ['mode'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { speed: { title: '速度', type: 'integer' } } },
    },
  );
  await page.change({ pair: [1, true], mode: 'ab', speed: 3, old: 'a' });
  page.show();

  await user.type(await screen.findByRole('textbox', { name: '名称' }), 'x');
  const mode = screen.getByRole('textbox', { name: '模式' });
  await user.type(mode, 'c');
  expect(screen.queryByRole('spinbutton', { name: '速度' })).not.toBeInTheDocument();
  expect(screen.getByText('2 项修改')).toBeVisible();
  await user.type(mode, '{Backspace}');
  expect(screen.getByRole('spinbutton', { name: '速度' })).toHaveValue('3');
  expect(screen.getByText('1 项修改')).toBeVisible();
});

test('input for a device that is deleted meanwhile stays visible, but cannot be saved', async () => {
  await page.useSchema({ name: { title: '名称', type: 'string' } });
  page.show();
  await screen.findByText('实时');
  await user.type(await screen.findByRole('textbox', { name: '名称' }), '入库口');
  await page.call(contract.device.removeMany, { params: { appKey: page.appKey }, body: { sns: ['CAM-1'] } });

  expect(await screen.findByText('设备 入库口相机 已被删除')).toBeVisible();
  expect(screen.getByRole('textbox', { name: '名称' })).toHaveValue('入库口');
  expect(screen.getByRole('button', { name: '保存…' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: '历史版本' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '放弃修改' }));
  expect(await screen.findByText('没有这台设备')).toBeVisible();
});

test('typing into an unset group and clearing it again is no change', async () => {
  const channel = { title: '信道', type: 'integer' };
  const radio = { title: '射频', type: 'object', properties: { channel } };
  const ssid = { title: '名称', type: 'string' };
  await page.useSchema({
    wifi: { title: '无线', type: 'object', properties: { ssid, radio }, required: ['ssid'] },
    fps: { type: 'integer' },
  });
  await page.change({ fps: 5 });
  page.show();
  const field = await screen.findByRole('spinbutton', { name: '信道' });
  await user.type(field, '3');
  expect(screen.getByText('1 项修改')).toBeVisible();
  await user.clear(field);
  expect(screen.queryByText('1 项修改')).not.toBeInTheDocument();
  expect(screen.queryByText('请填写此项')).not.toBeInTheDocument();
});

test('an integer that would be rounded is refused, and shown as typed; other numbers are accepted', async () => {
  await page.useSchema({ limit: { title: '上限', type: 'number', default: 1e20 }, id: { title: '编号', type: 'integer' } });
  page.show();
  await screen.findByText('实时');
  const id = await screen.findByRole('spinbutton', { name: '编号' });
  await user.type(id, '12345678901234567891');
  await user.tab();
  expect(id).toHaveValue('12345678901234567891');
  expect(screen.getByText('数字过大，无法精确保存')).toBeVisible();
  expect(screen.getByRole('button', { name: '保存…' })).toBeDisabled();

  await user.clear(id);
  await user.type(id, '42');
  await page.save();
  expect((await page.desired()).state).toEqual({ limit: 1e20, id: 42 });
});

test('integers in rows of numbers and secret integers that would be rounded are refused, too, with the error below them', async () => {
  const region = { title: '区域', type: 'array', items: { type: 'integer', maximum: 9 }, minItems: 2, maxItems: 2 };
  await page.useSchema({ region, pin: { title: '口令', type: 'integer', writeOnly: true } });
  page.show();
  const second = await screen.findByRole('spinbutton', { name: '区域 2' });
  await user.type(screen.getByRole('spinbutton', { name: '区域 1' }), '1');
  await user.type(second, '10');
  expect(second).toHaveAccessibleDescription('不能大于 9');
  await user.clear(second);
  await user.type(second, '-9007199254740993');
  await user.tab();
  expect(second).toHaveValue('-9007199254740993');
  expect(second).toHaveAccessibleDescription(/数字过大，无法精确保存/);

  await user.click(screen.getByRole('button', { name: '设置 口令' }));
  const pin = screen.getByLabelText('口令');
  await user.type(pin, '9007199254740993');
  expect(pin).toHaveValue('9007199254740993');
  expect(pin).toHaveAccessibleDescription(/数字过大，无法精确保存/);
});

test('all counters of the page count each changed and each invalid value once, also inside alternatives', async () => {
  const http = {
    title: '推送',
    type: 'object',
    properties: { url: { title: '地址', type: 'string' }, port: { title: '端口', type: 'integer' } },
  };
  const name = { title: '名称', type: 'string', minLength: 3, pattern: '^[a-z]+$' };
  await page.useSchema({ output: { title: '输出', oneOf: [http, { title: '关', type: 'boolean' }] }, name });
  page.show();
  await pick(await screen.findByRole('combobox', { name: '输出' }), '推送');
  await user.type(await screen.findByRole('textbox', { name: '地址' }), 'a');
  await user.type(screen.getByRole('spinbutton', { name: '端口' }), '1');
  await user.type(screen.getByRole('textbox', { name: '名称' }), '1');
  expect(screen.getByText('3 项修改')).toBeVisible();
  expect(screen.getByText('3 项已修改')).toBeVisible();
  expect(screen.getAllByText('1 项需要改正')).toHaveLength(2);
});

test('on an unconfigured device, defaults of a condition are added and removed with it, and typed values stay', async () => {
  const when = (kind: string, then: JsonObject): JsonObject => ({ if: { properties: { kind: { const: kind } } }, then });
  const every = { title: '间隔', type: 'integer', default: 10 };
  const pin = { title: '引脚', type: 'integer', default: 3 };
  await page.useSchema(
    { kind: { title: '类型', enum: ['timer', 'io'], default: 'timer' }, name: { title: '名称', type: 'string' } },
    { allOf: [when('timer', { properties: { every }, required: ['every'] }), when('io', { properties: { pin }, required: ['pin'] })] },
  );
  page.show();
  await screen.findByText('实时');
  expect(await screen.findByRole('spinbutton', { name: '间隔' })).toHaveValue('10');
  expect(screen.queryByText('请填写此项')).not.toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: '名称' }), 'a');
  await pick(screen.getByRole('combobox', { name: '类型' }), 'io');
  expect(screen.getByRole('spinbutton', { name: '引脚' })).toHaveValue('3');
  expect(screen.queryByText(/项不在表单里/)).not.toBeInTheDocument();
  await user.type(screen.getByRole('spinbutton', { name: '引脚' }), '5');
  await user.type(screen.getByRole('textbox', { name: '名称' }), 'b');
  await page.save();
  expect((await page.desired()).state).toEqual({ kind: 'io', pin: 35, name: 'ab' });
});

test('on a configured device, defaults of a condition are added and removed with it, too, and saved values stay', async () => {
  await page.useSchema(
    { proto: { title: '协议', enum: ['tcp', 'udp'] } },
    {
      if: { properties: { proto: { const: 'udp' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { mtu: { title: '单元', type: 'integer', default: 1400 } }, required: ['mtu'] },
      else: { properties: { alive: { type: 'boolean', default: true }, idle: { type: 'integer', default: 9 } } },
    },
  );
  await page.change({ proto: 'tcp', alive: true, idle: 5 });
  page.show();
  await screen.findByText('实时');
  await pick(screen.getByRole('combobox', { name: '协议' }), 'udp');
  expect(screen.getByRole('spinbutton', { name: '单元' })).toHaveValue('1400');
  expect(screen.getByText('3 项修改')).toBeVisible();
  expect(screen.getByText('含一并填入的 1 项默认值')).toBeVisible();
  expect(screen.getByText(/^1 项不在表单里/)).toBeVisible();

  await user.click(screen.getByRole('button', { name: '还原 协议' }));
  expect(screen.queryByText(/项修改/)).not.toBeInTheDocument();
  await pick(screen.getByRole('combobox', { name: '协议' }), 'udp');
  expect(await page.save()).toEqual({ proto: 'udp', mtu: 1400, idle: 5 });
});

test('the first value of a group adds the defaults of its required keys, and clearing it removes them', async () => {
  const point = {
    title: '原点',
    type: 'object',
    properties: { x: { title: 'X', type: 'integer' }, y: { title: 'Y', type: 'integer', default: 0 } },
    required: ['x', 'y'],
  };
  await page.useSchema({ fps: { type: 'integer' }, at: point });
  for (const before of [{}, { fps: 5 }]) {
    if (before.fps) await page.change(before);
    const { unmount } = page.show();
    await screen.findByText('实时');
    const x = await screen.findByRole('spinbutton', { name: 'X' });
    await user.type(x, '3');
    expect(screen.getByRole('spinbutton', { name: 'Y' })).toHaveValue('0');
    expect(screen.queryByText('请填写此项')).not.toBeInTheDocument();
    await user.clear(x);
    expect(screen.getByRole('spinbutton', { name: 'Y' })).toHaveValue('');
    expect(screen.queryByText(/项修改/)).not.toBeInTheDocument();
    await user.type(x, '3');
    if (before.fps) expect(await page.save()).toEqual({ fps: 5, at: { x: 3, y: 0 } });
    unmount();
  }
});

test('a secret integer must be written as an integer', async () => {
  await page.useSchema({
    pin: { title: '口令', type: 'integer', writeOnly: true, minimum: 1000 },
    since: { title: '日期', type: 'string', format: 'date' },
  });
  page.show();

  await user.click(await screen.findByRole('button', { name: '设置 口令' }));
  expect(screen.getByRole('textbox', { name: '日期' })).toHaveAccessibleDescription(/^格式：日期，例如 2026-01-05/);
  await user.type(screen.getByLabelText('口令'), '04');
  expect(screen.getByText('须为整数')).toBeVisible();
  await user.clear(screen.getByLabelText('口令'));
  await user.type(screen.getByLabelText('口令'), '4242');
  await page.save();
  expect((await page.desired()).secrets).toEqual(['pin']);
});

test('a full list has no button to add, and only invalid keys can be removed', async () => {
  const link = { title: '连接', type: 'object', properties: { a: { type: 'integer' } } };
  const pair = { title: '数对', type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'integer' }, maxItems: 2 };
  await page.useSchema({ link, pair });
  await page.change({ link: { a: 1, more: 2 }, pair: [1] });
  await page.useSchema({ link: { ...link, maxProperties: 1 }, pair });
  page.show();

  await user.click(await screen.findByRole('button', { name: '数对：添加' }));
  expect(screen.getByRole('spinbutton', { name: '2' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '数对：添加' })).not.toBeInTheDocument();
  expect(screen.getByText('最多 1 项')).toBeVisible();
  expect(screen.getByText(/^1 项不在表单里/)).toBeVisible();
  expect(screen.queryByRole('button', { name: '移除' })).not.toBeInTheDocument();
});

test('after moving a list entry, its button has the focus', async () => {
  await page.useSchema({ tags: { title: '标签', type: 'array', items: { type: 'string' } } });
  await page.change({ tags: ['a', 'b', 'c'] });
  page.show();

  (await screen.findByRole('button', { name: '上移第 3 项' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: '上移第 2 项' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: '下移第 1 项' })).toHaveFocus());
  expect(screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value)).toEqual(['c', 'a', 'b']);
  await user.click(screen.getByRole('button', { name: '移除第 2 项' }));
  expect(screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value)).toEqual(['c', 'b']);
});

test('a value of the wrong type is shown as JSON, and options may be any values', async () => {
  await page.useSchema({ name: {}, mode: {} });
  await page.change({ name: { x: 1 }, mode: { a: 1 } });
  const mode = { title: '模式', enum: [1, '1', { a: 1 }] };
  await page.useSchema({ name: { title: '名称', type: 'string' }, mode });
  page.show();

  expect(await screen.findByRole('textbox', { name: '名称' })).toHaveValue('{"x":1}');
  expect(screen.getByTitle('{"a":1}')).toBeVisible();
  await pick(screen.getByRole('combobox', { name: '模式' }), '"1"');
  expect(screen.getByRole('button', { name: '还原 模式' })).toBeVisible();
});
