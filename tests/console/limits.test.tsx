import { render } from '@testing-library/react';
import { Limits } from '@/components/Limits';

test.each([
  [{ minimum: 1, maximum: 5 }, '1 – 5'],
  [{ minimum: 1 }, '≥ 1'],
  [{ exclusiveMinimum: 0 }, '> 0'],
  [{ exclusiveMinimum: 0, maximum: 1 }, '> 0 · ≤ 1'],
  [{ minimum: 0, exclusiveMaximum: 360 }, '≥ 0 · < 360'],
  [{ minimum: 5, exclusiveMinimum: 0 }, '≥ 5'],
  [{ type: 'number' }, ''],
])('%j is told as %j', (schema, text) => {
  expect(render(<Limits schema={schema} />).container.textContent).toBe(text);
});
