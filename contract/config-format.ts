import type { Language } from './errors';

/** Describes a `format` in words, with an example; undefined: the format is unknown. */
export const formatIn = (format: string, language: Language): string | undefined => {
  const [zh, en] = (Object.hasOwn(formats, format) && formats[format]) || [];
  return language === 'zh-CN' ? zh : en;
};

const formats: Record<string, [zh: string, en: string]> = {
  date: ['日期，例如 2026-01-05', 'a date, such as 2026-01-05'],
  time: ['带时区的时间，例如 18:00:00+08:00', 'a time with its zone, such as 18:00:00+08:00'],
  'date-time': ['带时区的日期和时间，例如 2026-01-05T18:00:00+08:00', 'a date and time with its zone, such as 2026-01-05T18:00:00+08:00'],
  duration: ['时长，例如 PT10M（10 分钟）或 P1DT12H（1 天半）', 'a duration, such as PT10M (10 minutes) or P1DT12H (a day and a half)'],
  email: ['邮箱地址，例如 name@example.com', 'an email address, such as name@example.com'],
  hostname: ['主机名，例如 camera-1.example.com', 'a host name, such as camera-1.example.com'],
  ipv4: ['IPv4 地址，例如 192.168.1.10', 'an IPv4 address, such as 192.168.1.10'],
  ipv6: ['IPv6 地址，例如 2001:db8::1', 'an IPv6 address, such as 2001:db8::1'],
  uri: ['完整的网址，例如 https://example.com/path', 'a whole address, such as https://example.com/path'],
  uuid: ['UUID，例如 123e4567-e89b-12d3-a456-426614174000', 'a UUID, such as 123e4567-e89b-12d3-a456-426614174000'],
};
