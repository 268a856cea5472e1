import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ConfigPage, configPage, pick, toForm, typeJson } from '../support/config-page';

jest.mock('@umijs/max', () => require('../support/umi'));

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
let page: ConfigPage;

beforeEach(async () => {
  page = await configPage();
});
afterEach(() => page.close());

const orNull = (title: string) => ({ title, anyOf: [{ type: 'integer' }, { type: 'null' }] });
const names = { title: '标签', type: 'object', additionalProperties: { type: 'string' } };

test('a required nullable value may be unset, and a note says that null in JSON is dropped', async () => {
  await page.useSchema(
    { limit: orNull('上限'), name: { title: '名称', type: 'string' }, extra: { properties: { a: orNull('甲') } } },
    { required: ['limit'] },
  );
  page.show();
  await screen.findByText('实时');
  await typeJson('{"limit":null,"name":"x"}');
  await screen.findByText('null 表示未设置，保存后没有这些项：limit');
  // Nothing is said of nulls that are not in the text any more.
  await typeJson('{"limit":1} x');
  await waitFor(() => expect(screen.queryByText(/null 表示未设置/)).toBeNull());
  await typeJson('{"limit":null,"name":"x","extra":{"a":null}}');
  expect(await screen.findByText('null 表示未设置，保存后没有这些项：limit, extra')).toBeVisible();
  expect(screen.queryByText('请填写此项')).not.toBeInTheDocument();

  toForm();
  expect(await screen.findByRole('spinbutton', { name: '上限' })).toHaveValue('');
  expect(screen.getByText('1 项修改')).toBeVisible();
  expect(screen.queryByText('原值')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '还原 上限' })).not.toBeInTheDocument();
  expect(await page.save()).toEqual({ name: 'x' });
});

test('a group is removed when its values are cleared, unless it is required', async () => {
  const group = (title: string, name: string) => ({
    title,
    properties: { a: { title: `${name}甲`, type: 'integer' }, b: { title: `${name}乙`, type: 'integer' } },
    required: ['b'],
  });
  await page.useSchema({ one: group('一', '一'), two: group('二', '二') }, { required: ['two'] });
  await page.change({ one: { a: 1, b: 2 }, two: { b: 2 } });
  page.show();
  await user.clear(await screen.findByRole('spinbutton', { name: '一甲' }));
  await user.clear(screen.getByRole('spinbutton', { name: '一乙' }));
  expect(screen.queryByText('请填写此项')).not.toBeInTheDocument();
  await user.clear(screen.getByRole('spinbutton', { name: '二乙' }));
  expect(screen.getByText('请填写此项').closest('.config-row')).toContainElement(screen.getByRole('spinbutton', { name: '二乙' }));
  await user.click(screen.getByRole('button', { name: '还原 二乙' }));
  expect(await page.save()).toEqual({ two: { b: 2 } });
});

test('an added key without a value counts as a change, and must be filled in', async () => {
  await page.useSchema({ labels: names });
  page.show();
  await user.type(await screen.findByRole('textbox', { name: '标签：新的键名' }), 'a{Enter}');
  const section = screen.getByRole('heading', { name: '标签' }).closest('details') as HTMLElement;
  expect(within(section).getByText('1 项已修改')).toBeVisible();
  expect(within(section).getByText('请填写此项')).toBeVisible();
  expect(screen.getByRole('button', { name: '保存…' })).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'a' }), 'x');
  expect(await page.save()).toEqual({ labels: { a: 'x' } });
});

test('errors inside an alternative are shown and counted at their fields, and the button leads to the first one', async () => {
  const point = {
    title: '点',
    properties: { x: { title: 'X', type: 'integer' }, y: { title: 'Y', type: 'integer' } },
    required: ['x', 'y'],
  };
  const kind = (name: string, more: object) => ({ title: name, properties: { kind: { const: name }, ...more } });
  await page.useSchema({
    area: {
      title: '区域',
      oneOf: [
        { ...kind('圆', { center: point, radius: { title: '半径', type: 'integer' } }), required: ['kind', 'center', 'radius'] },
        kind('全部', {}),
      ],
    },
  });
  page.show();
  await pick(await screen.findByRole('combobox', { name: '区域' }), '圆');
  for (const name of ['X', 'Y', '半径'])
    expect(screen.getByRole('spinbutton', { name }).closest('.config-row')).toHaveTextContent('请填写此项');
  await user.click(screen.getAllByRole('button', { name: '3 项需要改正' })[0] as HTMLElement);
  expect(screen.getByRole('spinbutton', { name: 'X' })).toHaveFocus();
});

