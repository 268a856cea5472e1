import type { JsonObject } from '../../contract/merge-patch';
import { byValue, changesBetween, changesTold, onTop, patchOf, put, valuesTold } from '../../src/utils/json-changes';

const schema = {
  type: 'object',
  properties: { wifi: { type: 'object', properties: { password: { type: 'string', writeOnly: true } } }, tags: { type: 'object' } },
};

test('a group that holds nothing but a secret is no change of its own, an empty one that was typed is', () => {
  const after = { fps: 20, wifi: {}, tags: {} };
  expect(changesBetween({ fps: 15 }, after).map(({ path }) => path)).toEqual(['fps', 'wifi', 'tags']);
  expect(changesTold(schema, { fps: 15 }, after).map(({ path }) => path)).toEqual(['fps', 'tags']);
});

test('a secret’s group goes with the group around it without being told of', () => {
  const within = { type: 'object', properties: { network: schema } };
  expect(valuesTold(within, { network: { wifi: {}, dhcp: true } }, {}).map(({ path }) => path)).toEqual(['network.dhcp']);
  expect(changesTold(within, { network: { wifi: {} } }, {})).toEqual([]);
});

test('the patch of changes has what is inside of another one with it, and is made in no time of as many as one can paste', () => {
  const [from, to] = [undefined, undefined];
  const kept = { path: 'a.b', from, to: { c: [1] } };
  expect(
    patchOf([{ path: 'g.code', from, to }, kept, { path: 'g', from, to }, { path: 'a.d.e', from, to: 2 }, { path: 'gh', from, to: 3 }]),
  ).toEqual({
    a: { b: { c: [1] }, d: { e: 2 } },
    g: null,
    gh: 3,
  });

  const all = { flat: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key${n}`, n])) };
  const begun = performance.now();
  const made = [patchOf(changesBetween({}, all)), onTop({}, changesBetween({}, all))];
  expect(performance.now() - begun).toBeLessThan(1000);
  expect(JSON.stringify(made)).toBe(JSON.stringify([all, all]));
});

test('a group that goes is told by its values, as one that comes is', () => {
  const [without, log] = [{ fps: 15 }, { level: 'debug', to: { file: 'a', days: 3 }, none: {} }];
  const paths = ['log.level', 'log.to.file', 'log.to.days', 'log.none'];
  expect(changesBetween({ ...without, log }, without)).toHaveLength(1);
  expect(byValue(changesBetween({ ...without, log }, without)).map(({ path }) => path)).toEqual(paths);
  expect(byValue(changesBetween(without, { ...without, log })).map(({ path }) => path)).toEqual(paths);
});

test('what is no number is not nothing', () => {
  expect(changesBetween({ area: [1, null] }, { area: [1, Number.NaN] })).toHaveLength(1);
  expect(changesBetween({ area: [1, Number.NaN] }, { area: [1, Number.NaN] })).toEqual([]);
});

test('many values are put at their places as one by one', () => {
  const start = { a: 1, b: { c: 2, d: { e: 3 } }, l: [1] };
  const changes = [
    { path: 'a', to: undefined },
    { path: 'a', to: null },
    { path: 'b.c', to: undefined },
    { path: 'b.d.f', to: 4 },
    { path: 'x.y', to: undefined },
    { path: 'g', to: { h: null, i: 1 } },
    { path: 'g.h', to: null },
    { path: 'g.j', to: 2 },
  ];
  const oneByOne = changes.reduce<JsonObject>((all, { path, to }) => put(all, path, to), start);
  expect(onTop(start, changes)).toEqual(oneByOne);
  expect(onTop(start, [])).toBe(start);
});
