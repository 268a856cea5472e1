import { doubtOf } from '@/components/upgrade/doubt';

describe('an upgrade that may be a mistake', () => {
  const packets = [
    { id: 1, name: 'camera', version: '1.0.0' },
    { id: 2, name: 'camera', version: '0.9.0' },
    { id: 3, name: 'camera', version: 'spring' },
    { id: 4, name: 'camera', version: 'summer' },
    { id: 5, name: 'lidar', version: '0.1.0' },
  ];
  const from = (packetVersion: string) => ({ packetName: 'camera', packetVersion, devices: 1 });

  test('is one to a lower version number, regardless of the upload time', () => {
    expect(doubtOf(from('1.0.0'), 2, packets)).toBe('lower');
    expect(doubtOf(from('0.9.0'), 1, packets)).toBeUndefined();
    // The factory version, which was never uploaded.
    expect(doubtOf(from('1.1.0'), 1, packets)).toBe('lower');
  });

  test('may be one to an earlier upload, if the versions cannot be compared', () => {
    expect(doubtOf(from('summer'), 3, packets)).toBe('uploadedEarlier');
    expect(doubtOf(from('spring'), 4, packets)).toBeUndefined();
    expect(doubtOf(from('spring'), 1, packets)).toBe('uploadedEarlier');
    expect(doubtOf(from('autumn'), 1, packets)).toBeUndefined();
  });

  test('is one to a packet with another name', () => {
    expect(doubtOf(from('1.0.0'), 5, packets)).toBe('otherName');
    // The device has not reported its version.
    expect(doubtOf({ packetName: '', packetVersion: '', devices: 1 }, 5, packets)).toBeUndefined();
  });

  test('is not one to the running version, or without a packet', () => {
    expect(doubtOf(from('1.0.0'), 1, packets)).toBeUndefined();
    expect(doubtOf(from('1.0.0'), undefined, packets)).toBeUndefined();
  });
});
