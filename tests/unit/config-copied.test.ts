import { configIssues } from '../../contract/config-check';
import { type JsonObject, mergePatch } from '../../contract/merge-patch';
import { copied } from '../../src/pages/dashboard/device/config-many/copied';
import { shapeOf } from '../../src/utils/config-shape';

const kind = (name: string, own: string[]): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: ['kind', own[0] as string],
  properties: { kind: { const: name }, ...Object.fromEntries(own.map((key) => [key, { type: 'string' }])) },
});
const schema: JsonObject = {
  type: 'object',
  properties: {
    fps: { type: 'integer' },
    name: { type: 'string' },
    output: { oneOf: [{ $ref: '#/$defs/mqtt' }, kind('http', ['url', 'proxy']), { $ref: '#/$defs/off' }] },
    wifi: {
      type: 'object',
      properties: { password: { type: 'string', writeOnly: true } },
      anyOf: [{ properties: { ssid: { type: 'string' } } }, { properties: { eap: { type: 'string' } } }],
    },
    hours: { anyOf: [{ type: 'object', properties: { from: { type: 'string' }, to: { type: 'string' } } }, { type: 'null' }] },
  },
  $defs: { mqtt: kind('mqtt', ['topic']), off: { ...kind('off', []), required: ['kind'] } },
};

const http: JsonObject = { fps: 5, output: { kind: 'http', url: 'https://a' }, wifi: { ssid: 'barn' }, hours: { from: '8' } };

test('copying removes the keys of other alternatives only', () => {
  expect(copied(shapeOf(schema), http)).toEqual({
    ...http,
    output: { kind: 'http', url: 'https://a', proxy: null, topic: null },
    wifi: { ssid: 'barn', eap: null },
  });
});

test.each<JsonObject>([{ kind: 'mqtt', topic: 't' }, { kind: 'http', url: 'https://b', proxy: 'p' }, { kind: 'off' }])(
  'it fits a device that had %j',
  (output) => {
    const device = { name: 'North', output, wifi: { eap: 'x', password: 'secret' } };
    const changed = mergePatch(device, copied(shapeOf(schema), http));
    expect(changed).toEqual({ ...http, name: 'North', wifi: { ssid: 'barn', password: 'secret' } });
    expect(configIssues(schema, changed, 'en-US')).toEqual([]);
  },
);

test('alternatives inside a condition are handled like others', () => {
  const own = (key: string): JsonObject => ({ type: 'object', properties: { [key]: { type: 'integer' } }, required: [key] });
  const asked = shapeOf({
    properties: { mode: { type: 'string' } },
    if: { properties: { mode: { const: 'x' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { z: { oneOf: [own('q'), own('r')] } } },
  });
  expect(copied(asked, { mode: 'x', z: { q: 1 } })).toEqual({ mode: 'x', z: { q: 1, r: null } });
});
