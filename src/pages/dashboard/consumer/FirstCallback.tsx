import type { ReactNode } from 'react';
import { Contours } from '@/components/Contours';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';

/** Before there is a callback: what it is good for, and the form that makes it. */
export function FirstCallback({ children }: { children: ReactNode }) {
  const t = useTexts(webhookTexts);
  return (
    <div className="first-callback">
      <section>
        <Contours scene="callback" />
        <h2>{t.emptyTitle}</h2>
        <p className="muted">{t.emptyWhy}</p>
      </section>
      {children}
    </div>
  );
}
