import { Contours } from '@/components/Contours';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';

/** Before there is a callback: what it is good for. */
export function FirstCallback() {
  const t = useTexts(webhookTexts);
  return (
    <section>
      <Contours scene="callback" />
      <h2>{t.emptyTitle}</h2>
      <p className="muted">{t.emptyWhy}</p>
    </section>
  );
}
