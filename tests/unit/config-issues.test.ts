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

test('keys of patternProperties are checked for slow patterns, too', () => {
  expect(mayTakeForever({ patternProperties: { '^(a+)+$': {} } })).toBe(true);
});

describe('with a pattern that may take forever, a page', () => {
  const slow = { type: 'string', pattern: '^(a+)+$' };
  const issuesOf = (schema: object, value: object) => configIssuesHere(schema as never, value as never, 'zh-CN').map(({ path }) => path);

  test('checks the value of the pattern by its other rules', () => {
    const schema = { required: ['mail', 'n'], properties: { mail: slow, n: { type: 'integer' } } };
    expect(issuesOf(schema, { mail: 'b', n: 1.5 })).toEqual(['n']);
    expect(issuesOf(schema, { mail: 1 })).toEqual(expect.arrayContaining(['mail', 'n']));
  });

  test('does not report keys as unknown that a slow key pattern may match', () => {
    const schema = { patternProperties: { '^(a+)+$': {}, '^n': { type: 'integer' } }, additionalProperties: false };
    expect(issuesOf(schema, { b: 1, n: 'x' })).toEqual(['n']);
  });

  test('keeps properties and values that are named like keywords', () => {
    const schema = { properties: { pattern: { type: 'integer' }, s: slow, c: { const: { pattern: '^(a+)+$' } } } };
    expect(issuesOf(schema, { pattern: 'x', s: 's', c: { pattern: '^(a+)+$' } })).toEqual(['pattern']);
  });

  test.each(['not', 'if', 'contains'])('skips %s if it depends on the pattern', (keyword) => {
    const schema = { properties: { s: { [keyword]: slow, else: false }, n: { type: 'integer' } } };
    expect(issuesOf(schema, { s: 'b', n: 'x' })).toEqual(['n']);
  });

  test('skips oneOf if an alternative, or its reference, has such a pattern', () => {
    const $defs = { slow, slower: { properties: { deep: { $ref: '#/$defs/slow' } } }, quick: { const: 'c' } };
    const oneOf = (...names: string[]) => ({ oneOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) });
    const schema = { $defs, properties: { s: oneOf('slow', 'quick'), t: oneOf('slower'), u: oneOf('quick'), n: { type: 'integer' } } };
    expect(issuesOf(schema, { s: 'b', t: 1, u: 'x', n: 'x' })).toEqual(['u', 'n']);
  });

  test('checks groups without such a pattern completely', () => {
    const closed = (...keys: string[]) => ({
      properties: Object.fromEntries(keys.map((key) => [key, {}])),
      required: keys,
      unevaluatedProperties: false,
    });
    const schema = { properties: { s: slow, g: { oneOf: [closed('a'), closed('a', 'b')] }, h: closed('a') } };
    expect(issuesOf(schema, { g: { a: 1, b: 1 } })).toEqual([]);
    expect(issuesOf(schema, { g: { c: 1 }, h: { a: 1, c: 1 } })).toEqual(['g', 'h.c']);
  });

  test('does not report unknown keys if that depends on the pattern', () => {
    const schema = {
      properties: { a: { type: 'integer' }, not: slow },
      if: { properties: { s: slow } },
      else: { properties: { b: true } },
      unevaluatedProperties: false,
    };
    expect(issuesOf(schema, { a: 'x', b: 1, not: 'b' })).toEqual(['a']);
  });
});