test('a number that is too large is kept in the form and in the JSON', async () => {
  await page.useSchema({
    id: { title: '编号', type: 'integer' },
    gain: { title: '增益', type: 'number' },
    step: { title: '步长', type: 'number' },
    area: { title: '区域', type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
  });
  await page.change({ gain: 5 });
  page.show();
  await user.type(await screen.findByRole('spinbutton', { name: '编号' }), '9007199254740993');
  const gain = screen.getByRole('spinbutton', { name: '增益' });
  fireEvent.change(gain, { target: { value: '1e400' } });
  fireEvent.blur(gain);
  expect(gain).toHaveValue('1e400');
  expect(gain).toHaveAccessibleDescription(/数字过大/);
  await user.type(screen.getByRole('spinbutton', { name: '步长' }), '.5e400');
  const text = await typeJson((before) => before.replace('\n}', ',"area":[1,-9007199254740995]}'));
  expect(text).toContain('"id": 9007199254740993');
  expect(text).toContain('"gain": 1e400');
  expect(text).toContain('"step": 1e999');
  toForm();
  expect(await screen.findByRole('spinbutton', { name: '编号' })).toHaveValue('9007199254740993');
  expect(screen.getByRole('spinbutton', { name: '区域 2' })).toHaveValue('-9007199254740995');
});

test('an invalid number moves with its list entry, and survives switching to JSON', async () => {
  const near = { title: '近', type: 'number' };
  await page.useSchema({
    ids: { title: '编号', type: 'array', items: { type: 'integer' } },
    zones: { title: '区域', type: 'array', items: { type: 'object', properties: { near } } },
    pair: { title: '对', type: 'array', prefixItems: [{ title: '名', type: 'string' }], items: { title: '数', type: 'number' } },
  });
  page.show();
  const boxes = (name: RegExp) => screen.getAllByRole('spinbutton', { name }).map((box) => (box as HTMLInputElement).value);
  const add = async (list: string, box: string, text: string) => {
    await user.click(await screen.findByRole('button', { name: `${list}：添加` }));
    await waitFor(() => expect(screen.getAllByRole('spinbutton', { name: box }).at(-1)).toHaveValue(''));
    await user.type(screen.getAllByRole('spinbutton', { name: box }).at(-1) as HTMLElement, text);
    await user.tab();
  };
  await add('编号', '编号-1', 'abc');
  await add('编号', '编号-2', '5mm');
  await add('编号', '编号-3', '9007199254740993');
  expect(boxes(/编号/)).toEqual(['abc', '5mm', '9007199254740993']);
  await user.click(screen.getByRole('button', { name: '下移第 1 项' }));
  expect(boxes(/编号/)).toEqual(['5mm', 'abc', '9007199254740993']);
  await user.click(screen.getByRole('button', { name: '移除第 1 项' }));
  expect(boxes(/编号/)).toEqual(['abc', '9007199254740993']);

  for (const text of ['一', '二']) await add('区域', '近', text);
  await user.click(screen.getAllByRole('button', { name: '上移第 2 项' }).at(-1) as HTMLElement);
  expect(boxes(/近/)).toEqual(['二', '一']);

  for (const text of ['x', 'y']) await add('对', '数', text);
  await user.click(screen.getAllByRole('button', { name: '移除第 2 项' }).at(-1) as HTMLElement);
  expect(boxes(/数/)).toEqual(['y']);

  const text = await typeJson((same) => same);
  expect(JSON.parse(text.replace('9007199254740993', '0'))).toEqual({
    ids: ['abc', 0],
    zones: [{ near: '二' }, { near: '一' }],
    pair: [null, 'y'],
  });
  toForm();
  expect(await screen.findByRole('spinbutton', { name: '编号-1' })).toHaveValue('abc');
});

test('invalid numbers inside alternatives are kept, too', async () => {
  const oneOf = [
    { title: '数', type: 'number' },
    { title: '文字', type: 'string' },
  ];
  await page.useSchema({ either: { title: '之一', oneOf }, mixed: { title: '混合', type: 'array', items: { oneOf } } });
  page.show();
  await user.click(await screen.findByRole('button', { name: '混合：添加' }));
  for (const choice of ['之一', '混合-1']) {
    await pick(await screen.findByRole('combobox', { name: choice }), '数');
    const box = await screen.findByRole('spinbutton', { name: `${choice} 数` });
    await user.type(box, 'q');
    await user.tab();
    expect(box).toHaveValue('q');
  }
  expect(await typeJson((same) => same)).toContain('"q"');
});

test('invalid numbers stay as typed in both views, with an error', async () => {
  const free = { title: '其他', type: 'object', additionalProperties: true };
  await page.useSchema({ gain: { title: '增益', type: 'integer' }, step: { title: '步长', type: 'number' }, free });
  await page.change({ gain: 7, free: { n: 3 } });
  page.show();
  const gain = await screen.findByRole('spinbutton', { name: '增益' });
  const step = screen.getByRole('spinbutton', { name: '步长' });
  await user.clear(gain);
  await user.type(gain, '1.500,5');
  await user.type(step, '5mm');
  await user.type(screen.getByRole('spinbutton', { name: 'n' }), '%');
  expect(screen.getByRole('spinbutton', { name: 'n' })).toHaveValue('3%');
  await user.click(screen.getByRole('button', { name: '还原 n' }));
  expect(gain).toHaveValue('1.500,5');
  expect(gain).toHaveAccessibleDescription(/不是数字/);
  expect(step).toHaveValue('5mm');
  expect(screen.getAllByText('不是数字')).toHaveLength(2);
  expect(screen.queryByText(/整数/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: '保存…' })).toBeDisabled();
  expect(await typeJson((same) => same)).toContain('"step": "5mm"');
  toForm();

  const again = await screen.findByRole('spinbutton', { name: '步长' });
  await user.clear(again);
  await user.tab();
  expect(again).toHaveValue('');
  const other = screen.getByRole('spinbutton', { name: '增益' });
  await user.clear(other);
  await user.type(other, '1 500');
  await user.tab();
  expect(other).toHaveValue('1500');
  expect(screen.queryByText('不是数字')).not.toBeInTheDocument();
  expect(await page.save()).toEqual({ gain: 1500, free: { n: 3 } });
});

