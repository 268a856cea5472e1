import { doubtOf } from '@/components/upgrade/doubt';
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

describe('an upgrade that may not be meant', () => {
  const packets = [
    { id: 1, name: 'camera', version: '1.0.0' },
    { id: 2, name: 'camera', version: '0.9.0' },
    { id: 3, name: 'camera', version: 'spring' },
    { id: 4, name: 'camera', version: 'summer' },
    { id: 5, name: 'lidar', version: '0.1.0' },
  ];
  const from = (packetVersion: string) => ({ packetName: 'camera', packetVersion, devices: 1 });

  test('is one back by the numbers of its version, whenever it was uploaded', () => {
    expect(doubtOf(from('1.0.0'), 2, packets)).toBe('lower');
    expect(doubtOf(from('0.9.0'), 1, packets)).toBeUndefined();
    // It came with the device, and was never uploaded.
    expect(doubtOf(from('1.1.0'), 1, packets)).toBe('lower');
  });

  test('is maybe one back by the order of uploads where numbers do not tell', () => {
    expect(doubtOf(from('summer'), 3, packets)).toBe('uploadedEarlier');
    expect(doubtOf(from('spring'), 4, packets)).toBeUndefined();
    expect(doubtOf(from('spring'), 1, packets)).toBe('uploadedEarlier');
    expect(doubtOf(from('autumn'), 1, packets)).toBeUndefined();
  });

  test('is told from one to other software', () => {
    expect(doubtOf(from('1.0.0'), 5, packets)).toBe('otherName');
    // It never said what it runs.
    expect(doubtOf({ packetName: '', packetVersion: '', devices: 1 }, 5, packets)).toBeUndefined();
  });

  test('is none to what runs already, nor to nothing', () => {
    expect(doubtOf(from('1.0.0'), 1, packets)).toBeUndefined();
    expect(doubtOf(from('1.0.0'), undefined, packets)).toBeUndefined();
  });
});
