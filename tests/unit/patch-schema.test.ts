import { configIssues } from '../../contract/config-check';
import type { JsonObject } from '../../contract/merge-patch';
import { patchSchemaOf } from '../../src/pages/dashboard/device/config-many/patch-schema';

const kind = (name: string, own: JsonObject): JsonObject => ({
  type: 'object',
  required: ['kind', ...Object.keys(own)],
  properties: { kind: { const: name }, ...own },
});
const schema = patchSchemaOf({
  type: 'object',
  required: ['fps'],
  properties: {
    fps: { type: 'integer', maximum: 60 },
    output: { oneOf: [kind('mqtt', { topic: { type: 'string' } }), kind('http', { url: { type: 'string' } })] },
    wifi: {
      type: 'object',
      dependentRequired: { ssid: ['password'] },
      additionalProperties: false,
      properties: { ssid: { type: 'string' } },
    },
    list: { type: 'array', items: { required: ['x'] } },
  },
});
const faultsOf = (patch: JsonObject) => configIssues(schema, patch, 'en-US').map(({ path }) => path);

test.each<[JsonObject, string[]]>([
  [{ output: { topic: 't' } }, []],
  [{ output: { kind: 'http' } }, []],
  [{ wifi: { ssid: 'B' } }, []],
  [{ fps: 99 }, ['fps']],
  [{ output: { kind: 'ftp' } }, ['output']],
  [{ wifi: { name: 'B' } }, ['wifi.name']],
  [{ list: [{}] }, ['list.0.x']],
])('a patch %j gets errors only for what it sets', (patch, faults) => {
  expect(faultsOf(patch)).toEqual(faults);
});
