import type { Language } from '@contract/errors';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes in a readable unit: `45.6 kB`. */
export function byteText(bytes: number, language: Language): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3));
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: UNITS[power - 1], unitDisplay: 'short', maximumFractionDigits: 1 });
  return format.format(bytes / 1000 ** power);
}
