import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, render, screen } from '@testing-library/react';
import { useLanguage } from '@/locales/language';

const root = join(__dirname, '../../src');
const CHINESE = /[\u3400-\u9fff\uff00-\uffef\u3000-\u303f]/;
const CHINESE_WORD = /[\u3400-\u9fff]/;
/** Contains Chinese that is parsed, not shown: the headers of imported tables. */
const UNDERSTOOD = 'pages/dashboard/device/import/csv.ts';

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.startsWith('.umi'));
const features = files.filter((file) => file.startsWith('locales/'));

/** The exports of a feature's file that have both languages. */
function bilingual(file: string) {
  const exported: Record<string, unknown> = require(join(root, file));
  return Object.entries(exported).filter(([, value]) => isBilingual(value)) as [string, Record<'zh-CN' | 'en-US', unknown>][];
}

const isBilingual = (value: unknown) => typeof value === 'object' && value !== null && 'zh-CN' in value && 'en-US' in value;

/** All texts inside a value with their paths; functions are called with placeholders. */
function spoken(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value(...Array.from({ length: value.length }, () => 7)))]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => spoken(inner, `${path}.${key}`));
}

describe.each(features.flatMap((file) => bilingual(file).map(([name, texts]) => ({ file, name, texts }))))('$file $name', ({ texts }) => {
  const zh = spoken(texts['zh-CN']);
  const en = spoken(texts['en-US']);

  test('says the same in both languages', () => {
    expect(en.map(([path]) => path)).toEqual(zh.map(([path]) => path));
  });

  test('leaves nothing unsaid', () => {
    expect([...zh, ...en].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('is English in English', () => {
    // A single quoted character is an example, not a text.
    const words = en.map(([, text]) => text.replace(/“.”/gu, ''));
    expect(words.filter((text) => CHINESE.test(text))).toEqual([]);
  });
});

test('nothing is said in Chinese outside the texts', () => {
  const said = files
    .filter((file) => !file.startsWith('locales/') && file !== UNDERSTOOD)
    .flatMap((file) => linesOf(file).map((line, i) => `${file}:${i + 1} ${line}`))
    .filter((line) => CHINESE_WORD.test(line));

  expect(said).toEqual([]);
});

/** The lines of a file without comments. */
function linesOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|\s)\/\/ .*/g, '')
    .split('\n');
}

const Spoken = () => <p>{useLanguage()}</p>;

test('a page speaks what was chosen in another tab', () => {
  render(<Spoken />);
  expect(screen.getByText('zh-CN')).toBeVisible();

  localStorage.setItem('language', 'en-US');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'en-US' })));
  expect(screen.getByText('en-US')).toBeVisible();
  expect(document.documentElement.lang).toBe('en-US');
});
