import type { JsonObject } from '../../contract/merge-patch';
import { markSecrets } from '../../src/utils/config-secrets';

const text = { type: 'string', title: '令牌' };
const hidden = { ...text, writeOnly: true };

test('what is a secret already leaves the schema the same object', () => {
  const schema = { properties: { token: hidden, fps: { type: 'integer' } } };
  expect(markSecrets(schema, ['token'])).toBe(schema);
  expect(markSecrets(schema, ['gone', 'token.inner'])).toBe(schema);
});

test('a former secret is marked wherever it is named: in groups, alternatives and branches of conditions', () => {
  const before = (token: JsonObject): JsonObject => ({
    properties: { wifi: { properties: { token } } },
    oneOf: [{ properties: { wifi: { properties: { token } } } }],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    allOf: [{ if: { properties: { wifi: { properties: { token: text } } } }, then: { properties: { wifi: { properties: { token } } } } }],
  });
  expect(markSecrets(before(text), ['wifi.token'])).toEqual(before(hidden));
});

test('a former secret keeps what it is called and whether it is a number, and loses its choices, parts and default', () => {
  const marked = (token: object) =>
    (markSecrets({ properties: { token } } as never, ['token']).properties as Record<string, unknown>).token;
  expect(marked({ type: 'integer', title: 'PIN', default: 1, enum: [1, 2] })).toEqual({ type: 'integer', title: 'PIN', writeOnly: true });
  expect(marked({ type: 'object', title: 'A', properties: { a: text } })).toEqual({ type: 'string', title: 'A', writeOnly: true });
});
