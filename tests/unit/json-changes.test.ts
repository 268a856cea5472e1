import type { JsonObject } from '../../contract/merge-patch';
import { byValue, changesBetween, changesTold, onTop, patchOf, put, valuesTold } from '../../src/utils/json-changes';

const schema = {
  type: 'object',
  properties: { wifi: { type: 'object', properties: { password: { type: 'string', writeOnly: true } } }, tags: { type: 'object' } },
};

test('a new group that contains only a secret is not shown as a change, but a new empty group is', () => {
  const after = { fps: 20, wifi: {}, tags: {} };
  expect(changesBetween({ fps: 15 }, after).map(({ path }) => path)).toEqual(['fps', 'wifi', 'tags']);
  expect(changesTold(schema, { fps: 15 }, after).map(({ path }) => path)).toEqual(['fps', 'tags']);
});

test('removing a group does not show the removal of an inner group that contains only a secret', () => {
  const within = { type: 'object', properties: { network: schema } };
  expect(valuesTold(within, { network: { wifi: {}, dhcp: true } }, {}).map(({ path }) => path)).toEqual(['network.dhcp']);
  expect(changesTold(within, { network: { wifi: {} } }, {})).toEqual([]);
});

test('the patch of nested changes includes all of them, and is fast for 10,000 changes', () => {
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
  const before = process.cpuUsage();
  const made = [patchOf(changesBetween({}, all)), onTop({}, changesBetween({}, all))];
  // CPU time, because other processes may delay this one.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);
  expect(JSON.stringify(made)).toBe(JSON.stringify([all, all]));
});

test('removed groups are shown by their values, as added ones are', () => {
  const [without, log] = [{ fps: 15 }, { level: 'debug', to: { file: 'a', days: 3 }, none: {} }];
  const paths = ['log.level', 'log.to.file', 'log.to.days', 'log.none'];
  expect(changesBetween({ ...without, log }, without)).toHaveLength(1);
  expect(byValue(changesBetween({ ...without, log }, without)).map(({ path }) => path)).toEqual(paths);
  expect(byValue(changesBetween(without, { ...without, log })).map(({ path }) => path)).toEqual(paths);
});

test('NaN differs from null', () => {
  expect(changesBetween({ area: [1, null] }, { area: [1, Number.NaN] })).toHaveLength(1);
  expect(changesBetween({ area: [1, Number.NaN] }, { area: [1, Number.NaN] })).toEqual([]);
});

test('setting many values at once has the same result as one by one', () => {
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
