import { ShowType } from '@contract/errors';
import { useInterval } from 'ahooks';
import { useLayoutEffect } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';
import { sayInPlace } from '@/utils/toast';
import { StatusPage, type StatusPageProps } from './StatusPage';

/** Poll interval while the platform is unreachable. */
const LOOK_MS = 3000;

interface FailedReadProps {
  error: Error;
  onRetry: () => void;
}

/** Shown in place of content that could not be read: the reason, and a retry, which is automatic once the platform is reachable again. */
export function FailedRead({ error, onRetry, isPage }: FailedReadProps & Pick<StatusPageProps, 'isPage'>) {
  const t = useTexts(frameTexts);
  const { words, requestId } = useFailure(error, onRetry);
  const retry = (
    <button type="button" className="button primary" onClick={onRetry}>
      {t.retry}
    </button>
  );
  return (
    <StatusPage scene="offline" title={t.unread} role="alert" action={retry} isPage={isPage}>
      {words}
      {requestId && <small className="code">{t.requestId(requestId)}</small>}
    </StatusPage>
  );
}

/** `FailedRead` in one line, for a part of a page. */
export function FailedPart({ error, onRetry }: FailedReadProps) {
  const t = useTexts(frameTexts);
  const { words, requestId } = useFailure(error, onRetry);
  return (
    <p className="failed-part" role="alert" title={requestId && t.requestId(requestId)}>
      <span>{words ?? t.unread}</span>
      <button type="button" className="link-button" onClick={onRetry}>
        {t.retry}
      </button>
    </p>
  );
}

/** The text of a failed read; it is retried automatically if it did not reach the platform. */
export function useFailure(error: Error, onRetry = () => {}) {
  const t = useTexts(frameTexts);
  useInterval(async () => !document.hidden && (await isThere()) && onRetry(), isUnreached(error) ? LOOK_MS : undefined);
  const words = isSilent(error) ? undefined : error.message;
  const requestId = words && error instanceof RequestFailure && error.isFault ? error.answer.requestId : undefined;
  // Errors are only shown here; warnings and notifications are shown as such, too (spec §8).
  useLayoutEffect(() => (words ? sayInPlace(words) : undefined), [words]);
  return { words: isUnreached(error) ? t.unreached : words, requestId };
}

const isUnreached = (error: Error) => error instanceof RequestFailure && error.kind === 'network';

/** Is the platform reachable? A light call whose failure is not reported. */
const isThere = () =>
  api.settings.read({}, { skipErrorHandler: true }).then(
    () => true,
    () => false,
  );

/** The platform can mark its message as not to be shown. */
const isSilent = (error: Error) => error instanceof RequestFailure && error.showType === ShowType.silent;
