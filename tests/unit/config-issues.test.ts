import { configIssuesHere, mayTakeForever } from '../../src/utils/config-issues';

const ofPattern = (pattern: string) => ({ type: 'object', properties: { a: { items: { pattern } } } });

test.each(['^(a+)+$', '^(a|a)*$', '^(\\w+\\s?)*$', '(?:x{2,}){3,}', '(.*)\\1', '.*.*.*.*x', '^(([a-z])+.)+$', '^(a?|b+)+$'])(
  'a page leaves %s to the platform',
  (pattern) => expect(mayTakeForever(ofPattern(pattern))).toBe(true),
);

test.each(['^[a-z]+$', '^(?:https?|ftp)://', '^[^@]+@[^@]+\\.[^@]+$', '^\\d{1,3}(\\.\\d{1,3}){3}$', '^[(a+)+]*$', '\\(a+\\)+'])(
  'a page checks %s itself',
  (pattern) => expect(mayTakeForever(ofPattern(pattern))).toBe(false),
);

test('the names of properties are patterns, too', () => {
  expect(mayTakeForever({ patternProperties: { '^(a+)+$': {} } })).toBe(true);
});

describe('beside a pattern that may take for ever a page checks everything else', () => {
  const slow = { type: 'string', pattern: '^(a+)+$' };
  const issuesOf = (schema: object, value: object) => configIssuesHere(schema as never, value as never, 'zh-CN').map(({ path }) => path);

  test('the pattern’s own value only as far as that goes', () => {
    const schema = { required: ['mail', 'n'], properties: { mail: slow, n: { type: 'integer' } } };
    expect(issuesOf(schema, { mail: 'b', n: 1.5 })).toEqual(['n']);
    expect(issuesOf(schema, { mail: 1 })).toEqual(expect.arrayContaining(['mail', 'n']));
  });

  test('what such a name is for is not called unknown', () => {
    const schema = { patternProperties: { '^(a+)+$': {}, '^n': { type: 'integer' } }, additionalProperties: false };
    expect(issuesOf(schema, { b: 1, n: 'x' })).toEqual(['n']);
  });

  test('properties and values that are called like keywords stay', () => {
    const schema = { properties: { pattern: { type: 'integer' }, s: slow, c: { const: { pattern: '^(a+)+$' } } } };
    expect(issuesOf(schema, { pattern: 'x', s: 's', c: { pattern: '^(a+)+$' } })).toEqual(['pattern']);
  });

  test.each(['not', 'if', 'contains'])('but what %s asks where that depends on it', (keyword) => {
    const schema = { properties: { s: { [keyword]: slow, else: false }, n: { type: 'integer' } } };
    expect(issuesOf(schema, { s: 'b', n: 'x' })).toEqual(['n']);
  });

  test('nor which of several it is where one of them may, or what one refers to', () => {
    const $defs = { slow, slower: { properties: { deep: { $ref: '#/$defs/slow' } } }, quick: { const: 'c' } };
    const oneOf = (...names: string[]) => ({ oneOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) });
    const schema = { $defs, properties: { s: oneOf('slow', 'quick'), t: oneOf('slower'), u: oneOf('quick'), n: { type: 'integer' } } };
    expect(issuesOf(schema, { s: 'b', t: 1, u: 'x', n: 'x' })).toEqual(['u', 'n']);
  });

  test('and all of what has none in it, as it is', () => {
    const closed = (...keys: string[]) => ({
      properties: Object.fromEntries(keys.map((key) => [key, {}])),
      required: keys,
      unevaluatedProperties: false,
    });
    const schema = { properties: { s: slow, g: { oneOf: [closed('a'), closed('a', 'b')] }, h: closed('a') } };
    expect(issuesOf(schema, { g: { a: 1, b: 1 } })).toEqual([]);
    expect(issuesOf(schema, { g: { c: 1 }, h: { a: 1, c: 1 } })).toEqual(['g', 'h.c']);
  });

  test('nor whether a key is known where that depends on it', () => {
    const schema = {
      properties: { a: { type: 'integer' }, not: slow },
      if: { properties: { s: slow } },
      else: { properties: { b: true } },
      unevaluatedProperties: false,
    };
    expect(issuesOf(schema, { a: 'x', b: 1, not: 'b' })).toEqual(['a']);
  });
});
