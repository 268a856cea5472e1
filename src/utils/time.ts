import { DAY_MS, HOUR_MS, MINUTE_MS } from '@contract/duration';
import type { Language } from '@contract/errors';
import { unitTexts } from '@/locales/units';

/** Relative time in words within a day, date and time beyond. Undefined below a minute. */
export function relativeTime(at: number, now: number, language: Language): string | undefined {
  const distance = at - now;
  const far = Math.abs(distance);
  if (far < MINUTE_MS) return undefined;
  if (far >= DAY_MS) return exactTime(at, language);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'always', style: language === 'zh-CN' ? 'long' : 'short' });
  const said =
    far < HOUR_MS ? words.format(Math.trunc(distance / MINUTE_MS), 'minute') : words.format(Math.trunc(distance / HOUR_MS), 'hour');
  // Intl writes 23分钟前; the console separates numbers and Chinese words by a space.
  return said.replace(/(\d)(?=\p{Script=Han})/u, '$1 ');
}

/** Date and time in the user's time zone. @param seconds also the seconds, for logs and tooltips */
export function exactTime(at: number, language: Language, seconds = false): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: language === 'zh-CN' ? 'short' : 'medium',
    timeStyle: seconds ? 'medium' : 'short',
    hourCycle: 'h23',
  }).format(at);
}

/** A time range to the minute; a common day is given once. */
export function timeRange(from: number, to: number, language: Language): string {
  const parts = { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(language, { ...parts, ...(language === 'en-US' && { month: 'short' }) }).formatRange(from, to);
}

/** The local date for file names: `2026-11-21`. */
export const dayOf = (at: number): string => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(at);

const UNITS = [
  { ms: DAY_MS, name: 'day' },
  { ms: HOUR_MS, name: 'hour' },
  { ms: MINUTE_MS, name: 'minute' },
  { ms: 1000, name: 'second' },
] as const;

/** A duration in its two largest units: `3 小时 12 分`, `5 分钟`, `3 h 12 min`. */
export function duration(ms: number, language: Language): string {
  const whole = Math.max(ms, 1000);
  const first = UNITS.findIndex((unit) => whole >= unit.ms);
  let rest = whole;
  const parts = UNITS.slice(first, first + 2)
    .map(({ ms: unit, name }) => {
      const count = Math.floor(rest / unit);
      rest -= count * unit;
      return { count, name };
    })
    .filter(({ count }) => count > 0);
  const words = unitTexts[language];
  return parts.map(({ count, name }) => `${count} ${name === 'minute' && parts.length === 1 ? words.minutes : words[name]}`).join(' ');
}
