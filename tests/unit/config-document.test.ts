import fc from 'fast-check';
import { configIssues } from '../../contract/config-check';
import { defaultSchema } from '../../contract/config-default';
import { bytesOf, differencesOf, documentIssues, valueAt, without, withValue } from '../../contract/config-document';
import { withNullAsNothing } from '../../contract/config-null';
import { defaultIssues, schemaIn, schemaIssues, secretPaths } from '../../contract/config-schema';
import { withoutRounding } from '../../contract/exact-json';
import { type Json, type JsonObject, mergePatch, patchBetween } from '../../contract/merge-patch';

const nested = (depth: number): Json => (depth === 0 ? 1 : { a: nested(depth - 1) });
const paths = (issues: { path: string }[]) => issues.map(({ path }) => path);

describe('a merge patch (RFC 7396)', () => {
  // The test cases of RFC 7396, appendix A: original, patch, result.
  test.each<[Json, Json, Json]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('of %j by %j is %j', (original, patch, result) => {
    const before = JSON.stringify(original);

    expect(mergePatch(original, patch)).toEqual(result);
    expect(JSON.stringify(original)).toBe(before);
  });

  test('holds a key like any other where JSON names __proto__', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}')) as JsonObject;

    expect(Object.keys(merged)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });

  const value = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.integer(),
      fc.string(),
      fc.boolean(),
      fc.array(fc.oneof(fc.integer(), fc.constant(null))),
      tie('object'),
    ),
    object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value')),
  })).object;

  test('between two documents leads from the one to the other, and a second time changes nothing', () => {
    fc.assert(
      fc.property(value, value, (from, to) => {
        const patch = patchBetween(from, to);
        expect(mergePatch(from, patch)).toEqual(to);
        expect(mergePatch(to, patch)).toEqual(to);
        expect(patchBetween(to, to)).toEqual({});
      }),
    );
  });
});

