import { ShowType } from '@contract/errors';
import { useInterval } from 'ahooks';
import { useLayoutEffect } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';
import { sayInPlace } from '@/utils/toast';
import { StatusPage } from './StatusPage';

/** A platform that could not be reached is looked for this often. */
const LOOK_MS = 3000;

interface FailedReadProps {
  error: Error;
  onRetry: () => void;
}

/** In the place of what could not be read: why, and trying again. When the platform could not be reached, that happens by itself once it is back. */
export function FailedRead({ error, onRetry }: FailedReadProps) {
  const t = useTexts(frameTexts);
  const { words, requestId } = useFailure(error, onRetry);
  const retry = (
    <button type="button" className="button primary" onClick={onRetry}>
      {t.retry}
    </button>
  );
  return (
    <StatusPage scene="offline" title={t.unread} role="alert" action={retry}>
      {words}
      {requestId && <small className="code">{t.requestId(requestId)}</small>}
    </StatusPage>
  );
}

/** The same in a line, where a part of a page could not be read. */
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

/** What is said of a failed read; one that did not reach the platform is tried again by itself. */
export function useFailure(error: Error, onRetry = () => {}) {
  const t = useTexts(frameTexts);
  useInterval(async () => !document.hidden && (await isThere()) && onRetry(), isUnreached(error) ? LOOK_MS : undefined);
  const words = isSilent(error) ? undefined : error.message;
  const requestId = words && error instanceof RequestFailure && error.isFault ? error.answer.requestId : undefined;
  // An error is told once, here; a warning or a notification is told as such, too (spec §8).
  useLayoutEffect(() => (words ? sayInPlace(words) : undefined), [words]);
  return { words: isUnreached(error) ? t.unreached : words, requestId };
}

const isUnreached = (error: Error) => error instanceof RequestFailure && error.kind === 'network';

/** Asked for something light, whose failure nobody is told. */
const isThere = () =>
  api.settings.read({}, { skipErrorHandler: true }).then(
    () => true,
    () => false,
  );

/** The platform may wish that its words are not shown. */
const isSilent = (error: Error) => error instanceof RequestFailure && error.showType === ShowType.silent;
