import { numberText } from '../../src/utils/number-text';

test.each([
  ['15', '15'],
  ['-0.5', '-0.5'],
  ['.5', '.5'],
  ['5.', '5.'],
  ['1e-3', '1e-3'],
  ['1e999', '1e999'],
  ['', ''],
  [' 12 ', '12'],
  ['12 000', '12000'],
  ['１５', '15'],
  ['１．５', '1.5'],
  ['－１。５', '-1.5'],
  ['−2', '-2'],
  ['1,5', '1.5'],
  ['1，25', '1.25'],
  ['1,500', '1500'],
  ['-1,234,567.8', '-1234567.8'],
])('%s is the number %s', (typed, number) => expect(numberText(typed)).toBe(number));

test.each(['0x10', '5mm', 'abc', '--5', '1.2.3', '1,2,3', '1.5,5', '-', '1e', 'Infinity', '一'])('%s is none', (typed) =>
  expect(numberText(typed)).toBe('NaN'),
);
