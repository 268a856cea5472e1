import type { JsonObject } from '@contract/merge-patch';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';

/** Which numbers a schema allows. */
export function Limits({ schema: { minimum, maximum } }: { schema: JsonObject }) {
  const t = useTexts(configTexts);
  if (typeof minimum === 'number' && typeof maximum === 'number') return <span className="number">{t.between(minimum, maximum)}</span>;
  if (typeof minimum === 'number') return <span className="number">{t.atLeast(minimum)}</span>;
  if (typeof maximum === 'number') return <span className="number">{t.atMost(maximum)}</span>;
  return null;
}
