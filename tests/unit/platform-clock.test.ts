import { platformNow, setClock } from '../../src/utils/platform-clock';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const header = (at: number) => new Date(at).toUTCString();

beforeEach(() => jest.useFakeTimers({ now: NOON }));
afterEach(() => jest.useRealTimers());

test('the time is the platform’s where this machine’s clock is wrong', () => {
  setClock(header(NOON + 600_000), NOON - 40);
  expect(platformNow()).toBe(NOON + 600_500);
  jest.advanceTimersByTime(1000);
  expect(platformNow()).toBe(NOON + 601_500);
});

test('it is this machine’s where both agree as far as a header tells', () => {
  setClock(header(NOON - 600_000), NOON - 40);
  setClock(header(NOON - 2000), NOON - 40);
  expect(platformNow()).toBe(NOON);
});

test('an answer that took long, or without the header, changes nothing', () => {
  setClock(header(NOON), NOON);
  setClock(header(NOON + 600_000), NOON - 5000);
  setClock(undefined, NOON);
  setClock('yesterday', NOON);
  expect(platformNow()).toBe(NOON);
});
