import { configIssues } from '../../contract/config-check';
import { formatIn } from '../../contract/config-format';

test.each('date time date-time duration email hostname ipv4 ipv6 uri uuid'.split(' '))(
  'a text of the format %s may be written as it is told',
  (format) => {
    const schema = { properties: { text: { type: 'string', format } } };
    for (const language of ['zh-CN', 'en-US'] as const) {
      const words = formatIn(format, language) ?? '';
      const examples = words.split(/例如 |such as | 或 | or /).slice(1);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(configIssues(schema, { text: example.replace(/（.*|\s\(.*/, '') }, language)).toEqual([]);
      expect(configIssues(schema, { text: '?' }, language)).toEqual([{ path: 'text', message: expect.stringContaining(words) }]);
    }
  },
);

test('of a format that has no words, its name is told', () => {
  expect(configIssues({ properties: { text: { format: 'json-pointer' } } }, { text: 'x' }, 'zh-CN')).toEqual([
    { path: 'text', message: '格式不正确，须为 json-pointer' },
  ]);
});
