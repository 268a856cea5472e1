import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && !file.startsWith('.umi'))
  .map((file) => join('src', file));
const named = files.flatMap((file) => {
  const css = readFileSync(file, 'utf8');
  const names = css.matchAll(/^\s*\.[\w-]+(?=,$| \{$)|@keyframes [\w-]+/gm);
  return [...names].map(([name]) => ({ name: name.trim(), file }));
});

// Style sheets of visited pages stay loaded, so a class name used by two pages would get the styles of both.
test('a class or an animation is styled by one part of the console', () => {
  const folders = (name: string) => [...new Set(named.filter((one) => one.name === name).map(({ file }) => dirname(file)))];
  const shared = [...new Set(named.map(({ name }) => name))]
    .map((name): [string, string[]] => [name, folders(name)])
    .filter(([, [first = '', ...others]]) => others.some((other) => !other.startsWith(first) && !first.startsWith(other)));

  expect(files.length).toBeGreaterThan(40);
  expect(shared).toEqual([]);
});
