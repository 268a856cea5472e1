import { readSwitches, writeSwitches } from '../../contract/mock';

test.each([
  ['slow:1500,fail:40901:every3:show3:device,empty', 'slow:1500,fail:40901:every3:show3:device,empty'],
  ['fail:99999', 'fail:50001'],
  ['fail:next:/device/5', 'fail:50001:next:/device/5'],
  ['fail:50301:all', 'fail:50301'],
  ['bogus:1,slow:abc', ''],
])('the address ?mock=%s is understood as %s', (said, understood) => {
  expect(writeSwitches(readSwitches(said))).toBe(understood);
});
