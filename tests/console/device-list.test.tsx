import { deviceListPath, forgetDeviceLists, keepDeviceList } from '@/utils/device-list';

test('the way back leads to the list of the project as it was left, without what stood over it', () => {
  keepDeviceList('one', '?state=online&current=2&device=CAM-1&upgrade=3&upgradeTo=4');
  expect(deviceListPath('one')).toBe('/dashboard/one/device?state=online&current=2');
  expect(deviceListPath('one', { device: 'CAM 2' })).toBe('/dashboard/one/device?state=online&current=2&device=CAM+2');
  expect(deviceListPath('one', { upgrade: 7 })).toBe('/dashboard/one/device?state=online&current=2&upgrade=7');

  expect(deviceListPath('two')).toBe('/dashboard/two/device');
  expect(deviceListPath('two', { device: 'CAM-1' })).toBe('/dashboard/two/device?device=CAM-1');

  keepDeviceList('one', '');
  expect(deviceListPath('one')).toBe('/dashboard/one/device');

  keepDeviceList('one', '?state=online');
  forgetDeviceLists();
  expect(deviceListPath('one')).toBe('/dashboard/one/device');
});
