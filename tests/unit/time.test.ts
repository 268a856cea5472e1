import { duration } from '@/utils/time';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

test.each<[number, string, string]>([
  [0, '1 秒', '1 s'],
  [59_999, '59 秒', '59 s'],
  // Chinese uses 分钟 for whole minutes, and 分 before seconds.
  [MINUTE, '1 分钟', '1 min'],
  [MINUTE + 5 * SECOND, '1 分 5 秒', '1 min 5 s'],
  [3 * HOUR + 12 * MINUTE + 9 * SECOND, '3 小时 12 分', '3 h 12 min'],
  [3 * HOUR + 9 * SECOND, '3 小时', '3 h'],
  [2 * DAY + 23 * HOUR, '2 天 23 小时', '2 d 23 h'],
])('%d ms last %s', (ms, zh, en) => {
  expect(duration(ms, 'zh-CN')).toBe(zh);
  expect(duration(ms, 'en-US')).toBe(en);
});
