import { configIssues } from '../../contract/config-check';
import type { JsonObject } from '../../contract/merge-patch';

const told = (schema: JsonObject, document: JsonObject, hidden?: string[]) =>
  configIssues({ type: 'object', ...schema }, document, 'en-US', hidden).map(({ path, message }) => `${path}: ${message}`);

test.each<[pattern: string, key: string]>([
  ['^z[0-9]$', 'z1'],
  ['^(a|b) %"\\{2\\}/~ä$', 'a %"{2}/~ä'],
])('errors name the rule for values of keys that match %s', (pattern, key) => {
  const zones = (schema: JsonObject) =>
    told({ properties: { zones: { patternProperties: { [pattern]: schema } } } }, { zones: { [key]: 7 } });

  expect(zones({ multipleOf: 0.05, minimum: 9 })).toEqual([`zones.${key}: Not less than 9`]);
  expect(zones({ multipleOf: 0.5, maximum: 5 })).toEqual([`zones.${key}: Not more than 5`]);
  expect(zones({ multipleOf: 4 })).toEqual([`zones.${key}: A multiple of 4`]);
  expect(zones({ enum: ['in', 'out'], 'x-enumTitles': ['Way in', 'Way out'] })).toEqual([
    `zones.${key}: One of Way in (in), Way out (out)`,
  ]);
});

test('a missing value that another one depends on is reported at its own path', () => {
  const needs = { user: ['password', 'realm'] };
  const missing = ['proxy.password: Please fill this in', 'proxy.realm: Please fill this in'];

  expect(told({ properties: { proxy: { dependentRequired: needs } } }, { proxy: { user: 'a' } })).toEqual(missing);
  expect(told({ properties: { proxy: { dependencies: needs } } }, { proxy: { user: 'a' } })).toEqual(missing);
});

test('errors of a key are reported at the key', () => {
  const limits: JsonObject = { propertyNames: { pattern: '^[a-z]+$', maxLength: 3 }, additionalProperties: { maximum: 5 } };
  expect(told({ properties: { limits } }, { limits: { ABC: 9, abcd: 1 } })).toEqual([
    'limits.ABC: The key: This has to match ^[a-z]+$',
    'limits.abcd: The key: At most 3 characters',
    'limits.ABC: Not more than 5',
  ]);
});

describe('a secret that is set, with a hidden value', () => {
  const wifi = (rules: JsonObject): JsonObject => ({
    properties: {
      wifi: {
        properties: {
          password: { type: 'string', minLength: 8, writeOnly: true },
          pin: { type: 'integer', minimum: 1000, writeOnly: true },
        },
        ...rules,
      },
    },
    $defs: { digits: { anyOf: [holds({ pattern: '^[0-9]+$' })] } },
  });
  const holds = (schema: JsonObject): JsonObject => ({ properties: { password: schema } });
  const isGiven = (key: string): JsonObject => ({ required: [key] });

  test.each<[string, JsonObject]>([
    ['required', { required: ['password', 'pin'] }],
    ['needed by another value', { dependentRequired: { ssid: ['password'] } }],
    ['what tells alternatives apart', { oneOf: [isGiven('password'), isGiven('open')] }],
    [
      'of its own kind in alternatives',
      { anyOf: [{ ...isGiven('pin'), properties: { password: { minLength: 5 }, pin: { minimum: 100 } } }] },
    ],
    ['what a condition asks for', { if: isGiven('password'), else: isGiven('open') }],
    ['counted', { minProperties: 3 }],
  ])('counts as present when it is %s', (_, rules) => {
    expect(told(wifi(rules), { wifi: { ssid: 'a' } }, ['wifi.password', 'wifi.pin'])).toEqual([]);
    expect(told(wifi(rules), { wifi: { ssid: 'a' } }, [])).not.toEqual([]);
  });

  test.each<[string, JsonObject]>([
    ['held to a pattern by an alternative', { anyOf: [{ ...isGiven('password'), ...holds({ pattern: '^[0-9]{4}$' }) }, isGiven('open')] }],
    [
      'what chooses between alternatives',
      { oneOf: [{ ...isGiven('password'), ...holds({ pattern: '^[0-9]+$' }) }, holds({ pattern: '^[a-z]+$' })] },
    ],
    ['what must not be something', { not: holds({ const: 'admin' }) }],
    ['what a condition asks of', { if: holds({ pattern: '^[0-9]+$' }), else: isGiven('open') }],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ['what another condition asks of', { if: holds({ pattern: '^[0-9]+$' }), then: isGiven('open') }],
    ['longer than any text', holds({ minLength: 1e9 })],
    ['a list', holds({ type: 'array', minItems: 1 })],
    ['any other value', { anyOf: [{ additionalProperties: { type: 'array' }, properties: { ssid: {}, pin: {} } }] }],
    ['named by a pattern', { anyOf: [{ patternProperties: { '^p': { minLength: 99, type: 'string' } } }] }],
    ['said elsewhere', { allOf: [{ $ref: '#/$defs/digits' }] }],
  ])('meets every rule about its value when it is %s', (_, rules) => {
    expect(told(wifi(rules), { wifi: { ssid: 'a' } }, ['wifi.password', 'wifi.pin'])).toEqual([]);
  });

  test('is checked only in documents that contain it', () => {
    const schema = wifi({ properties: { password: { type: 'string', pattern: '[0-9]', writeOnly: true } } });
    expect(told(schema, {}, ['wifi.password'])).toEqual([]);
    expect(told(schema, { wifi: { password: 'abc' } }, ['wifi.password'])).toEqual(['wifi.password: This has to match [0-9]']);
  });
});

