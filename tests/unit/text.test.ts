import { Sn, Tag } from '../../contract/device';
import { line } from '../../contract/text';

const name = line(32);

test('what nobody sees around a text is no part of it', () => {
  expect(name.parse(' \u200b气象 站\u2060\n')).toBe('气象 站');
  expect(name.parse('\u200b \ufeff')).toBe('');
  expect(name.parse('👨‍👩‍👧')).toBe('👨‍👩‍👧');
  expect([Tag.parse('屋顶\u200b'), Sn.parse('\ufeffCAM-1 ')]).toEqual(['屋顶', 'CAM-1']);
  expect(Tag.safeParse('\u200b').success).toBe(false);
});

test('what turns round the words after it is refused', () => {
  expect(name.safeParse('仓库\u202eevil').success).toBe(false);
  expect(name.safeParse('שלום 1').success).toBe(true);
});

test('a text of a million blanks is refused as soon as any other', () => {
  expect(name.safeParse(`a${' '.repeat(1_000_000)}b`).success).toBe(false);
  expect(name.safeParse(`${' '.repeat(1_000_000)}b`).data).toBe('b');
});
