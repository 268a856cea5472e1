import { versionOrder } from '@/utils/version-order';

test.each([
  ['1.0.0', '0.9.0'],
  ['1.10.0', '1.9.0'],
  ['1.0.1', '1.0'],
  ['v2', '1.9.9'],
  ['1.2.3.4', '1.2.3'],
  ['2026.11.20', '2026.9.30'],
  ['20261120235959999999', '20261120235959999998'],
  ['1.0.0', '1.0.0-rc.1'],
  ['1.0.0-rc.1', '0.9.9'],
  ['1.0.0-beta', '1.0.0-alpha'],
  ['1.0.0-alpha.1', '1.0.0-alpha'],
  ['1.0.0-alpha.beta', '1.0.0-alpha.1'],
  ['1.0.0-rc.10', '1.0.0-rc.9'],
  ['1.0.0-rc10', '1.0.0-RC9'],
])('%s is above %s', (higher, lower) => {
  expect(versionOrder(higher, lower)).toBeGreaterThan(0);
  expect(versionOrder(lower, higher)).toBeLessThan(0);
});

test.each([
  ['1.0.0', '1.0.0'],
  ['1.0', 'v1.0.0'],
  ['1.0.0+build.2', '1.0.0+build.1'],
  ['1.0.0', 'spring'],
  ['r1234', 'r1233'],
  ['1.0.0_a', '1.0.0_b'],
  ['', '1.0'],
])('the numbers of %p and %p tell no order', (one, other) => {
  expect(versionOrder(one, other)).toBeUndefined();
});
