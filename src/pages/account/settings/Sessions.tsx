import { contract } from '@contract';
import type { Session } from '@contract/account';
import { Suspense, useEffect, useState } from 'react';
import { FailedRead } from '@/components/FailedRead';
import { lazyDialog } from '@/components/lazy-part';
import { RelativeTime } from '@/components/RelativeTime';
import { accountTexts } from '@/locales/account';
import { useTexts } from '@/locales/texts';
import { api, onWritten } from '@/services/api';
import { session } from '@/services/token';
import { toast } from '@/utils/toast';
import { useRead } from '@/utils/useRead';
import { deviceOf } from '@/utils/user-agent';

const Confirm = lazyDialog(() => import('@/components/Confirm'));

/** The sessions of the account, with buttons to end them. */
export function Sessions() {
  const t = useTexts(accountTexts);
  const { data, error, refresh } = useRead(() => api.account.sessions());
  const [ending, setEnding] = useState<Session | 'others'>();
  // Changing the password ends all other sessions.
  useEffect(() => onWritten((endpoint) => endpoint === contract.account.changePassword && refresh()), [refresh]);
  // After signing in again on this page, the current session is another one.
  useEffect(() => session.onOpened(refresh), [refresh]);
  const others = data?.list.filter(({ current }) => !current) ?? [];

  async function end() {
    if (ending === 'others') await api.account.endOtherSessions();
    else if (ending) await api.account.endSession({ params: { id: ending.id } });
    toast.success(t.ended);
    refresh();
  }

  if (!data && error) return <FailedRead error={error} onRetry={refresh} />;
  return (
    <>
      <ul className="sessions" aria-busy={!data}>
        {data ? data.list.map((one) => <SessionRow key={one.id} session={one} onEnd={() => setEnding(one)} />) : <Bones />}
      </ul>
      {data && others.length === 0 && <p className="muted">{t.onlyThis}</p>}
      {others.length > 1 && (
        <button type="button" className="button" onClick={() => setEnding('others')}>
          {t.endOthers}
        </button>
      )}
      {ending && (
        <Suspense fallback={null}>
          <Confirm
            title={ending === 'others' ? t.endOthersTitle : t.endTitle}
            confirm={t.end}
            cancel={t.cancel}
            onConfirm={end}
            onClosed={() => setEnding(undefined)}
          >
            {ending === 'others' ? t.endOthersWhy(others.length) : <EndWhy session={ending} />}
          </Confirm>
        </Suspense>
      )}
    </>
  );
}

function Bones() {
  return (
    <li aria-hidden>
      <i className="bone" />
    </li>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const t = useTexts(accountTexts);
  const name = useDeviceName(session);
  return (
    <li>
      <div>
        <strong title={session.userAgent}>{name}</strong>
        {session.current && <span className="this-session">{t.thisOne}</span>}
        <div className="muted">
          <span className="code">{session.address}</span>
          <span>
            {t.lastSeen} <RelativeTime at={session.lastSeenAt} />
          </span>
          <span>
            {t.signedIn} <RelativeTime at={session.createdAt} />
          </span>
        </div>
      </div>
      {!session.current && (
        <button type="button" className="button" aria-label={t.endOf(name)} onClick={onEnd}>
          {t.end}
        </button>
      )}
    </li>
  );
}

function EndWhy({ session }: { session: Session }) {
  return useTexts(accountTexts).endWhy(useDeviceName(session));
}

function useDeviceName({ userAgent }: Session): string {
  const t = useTexts(accountTexts);
  const device = deviceOf(userAgent);
  if (!device) return t.unknownDevice;
  return device.system ? t.onSystem(device.browser, device.system) : device.browser;
}