describe('a configuration', () => {
  test('has at most 8 levels, and keys that are plain words', () => {
    expect(documentIssues(nested(8), 'zh-CN')).toEqual([]);
    expect(documentIssues(nested(9), 'zh-CN')).toEqual([{ path: 'a.a.a.a.a.a.a.a', message: '最多嵌套 8 层' }]);
    expect(documentIssues({ a: [{ 'b-c': 1 }] }, 'en-US')).toEqual([
      { path: 'a.0.b-c', message: 'Keys are letters, digits and _ only, at most 64 characters' },
    ]);
    for (const key of ['__proto__', 'constructor', 'prototype'])
      expect(paths(documentIssues(JSON.parse(`{"a":{"${key}":{"x":1}}}`), 'en-US'))).toEqual([`a.${key}`]);
    expect(paths(documentIssues({ '': 1, ['x'.repeat(65)]: 1, big: JSON.parse('1e999') }, 'en-US'))).toHaveLength(3);
  });

  test('has no integers that are not what was written', () => {
    const text = '{"id":12345678901234567891,"list":[-9007199254740993],"text":"\\"12345678901234567891"}';
    expect(withoutRounding(text)).toHaveLength(text.length);
    expect(documentIssues(JSON.parse(withoutRounding(text)), 'en-US')).toEqual([
      { path: 'id', message: 'Too large to be kept exactly' },
      { path: 'list.0', message: 'Too large to be kept exactly' },
    ]);
  });

  test('has any number that is what was written, and whatever JavaScript has written of one', () => {
    for (const text of ['9007199254740991', '100000000000000000000000', '-1e20', '1.5e16', '0.1234567890123456789', '0000'])
      expect(withoutRounding(text)).toBe(text);
    fc.assert(fc.property(fc.json(), (text) => expect(withoutRounding(text)).toBe(text)));
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (one) => withoutRounding(String(one)) === String(one)));
    expect(withoutRounding(`"${'9'.repeat(100_000)}`)).toHaveLength(100_001);
    // A regular expression would take hours for a run of zeros that is not at the end.
    expect(withoutRounding(`1${'0'.repeat(1_000_000)}1`)).toHaveLength(1_000_002);
  });

  test('of ten thousand brackets is refused without following them', () => {
    expect(documentIssues(JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`), 'en-US')).toHaveLength(1);
  });

  test('is as large as its JSON text in UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => expect(bytesOf({ text })).toBe(Buffer.byteLength(JSON.stringify({ text })))),
    );
  });

  test('can be taken apart and put together again at its paths', () => {
    const whole = { network: { wifi: { ssid: 'barn', password: 'hunter22' } }, log: {} };
    const rest = without(whole, ['network.wifi.password', 'nothing.here']);

    expect(rest).toEqual({ network: { wifi: { ssid: 'barn' } }, log: {} });
    expect(withValue(rest, 'network.wifi.password', 'hunter22')).toEqual(whole);
    expect(valueAt(whole, 'network.wifi.ssid')).toBe('barn');
    expect(valueAt(whole, 'network.wifi.constructor')).toBeUndefined();
  });

  test('differs where what is wanted is not there; what a device has beyond it does not count', () => {
    const wanted = { a: { x: 0.1, y: 2 }, list: [1, { z: 1 }], gone: true };

    expect(differencesOf(wanted, { a: { x: Math.fround(0.1), y: 2, extra: 1 }, list: [1, { z: 1 }], gone: true })).toEqual([]);
    expect(differencesOf(wanted, { a: { x: 0.1001, y: 2 }, list: [1, { z: 1, q: 1 }] })).toEqual(['a.x', 'list', 'gone']);
    expect(differencesOf(wanted, undefined)).toEqual(['a.x', 'a.y', 'list', 'gone']);
    expect(differencesOf({ fps: Number.POSITIVE_INFINITY }, { fps: 7 })).toEqual(['fps']);
    expect(differencesOf({ empty: {} }, {})).toEqual(['empty']);
  });

  test('does not differ by a group that holds nothing but what is never reported', () => {
    expect(differencesOf({ keys: {}, wifi: { ssid: 'x', tls: {} } }, { wifi: { ssid: 'x' } }, ['keys.main', 'wifi.tls.key'])).toEqual([]);
    expect(differencesOf({ keys: {} }, {}, ['keysOfOthers.main'])).toEqual(['keys']);
  });

  test('counts whole numbers exactly, and allows for the noise of others', () => {
    expect(differencesOf({ id: 1234567891, rate: 29.97 }, { id: 1234567000, rate: Math.fround(29.97) })).toEqual(['id']);
  });
});

describe('the shipped schema', () => {
  test('is one, has a secret, and speaks both languages throughout', () => {
    expect(schemaIssues(defaultSchema, 'en-US')).toEqual([]);
    expect(secretPaths(defaultSchema)).toEqual(['network.wifi.password']);
    expect(JSON.stringify(schemaIn(defaultSchema, 'en-US'))).not.toMatch(/\p{Script=Han}|x-en"/u);
    expect(JSON.stringify(schemaIn(defaultSchema, 'zh-CN'))).toMatch(/"title":"深度流"/);
  });

  test('takes its own defaults', () => {
    const defaultsOf = (schema: JsonObject): Json | undefined =>
      schema.properties
        ? Object.fromEntries(
            Object.entries(schema.properties as Record<string, JsonObject>).flatMap(([key, one]) => {
              const value = defaultsOf(one);
              return value === undefined ? [] : [[key, value]];
            }),
          )
        : schema.default;

    expect(configIssues(defaultSchema, defaultsOf(defaultSchema) as Json, 'en-US')).toEqual([]);
  });

  test('says where a configuration is wrong, in the reader’s language, once', () => {
    const wrong = {
      depth: { fps: 99, resolution: '1x1', bogus: 1, autoExposure: 'yes' },
      network: { address: '300.1.1.1', wifi: { password: 'short' } },
      telemetry: { intervalS: 1.5, values: ['fps', 'fps'] },
      ourOwn: { anything: true },
    };

    expect(configIssues(defaultSchema, wrong, 'zh-CN')).toEqual([
      { path: 'depth.resolution', message: '只能是 320 × 240（320x240）、640 × 480（640x480）、1280 × 720（1280x720）' },
      { path: 'depth.fps', message: '不能大于 60' },
      { path: 'depth.autoExposure', message: '须为 true 或 false' },
      { path: 'depth.bogus', message: '没有这一项配置' },
      { path: 'telemetry.intervalS', message: '须为整数' },
      { path: 'telemetry.values', message: '不能有重复项' },
      { path: 'network.address', message: '格式不正确，须为 IPv4 地址，例如 192.168.1.10' },
      { path: 'network.wifi.password', message: '至少 8 个字符' },
    ]);
    expect(configIssues(defaultSchema, { depth: { fps: 99 } }, 'en-US')).toEqual([{ path: 'depth.fps', message: 'Not more than 60' }]);
  });
});

describe('a project’s own schema', () => {
  test('may refer to its own definitions; what is wrong is told at its own place', () => {
    const schema: JsonObject = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/camera',
      type: 'object',
      required: ['serial', 'wifi'],
      definitions: { count: { type: 'integer', minimum: 5 } },
      properties: { n: { $ref: '#/definitions/count' }, either: { anyOf: [{ type: 'string' }, { const: 5 }] }, wifi: { writeOnly: true } },
    };

    expect(schemaIssues(schema, 'en-US')).toEqual([]);
    expect(configIssues(schema, { n: 1, either: true }, 'en-US', ['wifi'])).toEqual([
      { path: 'serial', message: 'Please fill this in' },
      { path: 'n', message: 'Not less than 5' },
      { path: 'either', message: 'This does not meet the schema' },
    ]);
    expect(schema).not.toHaveProperty('__absolute_uri__');
  });

  test('of closed alternatives says that none is met, and nothing of what those that were not taken do not know', () => {
    const closed = (kind: string, own: JsonObject): JsonObject => ({
      properties: { kind: { const: kind }, ...own },
      required: ['kind'],
      additionalProperties: false,
    });
    const either = [closed('wired', { port: { maximum: 99 }, mtu: {} }), closed('wifi', { ssid: {}, mtu: {} })];
    const open = either.map(({ additionalProperties: _, ...one }) => one);
    const schema: JsonObject = {
      properties: { link: { oneOf: either }, shut: { oneOf: open, unevaluatedProperties: false }, links: { items: { anyOf: either } } },
      additionalProperties: false,
    };
    const wrong = { kind: 'wired', port: 100, mtu: 1500 };

    expect(configIssues(schema, { link: wrong, shut: wrong, links: [wrong], other: 1 }, 'en-US')).toEqual([
      { path: 'link', message: 'This does not meet the schema' },
      { path: 'shut', message: 'This does not meet the schema' },
      { path: 'links.0', message: 'This does not meet the schema' },
      { path: 'other', message: 'There is no such setting' },
    ]);
    expect(configIssues(either[0] as JsonObject, { ...wrong, auth: 'open' }, 'en-US')).toEqual([
      { path: 'port', message: 'Not more than 99' },
      { path: 'auth', message: 'There is no such setting' },
    ]);
  });

  const wifi: JsonObject = {
    pin: { type: 'string', writeOnly: true },
    a: { type: 'object', properties: { pin: { $ref: '#/$defs/pin' }, ssid: { type: 'string' } }, required: ['ssid', 'pin'] },
    b: { properties: { a: { $ref: '#/$defs/a' } } },
  };

  test('may have its secrets behind references, in every place that refers to them', () => {
    const schema: JsonObject = {
      properties: { main: { $ref: '#/$defs/a', default: { ssid: 'hall' } }, spare: { $ref: '#/$defs/b' } },
      $defs: wifi,
    };

    expect([...schemaIssues(schema, 'en-US'), ...defaultIssues(schema, 'en-US', configIssues)]).toEqual([]);
    expect(secretPaths(schema)).toEqual(['main.pin', 'spare.a.pin']);
    expect(configIssues(schema, { main: { ssid: 'hall' } }, 'en-US', ['main.pin'])).toEqual([]);
    expect(configIssues(schema, { main: { ssid: 'hall' } }, 'en-US')).toEqual([{ path: 'main.pin', message: 'Please fill this in' }]);
  });

  test.each<[string, JsonObject, string]>([
    ['that is no schema of objects', { type: 'string' }, 'type'],
    ['that is a configuration, not a schema of one', { exposure: 5, title: 'gate', network: { dhcp: true } }, ''],
    ['of another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, '$schema'],
    ['that refers to another host', { properties: { a: { $ref: 'https://example.com/schema' } } }, 'properties/a/$ref'],
    ['that refers to a file', { properties: { a: { $ref: 'file:///etc/passwd' } } }, 'properties/a/$ref'],
    ['that refers to nothing', { properties: { a: { $ref: '#/$defs/nothing' } } }, 'properties/a/$ref'],
    ['that refers to itself', { $defs: { a: { items: { $ref: '#/$defs/a' } } } }, '$defs/a/items/$ref'],
    ['with a name of a part', { properties: { a: { $id: 'https://example.com/a' } } }, 'properties/a/$id'],
    ['with a type there is not', { properties: { a: { type: 'float' } } }, 'properties/a/type'],
    ['with a limit that is no number', { properties: { a: { minimum: '5' } } }, 'properties/a/minimum'],
    ['with a pattern that is none', { properties: { a: { pattern: '(' } } }, 'properties/a/pattern'],
    ['with a pattern that is too long', { properties: { a: { pattern: 'a'.repeat(513) } } }, 'properties/a/pattern'],
    ['with keys no configuration may have', { properties: { 'a-b': {} } }, 'properties/a-b'],
    ['with a group that is a secret', { properties: { a: { type: 'object', writeOnly: true, properties: { b: {} } } } }, 'properties/a'],
    [
      'with a list behind a reference that is one',
      { properties: { a: { $ref: '#/$defs/l', writeOnly: true } }, $defs: { l: { items: {} } } },
      'properties/a',
    ],
    [
      'with a secret that may be a group',
      { properties: { a: { writeOnly: true, oneOf: [{ type: 'string' }, { $ref: '#/$defs/l' }] } }, $defs: { l: { required: ['x'] } } },
      'properties/a',
    ],
    ['with one that is a constant group', { properties: { a: { writeOnly: true, const: { x: 1 } } } }, 'properties/a'],
    ['with a secret in a list', { properties: { a: { items: { writeOnly: true } } } }, 'properties/a/items'],
    [
      'with a secret behind a reference in a list',
      { properties: { a: { items: { $ref: '#/$defs/a' } } }, $defs: wifi },
      'properties/a/items/$ref',
    ],
    [
      'with a secret behind two in an alternative',
      { anyOf: [{ properties: { a: { $ref: '#/$defs/b' } } }], $defs: wifi },
      'anyOf/0/properties/a/$ref',
    ],
    ['with a part that is none', { properties: { a: 5 } }, 'properties/a'],
    ['with a default that would be rounded', { properties: { a: { default: [Infinity] } } }, 'properties/a/default'],
    ['with alternatives that are none', { anyOf: [] }, 'anyOf'],
    ['with a limit below another', { properties: { a: { minimum: 5, maximum: 1 } } }, 'properties/a/maximum'],
    ['with choices of another type', { properties: { a: { type: 'string', enum: [1, 2] } } }, 'properties/a/enum'],
  ])('%s is refused', (_, schema, path) => {
    expect(paths(schemaIssues(schema, 'zh-CN'))).toEqual([path]);
  });

  test('may say of a secret what means nothing for its type', () => {
    const pin = { type: 'string', writeOnly: true, additionalProperties: false, items: {} };
    expect(
      schemaIssues({ properties: { pin, code: { writeOnly: true, anyOf: [{ type: 'string' }, { type: 'integer' }] } } }, 'en-US'),
    ).toEqual([]);
  });

  test('is told of defaults that it refuses', () => {
    const $defs = { port: { type: 'integer', maximum: 5 }, point: { properties: { x: { type: 'integer' } }, required: ['x'] } };
    const issues = (properties: JsonObject) => defaultIssues({ $defs, properties }, 'en-US', configIssues);

    expect(issues({ a: { $ref: '#/$defs/port', default: 9 }, b: { items: { $ref: '#/$defs/point', default: {} } } })).toEqual([
      { path: 'properties/a/default', message: 'Not more than 5' },
      { path: 'properties/b/items/default/x', message: 'Please fill this in' },
    ]);
    expect(issues({ a: { type: 'integer', default: null }, default: { $ref: '#/$defs/port', default: 5 } })).toEqual([]);
    expect(defaultIssues(defaultSchema, 'en-US', configIssues)).toEqual([]);
  });

  test('is told of no default that leaves out what has a default of its own, or what is secret', () => {
    const port: JsonObject = { type: 'integer', default: 1 };
    const point: JsonObject = { type: 'object', properties: { port, proxy: { $ref: '#/$defs/proxy' } }, required: ['port', 'proxy'] };
    const $defs = { proxy: { default: {}, properties: { port }, required: ['port'] }, point };
    const $ref = '#/$defs/point';
    const issues = (g: JsonObject) => defaultIssues({ $defs, properties: { g } }, 'en-US', configIssues);

    expect(issues({ ...point, default: {} })).toEqual([]);
    expect(issues({ $ref, default: { proxy: {} } })).toEqual([]);
    expect(issues({ allOf: [{ $ref }], default: {} })).toEqual([]);
    expect(issues({ anyOf: [{ $ref }, { type: 'null' }], default: {} })).toEqual([]);
    expect(issues({ default: { a: 1 }, required: ['b'], properties: { a: {}, b: { type: 'string', writeOnly: true } } })).toEqual([]);
    expect(issues({ default: {}, required: ['b'], properties: { b: { type: 'string' } } })).toEqual([
      { path: 'properties/g/default/b', message: 'Please fill this in' },
    ]);
  });

  test('with a great many defaults is looked at once', () => {
    const field: JsonObject = { default: 1, minimum: 0, title: 'Field', type: 'integer' };
    const model = (n: number): JsonObject => ({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, { ...field, ...(n === 7 && { minimum: 5 }) }])),
    });
    const $defs = Object.fromEntries(Array.from({ length: 36 }, (_, n) => [`M${n}`, model(n)]));
    const schema = { $defs, properties: Object.fromEntries(Object.keys($defs).map((name) => [name, { $ref: `#/$defs/${name}` }])) };
    const issuesOf = jest.fn(configIssues);

    expect(defaultIssues(schema, 'en-US', issuesOf)).toEqual(
      Array.from({ length: 20 }, (_, at) => ({ path: `$defs/M7/properties/f${at}/default`, message: 'Not less than 5' })),
    );
    expect(issuesOf.mock.calls.reduce((sum, [given]) => sum + bytesOf(given), 0)).toBeLessThan(3 * bytesOf(schema));
  });

  test.each<JsonObject>([
    { type: 'slider', default: 3 },
    { default: 1, enum: 'colors' },
    { default: { a: 1 }, required: true },
    { default: 'a', pattern: '[' },
  ])('has schemas nowhere but where keywords have them: %j is none', (odd) => {
    const schema = { properties: { a: { type: 'integer', 'x-ui': odd, examples: [odd], discriminator: odd } } };

    expect([...schemaIssues(schema, 'en-US'), ...defaultIssues(schema, 'en-US', configIssues)]).toEqual([]);
  });

  test('says of a key that means something else to JavaScript that it is reserved', () => {
    expect(schemaIssues({ properties: { constructor: {} } }, 'en-US')[0]?.message).toContain('reserved');
  });

  test('that doubles with every reference is looked at in no time', () => {
    const steps = Array.from({ length: 60 }, (_, n) => [
      `s${n}`,
      n < 59 ? { anyOf: [{ $ref: `#/$defs/s${n + 1}` }, { $ref: `#/$defs/s${n + 1}` }], oneOf: [{ $ref: `#/$defs/s${n + 1}` }, {}] } : {},
    ]);
    const $defs = Object.fromEntries(steps);

    withNullAsNothing({ $defs, properties: { a: { $ref: '#/$defs/s0' } }, required: ['a'] });
    expect(schemaIssues({ $defs, allOf: [{ $ref: '#/$defs/s0' }] }, 'en-US')).toEqual([]);
  });

  test.each([
    [10, []],
    [60, [{ path: '', message: 'At most 5000 settings, with those that are referred to' }]],
    [102, [{ path: '$defs/g0/properties/x/$ref', message: 'This is nested too deeply' }]],
  ])('whose groups have two of the next in %i levels is refused where no configuration has room for all', (levels, issues) => {
    const two = (n: number): JsonObject => ({ default: {}, properties: { x: { $ref: `#/$defs/g${n}` }, y: { $ref: `#/$defs/g${n}` } } });
    const groups = Array.from({ length: levels }, (_, n) => [`g${n}`, n + 1 < levels ? two(n + 1) : { type: 'integer' }]);

    expect(schemaIssues({ $defs: Object.fromEntries(groups), ...two(0) }, 'en-US')).toEqual(issues);
  });

  test('with more secrets than settings have room, where none may stand, is refused before they are walked through', () => {
    const two = (n: number): JsonObject => ({ properties: { x: { $ref: `#/$defs/g${n}` }, y: { $ref: `#/$defs/g${n}` } } });
    const groups = Array.from({ length: 60 }, (_, n) => [`g${n}`, n < 59 ? two(n + 1) : { type: 'string', writeOnly: true }]);
    const listed = { properties: { l: { type: 'array', items: { $ref: '#/$defs/g0' } } } };

    const [{ message } = { message: '' }] = schemaIssues({ $defs: Object.fromEntries(groups), ...listed }, 'en-US');
    expect(message).toBe('At most 5000 settings, with those that are referred to');
  });

  test.each([
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    (part: JsonObject): JsonObject => ({ if: {}, then: part }),
    (part: JsonObject): JsonObject => ({ dependencies: { z: part } }),
  ])('whose conditions bring two of the next is refused like groups: %#', (brought) => {
    const two = (n: number) => brought({ properties: { x: { $ref: `#/$defs/g${n}` }, y: { $ref: `#/$defs/g${n}` } } });
    const groups = Array.from({ length: 40 }, (_, n) => [`g${n}`, n < 39 ? two(n + 1) : { type: 'integer' }]);

    const [{ message } = { message: '' }] = schemaIssues({ $defs: Object.fromEntries(groups), ...two(0) }, 'en-US');
    expect(message).toBe('At most 5000 settings, with those that are referred to');
  });

  test('that is a secret by reference, as a whole, is refused', () => {
    const schema = { $ref: '#/$defs/s', $defs: { s: { writeOnly: true } } };
    expect(schemaIssues(schema, 'en-US')).toEqual([{ path: '$ref', message: expect.stringContaining('writeOnly') }]);
  });
});
