import type { Language } from '@contract/errors';

/** A share in words of the reader: `99.2%`. Only all of them is 100%, only none is 0%. */
export function percentOf(part: number, whole: number, language: Language): string {
  const share = whole === 0 ? 0 : part / whole;
  const shown = share === 0 || share === 1 ? share : Math.min(0.999, Math.max(0.001, share));
  return shown.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
}