test.each<[string, JsonObject]>([
  ['no other keys are allowed', { additionalProperties: false }],
  ['it is forbidden', { properties: { pin: false } }],
  ['it is forbidden elsewhere', { $ref: '#/$defs/none', $defs: { none: { additionalProperties: false } } }],
])('a hidden value is an error where %s', (_, schema) => {
  expect(told(schema, {}, ['pin'])).toEqual(['pin: There is no such setting']);
});

test('a key that is not allowed is one error, not also one of each group around it', () => {
  const wifi: JsonObject = { properties: { ssid: {} }, additionalProperties: false };
  const network: JsonObject = { properties: { wifi }, additionalProperties: false };
  const schema: JsonObject = { properties: { network }, additionalProperties: false };
  expect(told(schema, { network: { wifi: { ssid: 'a', pin: 1 } } })).toEqual(['network.wifi.pin: There is no such setting']);
  expect(told(schema, { network: { wifi: { ssid: 'a' } } }, ['network.wifi.pin'])).toEqual(['network.wifi.pin: There is no such setting']);
});

test('a hidden value is an error where its name is, and none where it may be what an alternative asks for', () => {
  expect(told({ propertyNames: { maxLength: 2 } }, {}, ['pin'])).toEqual(['pin: The key: At most 2 characters']);
  const either: JsonObject = { anyOf: [{ properties: { pin: { maxLength: 4 } } }, { required: ['other'] }], unevaluatedProperties: false };
  expect(told(either, {}, ['pin'])).toEqual([]);
});

