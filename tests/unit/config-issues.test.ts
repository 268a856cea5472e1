import { mayTakeForever } from '../../src/utils/config-issues';

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
