import type { Json, JsonObject } from '../../contract/merge-patch';
import { startOf } from '../../src/pages/dashboard/device-config/start-of';
import { alternativeOf, alternativesOf, begunAs } from '../../src/utils/config-alternatives';
import { schemaFor } from '../../src/utils/config-conditions';
import { faultsInside } from '../../src/utils/config-faults';
import { fieldAt, unnamedOf } from '../../src/utils/config-fields';
import { configIssuesHere } from '../../src/utils/config-issues';
import { shapeOf } from '../../src/utils/config-shape';

const shaped = (value: JsonObject, more: JsonObject = {}) =>
  (shapeOf({ type: 'object', properties: { value }, ...more }).properties as JsonObject).value as JsonObject;

test.each<[name: string, given: JsonObject, shape: JsonObject]>([
  [
    'a nullable type is not an alternative',
    { title: 'a', anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
    { title: 'a', type: 'integer', minimum: 1 },
  ],
  ['nor among types', { type: ['string', 'null'] }, { type: 'string' }],
  [
    'several types are alternatives',
    { title: 'a', type: ['string', 'integer'] },
    { title: 'a', oneOf: [{ type: 'string' }, { type: 'integer' }] },
  ],
  [
    'an alternative that can be one thing only is called by it',
    { anyOf: [{ type: 'integer' }, { const: 'auto', type: 'string' }] },
    { oneOf: [{ type: 'integer' }, { title: 'auto', type: 'string', const: 'auto' }] },
  ],
  [
    'but not by a text that says nothing, or reads like a number',
    { anyOf: [{ type: 'integer' }, { const: '', type: 'string' }, { const: '0', type: 'string' }] },
    { oneOf: [{ type: 'integer' }, { type: 'string', const: '' }, { type: 'string', const: '0' }] },
  ],
  [
    'alternatives that only restrict are dropped',
    { type: 'object', properties: {}, anyOf: [{ required: ['x'] }, { required: ['y'] }] },
    { type: 'object', properties: {} },
  ],
  [
    'null among constants is not an option, because it means unset',
    { oneOf: [{ const: 'a' }, { const: null }] },
    { type: 'string', enum: ['a'] },
  ],
  [
    'nor among named choices',
    { enum: ['a', null, 'b'], 'x-enumTitles': ['A', '-', 'B'] },
    { enum: ['a', 'b'], 'x-enumTitles': ['A', 'B'] },
  ],
  ['a list of constants is a choice of values', { anyOf: [{ const: 1 }, { const: 2 }] }, { type: 'number', enum: [1, 2] }],
  [
    'of constants of several kinds, too',
    { anyOf: [{ const: 'auto', title: '自动' }, { const: 3 }] },
    { enum: ['auto', 3], 'x-enumTitles': ['自动', null] },
  ],
  ['parts are one', { allOf: [{ $ref: '#/$defs/part' }], title: 'a' }, { title: 'a', type: 'number', maximum: 3 }],
  [
    'tuples of draft 7 are converted',
    { type: 'array', items: [{ type: 'string' }], additionalItems: false },
    { type: 'array', prefixItems: [{ type: 'string' }] },
  ],
  ['a list of anything says nothing of its items', { type: 'array', items: {} }, { type: 'array' }],
  [
    'a secret is text, whatever its alternatives',
    { writeOnly: true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
    { type: 'string', writeOnly: true },
  ],
  ['a schema without a type is marked', { title: 'a' }, { title: 'a', 'x-any': true }],
  ['a schema that allows only null is kept', { title: 'a', const: null }, { title: 'a', type: 'null' }],
])('%s', (_, given, shape) => {
  expect(shaped(given, { $defs: { part: { type: 'number', maximum: 3 } } })).toEqual(shape);
});

test('alternatives include the rules beside them, and a value belongs to the best match', () => {
  const kind = (name: string, own: JsonObject): JsonObject => ({ properties: { kind: { const: name }, ...own }, required: ['kind'] });
  const schema = shaped({
    title: '触发',
    type: 'object',
    properties: { kind: { title: '种类', type: 'string' }, delay: { type: 'integer' } },
    oneOf: [kind('timer', { every: { type: 'integer' } }), kind('pin', { pin: { type: 'integer' } })],
  });
  const alternatives = alternativesOf(schema);
  expect(schema).toMatchObject({ title: '触发' });
  expect(alternatives.map(({ properties }) => Object.keys(properties as JsonObject))).toEqual([
    ['kind', 'every', 'delay'],
    ['kind', 'pin', 'delay'],
  ]);
  expect(alternativeOf(alternatives, { kind: 'pin', delay: 2 })).toBe(1);
  expect(alternativeOf(alternatives, 'pin')).toBe(-1);
  expect(begunAs(alternatives[0] ?? {}, { kind: 'pin', pin: 3, delay: 2 })).toEqual({ kind: 'timer', delay: 2 });
});

test('a secret that is set can decide between alternatives', () => {
  const alternatives = alternativesOf(
    shaped({
      type: 'object',
      properties: { ssid: { type: 'string' }, password: { type: 'string', writeOnly: true } },
      oneOf: [
        { title: '开放', not: { required: ['password'] }, type: 'object' },
        { title: '加密', required: ['password'], type: 'object' },
      ],
    }),
  );
  expect(alternativeOf(alternatives, { ssid: 'a' })).toBe(0);
  expect(alternativeOf(alternatives, { ssid: 'a' }, ['password'])).toBe(1);
  expect(alternativeOf(alternatives, {}, ['password'])).toBe(1);
});

test('an object without any key of an alternative does not match it', () => {
  const cellular: JsonObject = { type: 'object', required: ['apn'], properties: { apn: { type: 'string' }, kind: { const: 'cellular' } } };
  const closed: JsonObject = { type: 'object', properties: { x: { type: 'integer', maximum: 9 } }, additionalProperties: false };

  expect(alternativeOf([cellular, { type: 'string' }], { kind: 'wifi', ssid: 'ap' })).toBe(-1);
  expect(alternativeOf([cellular], {})).toBe(0);
  expect(alternativeOf([cellular], { kind: 'cellular' })).toBe(0);
  expect(alternativeOf([closed], { y: 1 })).toBe(-1);
  expect(alternativeOf([cellular, closed], {})).toBe(1);
  expect(alternativeOf([closed], { x: 10, y: 1 })).toBe(0);
  expect(alternativeOf([{ type: 'object' }], { y: 1 })).toBe(0);
});

test('alternatives at the root are left out and kept in x-more', () => {
  const schema = shapeOf({ type: 'object', properties: { a: { type: 'string' } }, oneOf: [{ properties: { b: { type: 'string' } } }, {}] });
  expect(schema).toEqual({
    type: 'object',
    properties: { a: { type: 'string' } },
    'x-more': [{ properties: { b: { type: 'string' } } }, {}],
  });
});

test('titles count list entries from 1, and use keys as they are', () => {
  const rule: JsonObject = { type: 'object', properties: { v: { title: '阈值' } } };
  const schema: JsonObject = {
    properties: {
      alts: { title: '混合列表', type: 'array', items: { oneOf: [{ type: 'string' }, rule] } },
      either: { oneOf: [{ type: 'string' }, { type: 'array', items: {} }] },
      pair: { prefixItems: [{ title: '低' }, {}] },
      map: { type: 'object', additionalProperties: {} },
    },
  };
  const titles = (path: string) => fieldAt(schema, path).titles.join(' ');

  expect(['alts.2.v', 'either.0', 'pair.0', 'pair.1', 'map.2'].map(titles)).toEqual([
    '混合列表 3 阈值',
    'either 1',
    'pair 低',
    'pair 2',
    'map 2',
  ]);
});

test('titles of definitions name alternatives, and describe values, but do not name them', () => {
  const $defs: JsonObject = {
    Point: { title: 'Point', description: '毫米', type: 'object', properties: { x: { title: 'X', type: 'number' } } },
    Mode: { title: 'Mode', enum: ['auto', 'manual'] },
    Place: { $ref: '#/$defs/Point' },
    Cat: { const: 'cat', title: '猫' },
  };
  const to = (name: string, more: JsonObject = {}): JsonObject => ({ $ref: `#/$defs/${name}`, ...more });
  const schema = shapeOf({
    $defs,
    properties: {
      start: to('Point'),
      end: to('Place'),
      home: to('Point', { title: '原点' }),
      away: { title: '远点', allOf: [to('Point')] },
      bare: { allOf: [to('Point')] },
      mode: to('Mode'),
      next: { anyOf: [to('Mode'), { type: 'null' }] },
      list: { type: 'array', items: to('Point') },
      pair: { type: 'array', prefixItems: [to('Point'), to('Mode', { title: '方式' })] },
      map: { type: 'object', additionalProperties: to('Point') },
      either: { oneOf: [to('Point'), to('Mode'), to('Point', { title: '别的' })] },
      pet: { oneOf: [to('Cat'), { const: 'dog' }] },
    },
  });
  const { start, home, mode, either, pet } = schema.properties as Record<string, JsonObject>;
  const titles = (path: string) => fieldAt(schema, path).titles.join(' ');

  expect('start.x end.x home.x away.x bare.x mode next list.0.x pair.0.x pair.1 map.a.x either.x'.split(' ').map(titles)).toEqual([
    'start X',
    'end X',
    '原点 X',
    '远点 X',
    'bare X',
    'mode',
    'next',
    'list 1 X',
    'pair 1 · Point X',
    'pair 方式',
    'map a X',
    'either X',
  ]);
  expect([start, home, mode].map((one) => one?.description)).toEqual(['Point · 毫米', '毫米', 'Mode']);
  expect(alternativesOf(either ?? {}).map(({ title }) => title)).toEqual(['Point', 'Mode', '别的']);
  expect(pet).toMatchObject({ enum: ['cat', 'dog'], 'x-enumTitles': ['猫', null] });
});

test('a value has the title of its definition if it was written by hand and is unique among its siblings', () => {
  const $defs: JsonObject = {
    box: { title: '框', type: 'object', properties: { x: { title: 'X', type: 'number' } } },
    app__Box_int_: { title: 'Box[int]', type: 'object' },
    camera: { title: '相机', type: 'object' },
    same: { $ref: '#/$defs/box' },
  };
  const to = (name: string, more: JsonObject = {}): JsonObject => ({ $ref: `#/$defs/${name}`, ...more });
  const schema = shapeOf({
    $defs,
    properties: {
      area: to('box'),
      other: to('box', { title: '别的' }),
      part: { properties: { near: { allOf: [to('same')] }, name: { title: '名' } } },
      maybe: { properties: { at: { anyOf: [to('box'), { type: 'null' }] } } },
      generic: to('app__Box_int_'),
      front: to('camera'),
      rear: to('camera'),
    },
  });
  const titles = 'area.x other part.near.x maybe.at generic front rear'.split(' ').map((path) => fieldAt(schema, path).titles.join(' '));
  expect(titles).toEqual(['框 X', '别的', 'part 框 X', 'maybe 框', 'generic', 'front', 'rear']);
  const { area, front } = schema.properties as Record<string, JsonObject>;
  expect([area?.description, front?.description]).toEqual([undefined, '相机']);
});

test('all kinds of conditions become one, and add fields for the values that meet them', () => {
  const speed: JsonObject = { speed: { title: '速度', type: 'integer' } };
  const isGiven = (key: string): JsonObject => ({ required: [key] });
  const said: JsonObject[] = [
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: isGiven('mode'), then: { properties: speed } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { allOf: [{ if: { $ref: '#/$defs/given' }, then: { properties: speed } }] },
    { if: { not: isGiven('mode') }, else: { properties: speed } },
    { dependentSchemas: { mode: { properties: speed } } },
    { dependencies: { mode: { properties: speed } } },
  ];

  for (const one of said) {
    const schema = shapeOf({ $defs: { given: isGiven('mode') }, properties: { group: { properties: { mode: {} }, ...one } } });
    const fieldsFor = (group: JsonObject, hidden: string[] = []) =>
      Object.keys(((schemaFor(schema, { group }, hidden).properties as JsonObject).group as JsonObject).properties as JsonObject);
    expect(fieldsFor({ mode: 1 })).toEqual(['mode', 'speed']);
    expect(fieldsFor({})).toEqual(['mode']);
    expect(fieldsFor({}, ['group.mode'])).toEqual(['mode', 'speed']);
    expect(fieldAt(schema, 'group.speed').titles).toEqual(['group', '速度']);
    expect(unnamedOf(schemaFor(schema, { group: { mode: 1 } }, []), 'group.speed')).toBeUndefined();
    expect(unnamedOf(schemaFor(schema, {}, []), 'group.speed')).toBe('group.speed');
  }
});

test('both branches of a condition about a hidden value are added', () => {
  const condition = { if: { properties: { pin: { pattern: '^[0-9]+$' } } }, else: { properties: { b: {} } } };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  const schema = shapeOf({ properties: { pin: { writeOnly: true } }, ...condition, then: { properties: { a: {} } } });
  const fieldsFor = (value: JsonObject, hidden: string[] = []) =>
    Object.keys(schemaFor(schema, value, hidden).properties as JsonObject).sort();
  expect(fieldsFor({ pin: 'x' })).toEqual(['b', 'pin']);
  expect(fieldsFor({ pin: '1' })).toEqual(['a', 'pin']);
  expect(fieldsFor({}, ['pin'])).toEqual(['a', 'b', 'pin']);
});

test('rules of a condition override those of a value, and are merged into groups', () => {
  const schema = shapeOf({
    properties: { mode: {}, rate: { type: 'integer', maximum: 9 }, net: { properties: { a: {} } } },
    dependentSchemas: { mode: { properties: { rate: { maximum: 5 }, net: { properties: { b: {} } } }, required: ['rate'] } },
  });
  expect(schemaFor(schema, { mode: 1 }, [])).toMatchObject({
    properties: { rate: { type: 'integer', maximum: 5 }, net: { properties: { a: {}, b: {} } } },
    required: ['rate'],
  });
});

test('alternatives at the root have no fields, but their values have titles', () => {
  const schema = shapeOf({ properties: { a: {} }, oneOf: [{ properties: { b: { title: '乙' } } }, { properties: { c: {} } }] });
  expect(fieldAt(schema, 'b').titles).toEqual(['乙']);
  expect(unnamedOf(schema, 'b')).toBe('b');
});

test('a key pattern that may take forever is never tried, and its keys may have any value', () => {
  const patternProperties: JsonObject = { '^([a-z]+)+$': { 'x-unit': 'm' }, '^z[0-9]$': { 'x-unit': 'mm' } };
  const schema = shapeOf({ type: 'object', patternProperties, additionalProperties: false });
  const key = `${'a'.repeat(63)}1`;

  expect(schema).toEqual({ type: 'object', patternProperties: { '^z[0-9]$': { 'x-unit': 'mm' } }, additionalProperties: true });
  expect(fieldAt(schema, key)).toEqual({ titles: [key], schema: {} });
  expect(fieldAt(schema, 'z1').schema).toMatchObject({ 'x-unit': 'mm' });
  expect(unnamedOf(schema, key)).toBeUndefined();
});

test('a key that matches no pattern is allowed, unless additionalProperties is false', () => {
  const zones: JsonObject = { type: 'object', patternProperties: { '^z[0-9]$': {} } };
  expect(unnamedOf(shapeOf(zones), 'other')).toBeUndefined();
  expect(unnamedOf(shapeOf({ ...zones, additionalProperties: false }), 'other')).toBe('other');
  expect(unnamedOf(shapeOf({ ...zones, additionalProperties: false }), 'z1')).toBeUndefined();
});

test('lists and texts match the alternative that is valid, or else the most similar one', () => {
  const list = (type: string): JsonObject => ({ type: 'array', items: { type }, maxItems: 3 });
  const text = (pattern: string): JsonObject => ({ type: 'string', pattern });
  const lists = [list('string'), list('number')];

  expect(alternativeOf(lists, [1, 2])).toBe(1);
  expect(alternativeOf(lists, ['1'])).toBe(0);
  expect(alternativeOf(lists, [1, null])).toBe(1);
  expect(alternativeOf(lists, [1, 2, 3, 4])).toBe(1);
  expect(alternativeOf([text('^a'), text('^b')], 'b1')).toBe(1);
  expect(alternativeOf([text('^a'), text('^b')], 'c1')).toBe(0);
});

test('choosing an alternative fills in the defaults of its required keys', () => {
  const circle: JsonObject = { type: 'object', required: ['radius'], properties: { radius: { default: 1 }, label: { default: 'a' } } };
  expect(begunAs(circle, undefined)).toEqual({ radius: 1 });
  expect(begunAs(circle, { radius: 3 })).toEqual({ radius: 3 });
  // Values that were entered for this alternative earlier override its defaults, but not the current values.
  expect(begunAs(circle, { label: 'b' }, { radius: 2, label: 'c', more: 1 })).toEqual({ radius: 2, label: 'b', more: 1 });
  expect(begunAs({ type: 'string' }, 1, 'x')).toBe('x');
  // Also inside a required group.
  const centre: JsonObject = { type: 'object', required: ['x'], properties: { x: { default: 0 }, y: {} } };
  expect(begunAs({ type: 'object', required: ['centre'], properties: { centre } }, undefined)).toEqual({ centre: { x: 0 } });
});

test('choosing an alternative fills in the constant that identifies it, even if it is optional', () => {
  const as = (kind: string): JsonObject => ({
    type: 'object',
    properties: { kind: { const: kind, default: kind }, host: { default: 'a' } },
  });
  const [tcp = {}] = alternativesOf(shaped({ oneOf: [as('tcp'), as('serial')] }));
  expect(begunAs(tcp, undefined)).toEqual({ kind: 'tcp' });
  expect(begunAs(tcp, { kind: 'serial', host: 'b' })).toEqual({ kind: 'tcp', host: 'b' });
});

test('two errors at the path of alternatives lead to the inner error, which is reported once', () => {
  const as = (kind: string, own: string): JsonObject => ({ properties: { kind: { const: kind }, [own]: {} }, required: ['kind', own] });
  const schema: JsonObject = { properties: { g: { type: 'object', minProperties: 3, oneOf: [as('a', 'x'), as('b', 'y')] } } };
  const document = { g: { kind: 'a' } };
  const found = configIssuesHere(schema, document, 'en-US');
  expect(found.map(({ path }) => path)).toEqual(['g', 'g']);
  expect(faultsInside(shapeOf(schema), found, document, [], 'en-US').map(({ path }) => path)).toEqual(['g.x', 'g']);
});

test('a key without a schema of its own has itself as title', () => {
  const floor = { title: '某层', type: 'object', properties: { height: { title: '层高', type: 'number' } } };
  const schema = shapeOf({
    properties: { floors: { title: '楼层', type: 'object', patternProperties: { '^F': floor }, additionalProperties: floor } },
  });
  expect(fieldAt(schema, 'floors.F1.height').titles).toEqual(['楼层', 'F1', '层高']);
  expect(fieldAt(schema, 'floors.roof.height').titles).toEqual(['楼层', 'roof', '层高']);
});

test('alternatives without titles are named by the constant that identifies them', () => {
  const group = (t: string, more: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties: { v: { const: 1 }, t: { const: t } },
    ...more,
  });
  const titles = (oneOf: JsonObject[]) => alternativesOf(shaped({ oneOf })).map(({ title }) => title);
  expect(titles([group('mqtt'), group('http', { title: '网页' }), { type: 'string' }])).toEqual(['mqtt', '网页', undefined]);
  expect(titles([group('mqtt'), { type: 'object', properties: { v: { const: 1 } } }])).toEqual([undefined, undefined]);
});

test('values that look like schemas are kept', () => {
  const odd = { $ref: 'abc' };
  expect(shaped({ type: 'object', default: odd })).toEqual({ type: 'object', default: odd });
  expect(shaped({ type: 'object', properties: { default: { $ref: '#/$defs/a' } } }, { $defs: { a: { enum: [odd] } } })).toEqual({
    type: 'object',
    properties: { default: { enum: [odd] } },
  });
});

test('a definition is converted once, and without conditions the schema is the same object for all values', () => {
  const uses = (name: string) => Object.fromEntries([...'abcdefgh'].map((key) => [key, { $ref: `#/$defs/${name}` }]));
  const levels = Array.from({ length: 12 }, (_, n): [string, JsonObject] => [`l${n}`, { type: 'object', properties: uses(`l${n + 1}`) }]);
  const schema = shapeOf({ type: 'object', properties: uses('l0'), $defs: { ...Object.fromEntries(levels), l12: { type: 'integer' } } });
  const { a, h } = schema.properties as JsonObject;
  expect(a).toBe(h);
  expect(schemaFor(schema, { a: { b: {} } }, [])).toBe(schema);
});

test('an unconfigured device starts with the defaults, including those of conditions that are met, and keeps typed values', () => {
  const isKind = (kind: string): JsonObject => ({ properties: { kind: { const: kind } } });
  const schema = shapeOf({
    properties: { kind: { default: 'timer' }, name: {} },
    if: isKind('timer'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { every: { default: 10 } } },
    else: { properties: { pin: { default: 3 } } },
  });
  const never = { version: 0, state: {}, secrets: [], updatedAt: null, updatedBy: null, note: '' };
  const typed = (path: string, to: Json) => ({ path, from: undefined, to });
  expect(startOf(schema, never)).toEqual({ kind: 'timer', every: 10 });
  expect(startOf(schema, never, [typed('kind', 'io'), typed('every', 5)])).toEqual({ kind: 'timer', pin: 3 });
  expect(startOf(schema, { ...never, version: 1, state: { kind: 'timer' } })).toEqual({ kind: 'timer' });

  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  const unless = shapeOf({ if: { not: { required: ['a'] } }, then: { properties: { a: { default: 1 } } } });
  expect(startOf(unless, never)).toEqual({ a: 1 });
});

test('a value added by a condition stays if an alternative at the root contains it, too', () => {
  const brought: JsonObject = { properties: { net: { properties: { a: { default: 1 } } } } };
  const schema = shapeOf({
    properties: { mode: {} },
    oneOf: [{ properties: { net: { properties: { a: {} } } } }, { properties: { other: {} } }],
    if: { properties: { mode: { const: 'n' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: brought,
  });
  const state = { mode: 'n', net: { a: 1 } };
  const saved = { version: 1, state, secrets: [], updatedAt: null, updatedBy: null, note: '' };
  expect(startOf(schema, saved, [{ path: 'mode', from: 'n', to: 'x' }])).toEqual(state);
});

test('a default in a condition overrides the other default', () => {
  const never = { version: 0, state: {}, secrets: [], updatedAt: null, updatedBy: null, note: '' };
  const isFast = { if: { properties: { mode: { const: 'fast' } } } };
  const schema = shapeOf({
    properties: { mode: { default: 'fast' }, speed: { default: 1 }, link: { type: 'object', default: { kind: 'a', p: 1 } } },
    ...isFast,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { speed: { default: 9 }, link: { default: { kind: 'c', q: 5 } } } },
  });
  expect(startOf(schema, never)).toEqual({ mode: 'fast', speed: 9, link: { kind: 'c', q: 5 } });
});

test('a nullable group is a choice, and starts with its default; an optional group starts complete or not at all', () => {
  const never = { version: 0, state: {}, secrets: [], updatedAt: null, updatedBy: null, note: '' };
  const point: JsonObject = { title: 'Point', type: 'object', properties: { x: { type: 'number' }, y: { default: 0 } }, required: ['x'] };
  const $ref = '#/$defs/Point';
  const either: JsonObject = { anyOf: [{ $ref }, { type: 'null' }] };
  const schema = shapeOf({
    $defs: { Point: point },
    required: ['start', 'held'],
    properties: {
      start: { $ref },
      end: { $ref },
      perhaps: { ...either, default: null, description: '可选' },
      held: either,
      list: { type: 'array', items: either },
      around: { type: 'object', properties: { at: { $ref } }, required: ['at'] },
      closed: { type: ['object', 'null'], properties: { y: { default: 0 } }, default: null },
    },
  });
  const { perhaps, list } = schema.properties as Record<string, JsonObject>;

  expect(startOf(schema, never)).toEqual({ start: { y: 0 } });
  expect(perhaps).toMatchObject({ description: '可选', oneOf: [{ title: 'Point', type: 'object', required: ['x'] }] });
  expect(perhaps?.type).toBeUndefined();
  expect(list?.items).toMatchObject({ type: 'object' });
  expect(fieldAt(schema, 'perhaps.x').titles).toEqual(['perhaps', 'x']);
});

test("keys that a group's default omits start with their own defaults", () => {
  const never = { version: 0, state: {}, secrets: [], updatedAt: null, updatedBy: null, note: '' };
  const point: JsonObject = {
    type: 'object',
    properties: { x: { default: 1 }, y: { default: 2 }, z: { default: { a: 1 } }, n: { default: null } },
  };
  const $ref = '#/$defs/point';
  const schema = shapeOf({
    $defs: { point },
    properties: { a: { $ref, default: { x: 5 } }, b: { anyOf: [{ $ref }, { type: 'null' }], default: { y: null } } },
  });
  expect(startOf(schema, never)).toEqual({ a: { x: 5, y: 2, z: { a: 1 } }, b: { x: 1, z: { a: 1 } } });
});

test('a condition that requires a nullable value is met only if the value is present', () => {
  const asked = { properties: { a: { type: ['string', 'null'] } }, required: ['a'] };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  const schema = shapeOf({ if: asked, then: { properties: { b: {} } }, else: { properties: { c: {} } } });
  const fieldsFor = (value: JsonObject) => Object.keys(schemaFor(schema, value, []).properties as JsonObject);
  expect(fieldsFor({ a: 'x' })).toEqual(['b']);
  expect(fieldsFor({})).toEqual(['c']);
});

test('null in a default means unset, and chained conditions are fast', () => {
  const never = { version: 0, state: {}, secrets: [], updatedAt: null, updatedBy: null, note: '' };
  const proxy = shapeOf({ properties: { proxy: { type: 'object', default: { host: null, port: 80, more: { a: [null], b: null } } } } });
  expect(startOf(proxy, never)).toEqual({ proxy: { port: 80, more: { a: [null] } } });

  const links = Array.from({ length: 200 }, (_, n) => ({
    if: { required: [`k${n}`] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { [`k${n + 1}`]: { default: n } } },
  }));
  expect(startOf(shapeOf({ properties: { k0: { default: 0 } }, allOf: links }), never)).toMatchObject({ k0: 0, k9: 8 });
});

test('alternatives without titles are named by all constants that distinguish them', () => {
  const names = (...all: JsonObject[]) =>
    (shapeOf({ properties: { a: { oneOf: all.map((properties) => ({ properties })) } } }).properties as Record<string, JsonObject>).a
      ?.oneOf;
  const [on, off] = [{ on: { const: true }, level: {} }, { on: { const: false } }];
  const [daily, weekly] = [{ const: 'daily' }, { const: 'weekly' }];
  const time = { v: { const: 2 }, type: { const: 'time' } };
  expect(names(on, off)).toMatchObject([{ title: 'on: true' }, { title: 'on: false' }]);
  expect(names({ ...time, mode: daily }, { ...time, mode: weekly }, { v: { const: 2 }, type: { const: 'event' } })).toMatchObject([
    { title: 'time · daily' },
    { title: 'time · weekly' },
    { title: 'event' },
  ]);
  expect(names(time, time)).not.toMatchObject([{ title: expect.anything() }, {}]);
});
