import type { Language } from '@contract/errors';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes in the unit that reads best: `45.6 kB`. */
export function byteText(bytes: number, language: Language): string {
  const power = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: UNITS[power], unitDisplay: 'short', maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** power);
}
