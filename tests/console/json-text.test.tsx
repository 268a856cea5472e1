import { asTyped, objectOf, textOf } from '@/utils/json-text';

const lineOf = (text: string) => Number(/\d+/.exec(objectOf(text).fault?.message ?? '')?.[0]);
const rest = Array.from({ length: 40 }, (_, n) => `  "value${n}": "${'x'.repeat(20)}"`).join(',\n');

test.each([
  ['a character too many in the first line', `x{\n${rest}\n}`, 1],
  ['a word that is none', `{\n  "a": 1,\n  "b": nil,\n${rest}\n}`, 3],
  ['a comma that is missing', `{\n  "a": 1\n  "b": 2,\n${rest}\n}`, 3],
  ['a comma too many', `{\n${rest},\n}`, 42],
  ['a bracket of another kind', `{\n  "a": [\n    1\n  },\n${rest}\n}`, 4],
  ['an end that is missing', `{\n  "a": 1,\n  "b": 2`, 3],
  ['something after the end', `{\n${rest}\n}\nx`, 43],
])('%s is told with its line', (_, text, line) => {
  expect(lineOf(text)).toBe(line);
});

test.each(['['.repeat(10_000), `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`])('what is nested too deeply is told, too', (text) => {
  expect(objectOf(text).fault).toEqual({ path: '', message: '第 1 行附近嵌套过深' });
});

test('a key that is there twice is told with its place', () => {
  expect(objectOf('{"a":[{"b":1,"c":{"b":2},"b":3}],"b":4}').fault).toEqual({ path: 'a.0.b', message: '键 "b" 出现了两次' });
  expect(objectOf('{"a":{"b":1},"c":{"b":1}}').fault).toBeUndefined();
});

test('a number that is too large to be kept is written as it was typed', () => {
  const text = '{\n  "n": [\n    1,\n    -9007199254740993\n  ]\n}';
  const { document, typed } = objectOf(text);
  expect(textOf(document, typed)).toBe(text);
});

test('a number that was too large to be kept is too large as text, too, and not taken away', () => {
  const { document } = objectOf('{"n":9007199254740993}');
  expect(textOf(document)).toBe('{\n  "n": 1e999\n}');
  expect(objectOf(textOf(document)).document).toEqual(document);
  expect(textOf({ low: Number.NEGATIVE_INFINITY })).toBe('{\n  "low": 1e999\n}');
});

test('what cannot be kept is told as it was typed, wherever it stands', () => {
  const typed = new Map([['area.x.1', '5mm']]);
  expect(asTyped({ x: [1, Number.NaN], y: Number.NaN }, typed, 'area')).toEqual({ x: [1, '5mm'], y: '?' });
});
