import { formatIn } from '@contract/config-format';
import type { JsonObject } from '@contract/merge-patch';
import { configTexts } from '@/locales/device-config';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';

/** Which numbers a schema allows, or how a text is written. */
export function Limits({ schema: { minimum, maximum, format } }: { schema: JsonObject }) {
  const t = useTexts(configTexts);
  const written = formatIn(String(format), useLanguage());
  if (written) return <span>{t.written(written)}</span>;
  if (typeof minimum === 'number' && typeof maximum === 'number') return <span className="number">{t.between(minimum, maximum)}</span>;
  if (typeof minimum === 'number') return <span className="number">{t.atLeast(minimum)}</span>;
  if (typeof maximum === 'number') return <span className="number">{t.atMost(maximum)}</span>;
  return null;
}
