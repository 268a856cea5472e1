import type { Language } from '@contract/errors';

/** A share in the user's format: `99.2%`. Rounds to 100% only if it is all, and to 0% only if it is none. */
export function percentOf(part: number, whole: number, language: Language): string {
  const share = whole === 0 ? 0 : part / whole;
  const shown = share === 0 || share === 1 ? share : Math.min(0.999, Math.max(0.001, share));
  return shown.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
}
