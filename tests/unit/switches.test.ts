import { misreadSwitches, readSwitches, writeSwitches } from '../../contract/mock';

test.each([
  ['slow:1500,fail:40901:every3:show3:device,empty', 'slow:1500,fail:40901:every3:show3:device,empty', []],
  ['fail:99999,slow:9', 'slow:9', ['fail:99999']],
  ['fail:show7:device', '', ['fail:show7:device']],
  ['fail:40901,fail:1', 'fail:40901', ['fail:1']],
  ['fail:next:/device/5', 'fail:50001:next:/device/5', []],
  ['fail:50301:all', 'fail:50301', []],
  ['fail,expired,', 'fail:50001,expired', []],
  ['bogus:1,empty,slow:abc', 'empty', ['bogus:1', 'slow:abc']],
  ['slow:600001,million', 'million', ['slow:600001']],
  ['fail:50001:every0', '', ['fail:50001:every0']],
])('the address ?mock=%s is understood as %s', (said, understood, misread) => {
  expect(writeSwitches(readSwitches(said))).toBe(understood);
  expect(misreadSwitches(said)).toEqual(misread);
});
