import { z } from 'zod';
import { issueTexts } from '../../contract/field-text';
import { parseStrictly } from '../../server/strict';

const Selection = z.object({
  filter: z.object({ tag: z.string().optional() }).optional(),
  rows: z.array(z.object({ sn: z.string() })).default([]),
  values: z.record(z.string(), z.unknown()).optional(),
  open: z.looseObject({}).optional(),
});

const refused = (given: unknown) => {
  const { error } = parseStrictly(Selection, given);
  return error && issueTexts(error, 'en-US', 'body');
};

test.each([
  [{ filter: { tags: 'old' } }, [{ path: 'body.filter', message: 'Unknown fields: tags' }]],
  [{ filters: {} }, [{ path: 'body', message: 'Unknown fields: filters' }]],
  [{ rows: [{ sn: 'A' }, { sn: 'B', Sn: 'b' }] }, [{ path: 'body.rows.1', message: 'Unknown fields: Sn' }]],
  [JSON.parse('{"values":{"__proto__":{"x":1}}}'), [{ path: 'body.values', message: 'Unknown fields: __proto__' }]],
])('%j is refused', (given, told) => {
  expect(refused(given)).toEqual(told);
});

test('what the schema knows or leaves open is taken, with its defaults', () => {
  const { data } = parseStrictly(Selection, { filter: { tag: 'old' }, values: { any: { thing: [1, null] } }, open: { more: {} } });
  expect(data).toEqual({ filter: { tag: 'old' }, rows: [], values: { any: { thing: [1, null] } }, open: { more: {} } });
});

test('what is wrong otherwise is said as zod says it', () => {
  expect(refused({ filter: { tag: 5, tags: 'x' } })).toEqual([{ path: 'body.filter.tag', message: 'This has to be a text' }]);
});