test('a secret entered in JSON does not get the focus when switching to the form', async () => {
  await page.useSchema({ name: { title: '名称', type: 'string' }, code: { title: '口令', type: 'string', writeOnly: true } });
  page.show();
  await screen.findByText('实时');
  await typeJson('{"code":"s3cret"}');
  toForm();
  expect(await screen.findByLabelText('口令')).not.toHaveFocus();
  await user.click(screen.getByRole('button', { name: '不设置' }));
  await user.click(screen.getByRole('button', { name: '设置 口令' }));
  expect(screen.getByLabelText('口令')).toHaveFocus();
});

test('a duplicate key in JSON is an error, and prevents saving', async () => {
  await page.useSchema({ id: { title: '编号', type: 'integer' } });
  page.show();
  await screen.findByText('实时');
  await typeJson('{"id":1,"id":2}');
  expect(await screen.findByRole('button', { name: 'id 键 "id" 出现了两次' })).toBeVisible();
  expect(screen.getByRole('button', { name: '保存…' })).toBeDisabled();
});

test('on an unconfigured device, values entered in JSON add their defaults to the form', async () => {
  const speed = (standard: number) => ({ properties: { speed: { title: '速度', type: 'integer', default: standard } } });
  await page.useSchema(
    { mode: { title: '模式', type: 'string' }, ...speed(1).properties },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: { properties: { mode: { const: 'fast' } }, required: ['mode'] }, then: speed(9) },
  );
  page.show();
  await screen.findByText('实时');
  await typeJson('{"speed":1,"mode":"fast"}');
  toForm();
  expect(await screen.findByRole('spinbutton', { name: '速度' })).toHaveValue('9');
  expect(await page.save()).toEqual({ speed: 9, mode: 'fast' });
});

test('a schema without settings is explained in place of the form', async () => {
  await page.useSchema({});
  page.show();
  // Once in the form and once above it.
  expect(await screen.findAllByText(/^配置模式没有列出配置项/)).toHaveLength(2);
  expect(screen.getByRole('button', { name: '在 JSON 中设置' })).toBeVisible();
});

test('of a device that was never configured it is said that nothing cannot be saved', async () => {
  page.show();
  await screen.findByText('实时');
  await typeJson('{}');
  expect(await screen.findByText('没有可以保存的值')).toBeVisible();
  expect(screen.getByRole('button', { name: '保存…' })).toBeDisabled();

  await typeJson('{"depth":{"fps":10}}');
  await waitFor(() => expect(screen.getByRole('button', { name: '保存…' })).toBeEnabled());
  expect(screen.queryByText('没有可以保存的值')).toBeNull();
});

test('a first save says how much is saved, more or less than was changed, and what the schema does not name is a warning when it is set', async () => {
  await page.useSchema({ fps: { title: '帧率', type: 'integer', default: 15 }, name: { title: '名称', type: 'string' } });
  page.show();
  await user.type(await screen.findByRole('textbox', { name: '名称' }), 'x');
  expect(screen.getByText('1 项修改')).toBeVisible();
  expect(screen.getByText('首次保存，共 2 项')).toBeVisible();

  await typeJson('{"name":"x"}');
  await screen.findByText('2 项修改');
  expect(screen.getByText('首次保存，共 1 项')).toBeVisible();

  await typeJson('{"fps":15,"naem":"x"}');
  const notice = () => screen.getByText(/^1 项不在表单里/).closest('.ant-alert');
  await waitFor(() => expect(notice()).toHaveClass('ant-alert-warning'));
  toForm();
  expect(await page.save()).toEqual({ fps: 15, naem: 'x' });
  await waitFor(() => expect(notice()).toHaveClass('ant-alert-info'));
});
