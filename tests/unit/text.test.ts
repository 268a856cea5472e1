import { line } from '../../contract/text';

const name = line(32);

test('what nobody sees around a text is no part of it', () => {
  expect(name.parse(' \u200b气象 站\u2060\n')).toBe('气象 站');
  expect(name.parse('\u200b \ufeff')).toBe('');
  expect(name.parse('👨‍👩‍👧')).toBe('👨‍👩‍👧');
});

test('a text of a million blanks is refused as soon as any other', () => {
  expect(name.safeParse(`a${' '.repeat(1_000_000)}b`).success).toBe(false);
  expect(name.safeParse(`${' '.repeat(1_000_000)}b`).data).toBe('b');
});
