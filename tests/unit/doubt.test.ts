import { doubtOf } from '@/components/upgrade/doubt';

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
    // The factory version, which was never uploaded.
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
    // The device has not reported its version.
    expect(doubtOf({ packetName: '', packetVersion: '', devices: 1 }, 5, packets)).toBeUndefined();
  });

  test('is none to what runs already, nor to nothing', () => {
    expect(doubtOf(from('1.0.0'), 1, packets)).toBeUndefined();
    expect(doubtOf(from('1.0.0'), undefined, packets)).toBeUndefined();
  });
});
