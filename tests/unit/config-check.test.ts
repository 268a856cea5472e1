import { configIssues } from '../../contract/config-check';
import type { JsonObject } from '../../contract/merge-patch';

const told = (schema: JsonObject, document: JsonObject, hidden?: string[]) =>
  configIssues({ type: 'object', ...schema }, document, 'en-US', hidden).map(({ path, message }) => `${path}: ${message}`);

test.each<[pattern: string, key: string]>([
  ['^z[0-9]$', 'z1'],
  ['^(a|b) %"\\{2\\}/~ä$', 'a %"{2}/~ä'],
])('what a value named by the pattern %s has to be is told', (pattern, key) => {
  const zones = (schema: JsonObject) =>
    told({ properties: { zones: { patternProperties: { [pattern]: schema } } } }, { zones: { [key]: 7 } });

  expect(zones({ multipleOf: 0.05, minimum: 9 })).toEqual([`zones.${key}: Not less than 9`]);
  expect(zones({ multipleOf: 0.5, maximum: 5 })).toEqual([`zones.${key}: Not more than 5`]);
  expect(zones({ multipleOf: 4 })).toEqual([`zones.${key}: A multiple of 4`]);
  expect(zones({ enum: ['in', 'out'], 'x-enumTitles': ['Way in', 'Way out'] })).toEqual([
    `zones.${key}: One of Way in (in), Way out (out)`,
  ]);
});

test('a value that another one needs is missing at its own place', () => {
  const needs = { user: ['password', 'realm'] };
  const missing = ['proxy.password: Please fill this in', 'proxy.realm: Please fill this in'];

  expect(told({ properties: { proxy: { dependentRequired: needs } } }, { proxy: { user: 'a' } })).toEqual(missing);
  expect(told({ properties: { proxy: { dependencies: needs } } }, { proxy: { user: 'a' } })).toEqual(missing);
});
