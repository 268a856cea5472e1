import { readFileSync } from 'node:fs';
import { specTable } from '../browser/spec/table';

test('every line of the specification has a story, and the table says which', () => {
  const { text, missing } = specTable();

  expect(missing).toEqual([]);
  expect(readFileSync('tests/browser/spec/README.md', 'utf8')).toBe(text);
});