test('rules about a hidden value do not hide other errors', () => {
  const schema: JsonObject = {
    properties: { kind: { type: 'string' }, pin: { type: 'string', writeOnly: true } },
    if: { properties: { kind: { const: 'locked' }, pin: { pattern: '^[0-9]+$' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['owner'] },
    else: { required: ['place'] },
    not: { required: ['old'] },
  };
  expect(told(schema, { kind: 'locked' }, ['pin'])).toEqual([': This does not meet the schema']);
  expect(told(schema, { owner: 'a', old: 1 }, ['pin'])).toEqual([': This does not meet the schema']);
  expect(told(schema, { owner: 'a' }, ['pin'])).toEqual([]);
  expect(told(schema, { place: 'a' }, ['pin'])).toEqual([]);
});

test('rules without a hidden value give the same errors if there is one', () => {
  const wifi: JsonObject = { properties: { pin: { type: 'string', writeOnly: true } } };
  const isOff: JsonObject = { properties: { mode: { const: 'off' } }, required: ['mode'] };
  const rules: JsonObject[] = [
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: { not: isOff, allOf: [{ $ref: '#/$defs/any' }] }, then: { required: ['speed'] } },
    { oneOf: [{ required: ['mode'], not: isOff }, { $ref: '#/$defs/any' }] },
    { not: { anyOf: [{ required: ['mode'] }], allOf: [{ $ref: '#/$defs/any' }] } },
  ];
  for (const rule of rules) {
    const schema = { properties: { wifi }, $defs: { any: { properties: { mode: {} } } }, ...rule };
    const wrong = told(schema, { mode: 'on', wifi: {} }, []);
    expect(wrong).not.toEqual([]);
    expect(told(schema, { mode: 'on', wifi: {} }, ['wifi.pin'])).toEqual(wrong);
  }
  const seventh = { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { wifi } };
  expect(told({ ...seventh, properties: { wifi: { $ref: '#/definitions/wifi', required: ['x'] } } }, { wifi: {} }, ['wifi.pin'])).toEqual(
    [],
  );
});

test('a key with a lone surrogate does not break the check', () => {
  const document = JSON.parse('{"list":[{"a\\ud800":1}]}');
  expect(configIssues({ type: 'object', additionalProperties: false }, document, 'en-US')).toEqual([]);
});

test.each<[name: string, schema: JsonObject]>([
  ['a type', { type: ['integer', 'null'] }],
  ['an alternative', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
  ['a reference', { $ref: '#/$defs/maybe' }],
  ['a choice', { enum: [1, null] }],
])('a required value that may be null by %s may be missing', (_, maybe) => {
  const part = { properties: { maybe, sure: { type: 'integer' } }, required: ['maybe', 'sure'] };
  const $defs = { maybe: { oneOf: [{ type: 'null' }, { type: 'string' }] } };
  const missing = (schema: JsonObject, document: JsonObject) => told({ ...schema, $defs }, document);

  expect(missing(part, {})).toEqual(['sure: Please fill this in']);
  expect(missing({ properties: { one: { anyOf: [part, { type: 'string' }] } } }, { one: { sure: 1 } })).toEqual([]);
  expect(missing({ properties: { all: { items: part } } }, { all: [{ sure: 1 }, {}] })).toEqual(['all.1.sure: Please fill this in']);
});

describe('a required value that may be null', () => {
  const serial: JsonObject = { properties: { serial: { type: ['string', 'null'] } }, required: ['serial'] };
  const tcp: JsonObject = { properties: { tcp: { type: ['string', 'null'] } }, required: ['tcp'] };
  const either = 'g: This does not meet the schema';

  test('does not decide between alternatives: any of them is accepted', () => {
    const $defs = { serial, tcp };
    const ofDefs = [{ $ref: '#/$defs/serial' }, { $ref: '#/$defs/tcp' }];
    for (const oneOf of [[serial, tcp], ofDefs]) {
      expect(told({ $defs, properties: { g: { oneOf } } }, { g: { tcp: 'x' } })).toEqual([]);
      expect(told({ $defs, properties: { g: { oneOf } } }, { g: { tcp: 1, serial: 1 } })).toEqual([either]);
      expect(told({ $defs, properties: { g: { oneOf, anyOf: [{ required: ['a'] }] } } }, { g: { tcp: 'x' } })).toEqual([either]);
    }
    expect(told({ properties: { g: { oneOf: [{ required: ['a'] }, { required: ['b'] }] } } }, { g: { a: 1, b: 1 } })).toEqual([either]);
  });

  test('is really required in conditions, `not` and `contains`', () => {
    const both: JsonObject = { properties: { a: { type: ['string', 'null'] } }, required: ['a', 'b'] };
    expect(told({ not: both }, { b: 1 })).toEqual([]);
    expect(told({ not: both }, { a: 'x', b: 1 })).toHaveLength(1);
    expect(told({ if: both, else: { required: ['c'] } }, { b: 1 })).toEqual(['c: Please fill this in']);
    expect(told({ properties: { l: { contains: both, maxContains: 1 } } }, { l: [{ b: 1 }, { b: 2 }, { a: 'x', b: 1 }] })).toEqual([]);
  });
});
