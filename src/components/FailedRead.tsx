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

/** In the place of what could not be read: why, and trying again. When the platform could not be reached, that happens by itself once it is back. */
export function FailedRead({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTexts(frameTexts);
  useInterval(async () => !document.hidden && (await isThere()) && onRetry(), isUnreached(error) ? LOOK_MS : undefined);
  const words = isSilent(error) ? undefined : error.message;
  const requestId = words && error instanceof RequestFailure && error.isFault ? error.answer.requestId : undefined;
  // An error is told once, here; a warning or a notification is told as such, too (spec §8).
  useLayoutEffect(() => (words ? sayInPlace(words) : undefined), [words]);
  const retry = (
    <button type="button" className="button primary" onClick={onRetry}>
      {t.retry}
    </button>
  );
  return (
    <StatusPage scene="offline" title={t.unread} role="alert" action={retry}>
      {isUnreached(error) ? t.unreached : words}
      {requestId && <small className="code">{t.requestId(requestId)}</small>}
    </StatusPage>
  );
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
