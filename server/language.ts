import type { Language } from '../contract/errors';

/** The language a caller wants to be answered in, by `Accept-Language` (RFC 9110 §12.5.4); zh-CN unless English is wanted more. */
export function preferredLanguage(accepted = ''): Language {
  const english = weightOf('en', accepted);
  return english > 0 && english > weightOf('zh', accepted) ? 'en-US' : 'zh-CN';
}

// Of two languages that are wanted alike the first one counts more: by less than any weight that can be written.
function weightOf(language: string, accepted: string): number {
  const weights = accepted.split(',').map((range, place) => {
    const [tag = '', ...parameters] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    if (tag !== language && !tag.startsWith(`${language}-`)) return 0;
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return weight > 0 && weight <= 1 ? weight - place * 1e-6 : 0;
  });
  return Math.max(...weights);
}
