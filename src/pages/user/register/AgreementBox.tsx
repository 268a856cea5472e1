import { Suspense, useId, useState } from 'react';
import { lazyDialog } from '@/components/lazy-part';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { useBackCloses } from '@/utils/useBackCloses';

const AgreementDialog = lazyDialog(() => import('../AgreementDialog'));

/** A checkbox to accept the service agreement, with a button that opens it. */
export function AgreementBox({ error }: { error?: string }) {
  const t = useTexts(userTexts);
  const id = useId();
  const [isReading, setIsReading] = useState(false);
  const close = () => setIsReading(false);
  useBackCloses(isReading, close);

  return (
    <div className="field user-agree">
      <input id={id} type="checkbox" name="isAgreed" aria-invalid={error !== undefined} aria-describedby={`${id}-note`} />
      <span>
        <label htmlFor={id}>{t.agreeBefore}</label>
        <button type="button" className="link-button" onClick={() => setIsReading(true)}>
          {t.agreement}
        </button>
      </span>
      <div id={`${id}-note`} className="field-note" data-kind="error">
        {error && <span role="alert">{error}</span>}
      </div>
      {isReading && (
        <Suspense fallback={null}>
          <AgreementDialog onClosed={close} />
        </Suspense>
      )}
    </div>
  );
}
