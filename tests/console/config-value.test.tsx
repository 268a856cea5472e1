import { render } from '@testing-library/react';
import { ChangeList } from '@/components/ChangeList';
import { ConfigValue } from '@/components/ConfigValue';
import { shapeOf } from '@/utils/config-shape';
import type { Json, JsonObject } from '../../contract/merge-patch';

test.each<[what: string, value: Json, said: string, schema?: JsonObject]>([
  ['a whole number is told with every digit', 1234567891, '1234567891'],
  ['so is one with a fraction', 1234567.8912, '1234567.8912'],
  ['of what a device counts in 32 bits, without those that nobody meant', Math.fround(0.1), '0.1'],
  ['of what a machine added up, too', 0.1 + 0.2, '0.3'],
  ['lists in a list are told apart', [[1], [2000, 3], []], '[1], [2000, 3], [ ]', { items: { type: 'array', items: { type: 'integer' } } }],
  ['a choice that is no text or number is told in JSON', { a: 1 }, '{"a":1}', { enum: [1, { a: 1 }] }],
  ['choices that would read the same are told apart', '1', '"1"', { enum: [1, '1'] }],
  [
    'so are a text and a number, where either may be',
    [1, '1', 'a'],
    '1, "1", a',
    { items: { oneOf: [{ type: 'integer' }, { type: 'string' }] } },
  ],
  ['and where anything may be', [1, '1', 'true'], '1, "1", "true"'],
  [
    'the only value of an alternative is called as that is',
    'auto',
    '自动',
    { oneOf: [{ type: 'integer' }, { title: '自动', enum: ['auto'] }] },
  ],
  ['so is one that is no more than yes or no', false, '停用', { oneOf: [{ type: 'integer' }, { title: '停用', const: false }] }],
  ['an empty list is not', [], '[ ]'],
  ['a list of one is a list', [''], '[""]'],
  ['an empty text is told to be one', '', '空文本', { type: 'string' }],
  ['a text that has to be one is told as it is', '007', '007', { type: 'string' }],
])('%s', (_, value, said, schema = {}) => {
  expect(render(<ConfigValue schema={schema} value={value} />).container.textContent).toBe(said);
});

test.each<[what: string, constants: [Json, Json], isTogether: boolean, said: RegExp]>([
  ['a constant that alone tells groups apart is called as its group is', ['eth', 'wifi'], false, /^网络.*net\.kind.*有线.*→.*无线$/],
  ['so is yes or no', [true, false], false, /^网络.*net\.kind.*有线.*→.*无线$/],
  ['one of several that do so together is called as it is', ['a', 'b'], true, /^网络.*net\.kind.*a.*→.*b$/],
])('in what changes %s', (_, [one, other], isTogether, said) => {
  const group = (title: string, kind: Json, mode: Json) => ({
    title,
    type: 'object',
    properties: { kind: { const: kind }, ...(isTogether && { mode: { const: mode } }) },
  });
  const groups = [group('有线', one, 1), group('无线', other, 1), ...(isTogether ? [group('其他', one, 2)] : [])];
  const schema = shapeOf({ properties: { net: { title: '网络', oneOf: groups } } });
  const { container } = render(<ChangeList schema={schema} changes={[{ path: 'net.kind', from: one, to: other }]} />);
  expect(container.textContent).toMatch(said);
});

test('of what many devices are to change, only what it becomes is told, or that it goes', () => {
  const changes = [
    { path: 'mode', from: undefined, to: 'fast' },
    { path: 'name', from: undefined, to: null },
  ];
  const { container } = render(<ChangeList schema={{}} changes={changes} isForMany />);

  expect([...container.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['mode新值fast', 'name清除']);
});
