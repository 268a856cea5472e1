import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ConfigPage, configPage, pick, toForm, typeJson } from '../support/config-page';

jest.mock('@umijs/max', () => require('../support/umi'));

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
let page: ConfigPage;

beforeEach(async () => {
  page = await configPage();
});
afterEach(() => page.close());

const text = (title: string) => ({ title, type: 'string' });
const kind = (name: string, title: string, properties: object) => ({
  title,
  properties: { kind: { const: name }, name: text('名称'), ...properties },
  required: ['kind'],
});

test('choosing an alternative again restores its input, except for shared keys', async () => {
  await page.useSchema({
    output: {
      title: '输出',
      type: 'object',
      oneOf: [kind('mqtt', '消息', { topic: text('主题') }), kind('http', '推送', { url: text('地址') })],
    },
  });
  page.show();
  const choose = async (name: string) => pick(await screen.findByRole('combobox', { name: '输出' }), name);
  await choose('推送');
  await user.type(await screen.findByRole('textbox', { name: '地址' }), 'a');
  await user.type(screen.getByRole('textbox', { name: '名称' }), 'one');
  await choose('消息');
  await user.type(screen.getByRole('textbox', { name: '名称' }), ' more');
  await choose('推送');
  expect(screen.getByRole('textbox', { name: '地址' })).toHaveValue('a');
  expect(await page.save()).toEqual({ output: { kind: 'http', url: 'a', name: 'one more' } });
});

test('choosing an alternative again does not restore discarded input', async () => {
  await page.useSchema({
    output: { title: '输出', type: 'object', oneOf: [kind('mqtt', '消息', {}), kind('http', '推送', { url: text('地址') })] },
    note: text('备注'),
  });
  await page.change({ output: { kind: 'mqtt' } });
  page.show();
  const choose = async (name: string) => pick(await screen.findByRole('combobox', { name: '输出' }), name);
  await choose('推送');
  await user.type(await screen.findByRole('textbox', { name: '地址' }), 'a');
  await choose('消息');
  await user.type(screen.getByRole('textbox', { name: '备注' }), 'b');
  await user.click(screen.getByRole('button', { name: '放弃修改' }));
  await choose('推送');
  expect(await screen.findByRole('textbox', { name: '地址' })).toHaveValue('');
});

test('values of free keys may be of several types', async () => {
  const range = { title: '范围', type: 'object', properties: { min: { title: '下限', type: 'number' } }, required: ['min'] };
  const either = { oneOf: [{ title: '固定值', type: 'number' }, range] };
  await page.useSchema({ rules: { title: '规则', type: 'object', additionalProperties: either } }, { additionalProperties: either });
  await page.change({ rules: { a: 5 } });
  page.show();

  expect(await screen.findByRole('spinbutton', { name: 'a 固定值' })).toHaveValue('5');
  const key = screen.getByRole('textbox', { name: '规则：新的键名' });
  await user.type(key, 'b{Enter}');
  await pick(await screen.findByRole('combobox', { name: 'b' }), '范围');
  await user.type(await screen.findByRole('spinbutton', { name: '下限' }), '1');
  await user.type(key, 'c{Enter}');
  await pick(await screen.findByRole('combobox', { name: 'c' }), '固定值');
  const c = await screen.findByRole('spinbutton', { name: 'c 固定值' });
  await user.type(c, '7');
  await user.clear(c);
  expect(c).toBeVisible();
  await user.type(c, '8');
  await user.type(screen.getByRole('textbox', { name: '常规：新的键名' }), 'd{Enter}');
  await pick(await screen.findByRole('combobox', { name: 'd' }), '固定值');
  await user.type(await screen.findByRole('spinbutton', { name: 'd 固定值' }), '9');
  await user.type(key, 'e{Enter}');
  await user.click(await screen.findByRole('button', { name: '移除 e' }));
  expect(screen.queryByRole('combobox', { name: 'e' })).not.toBeInTheDocument();
  expect(await page.save()).toEqual({ rules: { a: 5, b: { min: 1 }, c: 8 }, d: 9 });
});

