import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { StatusPage } from './StatusPage';

/** In the place of what could not be read: why, and trying again. */
export function FailedRead({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts(frameTexts);
  const retry = (
    <button type="button" className="button primary" onClick={onRetry}>
      {t.retry}
    </button>
  );
  return (
    <StatusPage scene="offline" title={t.unread} role="alert" action={retry}>
      {error.message}
    </StatusPage>
  );
}
