import { render } from '@testing-library/react';
import { Described, Limits } from '@/components/Limits';

test.each([
  [{ minimum: 1, maximum: 5 }, '1 – 5'],
  [{ minimum: 1 }, '≥ 1'],
  [{ exclusiveMinimum: 0 }, '> 0'],
  [{ exclusiveMinimum: 0, maximum: 1 }, '> 0 · ≤ 1'],
  [{ minimum: 0, exclusiveMaximum: 360 }, '≥ 0 · < 360'],
  [{ minimum: 5, exclusiveMinimum: 0 }, '≥ 5'],
  [{ minimum: 0, multipleOf: 5 }, '≥ 0 · 5 的整数倍'],
  [{ type: 'number' }, ''],
])('%j is told as %j', (schema, text) => {
  expect(render(<Limits schema={schema} />).container.textContent).toBe(text);
});

test.each([
  ['大于 0', { exclusiveMinimum: 0 }, '大于 0 · > 0'],
  ['大于 0。', { exclusiveMinimum: 0 }, '大于 0。 > 0'],
  ['高度', {}, '高度'],
  [undefined, { minimum: 1 }, '≥ 1'],
])('%j with %j is told as %j', (description, schema, text) => {
  expect(render(<Described description={description} schema={schema} />).container.textContent).toBe(text);
});
