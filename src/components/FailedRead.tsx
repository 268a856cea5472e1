import { ShowType } from '@contract/errors';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { RequestFailure } from '@/utils/failure';
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
      {isSilent(error) ? undefined : error.message}
    </StatusPage>
  );
}

/** The platform may wish that its words are not shown. */
const isSilent = (error: Error) => error instanceof RequestFailure && error.answer.showType === ShowType.silent;
