import { changesBetween, changesTold } from '../../src/utils/json-changes';

const schema = {
  type: 'object',
  properties: { wifi: { type: 'object', properties: { password: { type: 'string', writeOnly: true } } }, tags: { type: 'object' } },
};

test('a group that holds nothing but a secret is no change of its own, an empty one that was typed is', () => {
  const after = { fps: 20, wifi: {}, tags: {} };
  expect(changesBetween({ fps: 15 }, after).map(({ path }) => path)).toEqual(['fps', 'wifi', 'tags']);
  expect(changesTold(schema, { fps: 15 }, after).map(({ path }) => path)).toEqual(['fps', 'tags']);
});