test('buttons of nested lists name their list, and a value that can only be null is shown', async () => {
  const row = { title: '行', type: 'array', items: { type: 'integer' } };
  await page.useSchema({ matrix: { title: '矩阵', type: 'array', items: row }, none: { title: '空项', type: 'null' } });
  page.show();

  await user.click(await screen.findByRole('button', { name: '矩阵：添加' }));
  await user.click(screen.getByRole('button', { name: '矩阵：添加' }));
  await user.click(await screen.findByRole('button', { name: '行：添加到第 2 项' }));
  await user.type(await screen.findByRole('spinbutton'), '4');
  await user.click(screen.getByRole('button', { name: '行：添加到第 1 项' }));
  await user.type(screen.getAllByRole('spinbutton')[0] as HTMLElement, '3');
  expect(screen.getByText('空项')).toBeVisible();
  expect(screen.getByText('只能为 null，没有可设置的值。')).toBeVisible();
  expect(await page.save()).toEqual({ matrix: [[3], [4]] });
});

test('an added entry gets the focus', async () => {
  await page.useSchema({ tags: { title: '标签', type: 'array', items: { type: 'string' } } });
  page.show();

  await user.click(await screen.findByRole('button', { name: '标签：添加' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: '标签-1' })).toHaveFocus());
});

test('an added entry asks to be filled in', async () => {
  const point = { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }] };
  const circle = { title: '圆形', properties: { r: { title: '半径', type: 'integer' } }, required: ['r'] };
  const either = { type: 'object', oneOf: [circle, { title: '点', properties: { x: { type: 'integer' } }, required: ['x'] }] };
  await page.useSchema({
    corners: { title: '顶点', type: 'array', items: point },
    shapes: { title: '形状', type: 'array', items: either },
  });
  page.show();

  await user.click(await screen.findByRole('button', { name: '顶点：添加' }));
  expect(await screen.findByText('请填写此项')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '形状：添加' }));
  expect(await screen.findByText('请选择一种')).toBeVisible();
  expect(screen.queryByText(/须为列表|不符合配置模式|不属于任何一种/)).not.toBeInTheDocument();
});

test('options differ by their type, and values of other types are shown as they are', async () => {
  await page.useSchema({ level: { type: 'object' }, name: {} });
  await page.change({ level: { a: 1 }, name: { x: [1, true] } });
  await page.useSchema({ level: { title: '级别', enum: [1, '1', true, { a: 1 }] }, name: { title: '名称', type: 'string' } });
  page.show();

  expect(await screen.findByRole('textbox', { name: '名称' })).toHaveValue('{"x":[1,true]}');
  expect(screen.getByText('{"a":1}', { selector: '.ant-select *' })).toBeVisible();
  await pick(screen.getByRole('combobox', { name: '级别' }), '"1"');
  await user.clear(screen.getByRole('textbox', { name: '名称' }));
  expect(await page.save()).toEqual({ level: '1' });
});

test('typing in the middle of a text keeps the cursor', async () => {
  await page.useSchema({ name: { title: '名称', type: 'string' } });
  await page.change({ name: 'abc' });
  page.show();
  const name = await screen.findByRole('textbox', { name: '名称' });
  await user.type(name, 'xyz', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect(name).toHaveValue('xyzabc');
});

test('an entry whose type was chosen asks for its value, not for its type', async () => {
  const either = {
    oneOf: [
      { title: '数', type: 'integer' },
      { title: '字', type: 'string' },
    ],
  };
  await page.useSchema({ all: { title: '全部', type: 'array', items: either } });
  page.show();
  await user.click(await screen.findByRole('button', { name: '全部：添加' }));
  expect(screen.getByText('请选择一种')).toBeVisible();
  await pick(screen.getByRole('combobox'), '数');
  expect(screen.getByText('请填写此项')).toBeVisible();
  expect(screen.queryByText('请选择一种')).not.toBeInTheDocument();
});

test("a constant that identifies an alternative has no row of its own, and shares the choice's name in the list of changes", async () => {
  const as = (name: string, more: object) => ({ properties: { kind: { const: name }, ...more }, required: ['kind'] });
  const output = { title: '输出', oneOf: [as('mqtt', { topic: text('主题') }), as('off', {})] };
  await page.useSchema({ output });
  await page.change({ output: { kind: 'mqtt', topic: 'a' } });
  page.show();
  await pick(await screen.findByRole('combobox', { name: '输出' }), 'off');
  expect(screen.queryByText('kind')).not.toBeInTheDocument();
  expect(screen.queryByText(/JSON 里/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '保存…' }));
  const names = [...(await screen.findByRole('dialog')).querySelectorAll('.config-name strong')].map((one) => one.textContent);
  expect(names).toEqual(['输出', '输出 › 主题']);
});

