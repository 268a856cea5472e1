import { Contours } from '@/components/Contours';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';

/** Explains callbacks before there is one. */
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