test('a nullable group stays chosen after switching to JSON and back, even if it is empty', async () => {
  const Hours = { title: '营业', type: 'object', properties: { to: text('结束') }, required: ['to'] };
  await page.useSchema({ hours: { title: '时段', anyOf: [{ $ref: '#/$defs/Hours' }, { type: 'null' }] } }, { $defs: { Hours } });
  page.show();
  await pick(await screen.findByRole('combobox', { name: '时段' }), '营业');
  await typeJson((same) => same);
  toForm();
  expect(await screen.findByRole('textbox', { name: '结束' })).toBeVisible();
  expect(screen.getByText('请填写此项')).toBeVisible();
});

test('an added entry starts with the defaults of its required keys, and its fields show their limits', async () => {
  const point = {
    properties: {
      x: { title: 'X', type: 'integer', minimum: 1, maximum: 9, description: '横' },
      y: { title: 'Y', type: 'integer', default: 0 },
    },
    required: ['x', 'y'],
  };
  await page.useSchema({ points: { title: '点', type: 'array', items: { type: 'object', ...point } } });
  page.show();
  await user.click(await screen.findByRole('button', { name: '点：添加' }));
  expect(screen.getByRole('spinbutton', { name: 'Y' })).toHaveValue('0');
  expect(screen.getByText('1 – 9').closest('p')).toHaveTextContent('横 · 1 – 9');
  // A phone's keypad of digits may have no minus.
  expect(screen.getByRole('spinbutton', { name: 'X' })).toHaveAttribute('inputmode', 'decimal');
  expect(screen.getByRole('spinbutton', { name: 'Y' })).not.toHaveAttribute('inputmode', 'decimal');
  await waitFor(() => expect(screen.getByRole('spinbutton', { name: 'X' })).toHaveFocus());
  await user.type(screen.getByRole('spinbutton', { name: 'X' }), '3');
  await user.click(screen.getByRole('button', { name: '点：添加' }));
  await user.click(screen.getByRole('button', { name: '移除第 2 项' }));
  await user.clear(screen.getByRole('spinbutton', { name: 'Y' }));
  expect(screen.getByPlaceholderText('默认 0')).toHaveValue('');
  await user.type(screen.getByRole('spinbutton', { name: 'Y' }), '5');
  expect(await page.save()).toEqual({ points: [{ x: 3, y: 5 }] });
});

test('entries added to tuples and free keys start with defaults, too, and existing entries stay', async () => {
  const port = { type: 'object', properties: { port: { title: '端口', type: 'integer', default: 80 } }, required: ['port'] };
  await page.useSchema({
    pair: { title: '对', type: 'array', prefixItems: [text('名')], items: port },
    map: { title: '表', type: 'object', additionalProperties: port },
    list: { title: '列', type: 'array', items: port },
  });
  page.show();
  await user.click(await screen.findByRole('button', { name: '对：添加' }));
  await user.type(screen.getByRole('textbox', { name: '名' }), 'a');
  await user.type(screen.getByRole('textbox', { name: '表：新的键名' }), 'k{Enter}');
  await user.click(screen.getByRole('button', { name: '列：添加' }));
  const boxes = await screen.findAllByRole('spinbutton', { name: '端口' });
  await user.click(screen.getByRole('button', { name: '列：添加' }));
  expect(await screen.findAllByRole('spinbutton', { name: '端口' })).toHaveLength(4);
  for (const box of boxes) expect(box).toBeVisible();
  expect(await page.save()).toEqual({ pair: ['a', { port: 80 }], map: { k: { port: 80 } }, list: [{ port: 80 }, { port: 80 }] });
});
