import { useEffect, useState } from 'react';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { useOnline } from '@/utils/useOnline';
import { UPDATE_CHECK_MS } from '../../config/defaults';

const BACK_ONLINE_MS = 4000;

/** Notices over every page: the network is gone or back, or a newer console has been deployed. */
export function Notices() {
  return (
    <div className="notices" role="status">
      <ConnectionNotice />
      <UpdateNotice />
    </div>
  );
}

function ConnectionNotice() {
  const t = useTexts(frameTexts);
  const isOnline = useOnline();
  const [wasOffline, setWasOffline] = useState(false);

  useEffect(() => {
    if (!isOnline) setWasOffline(true);
    if (!isOnline || !wasOffline) return;
    const timer = setTimeout(() => setWasOffline(false), BACK_ONLINE_MS);
    return () => clearTimeout(timer);
  }, [isOnline, wasOffline]);

  if (!isOnline) return <p className="notice offline">{t.offline}</p>;
  return wasOffline && <p className="notice online">{t.online}</p>;
}

function UpdateNotice() {
  const t = useTexts(frameTexts);
  const newer = useNewerConsole();
  /** The version that was put off; a still newer one is announced again. */
  const [later, setLater] = useState<string>();
  if (newer === undefined || newer === later) return null;

  return (
    <div className="notice">
      <span>{t.update}</span>
      <button type="button" className="button primary" onClick={() => location.reload()}>
        {t.refresh}
      </button>
      <button type="button" className="button" onClick={() => setLater(newer)}>
        {t.later}
      </button>
    </div>
  );
}

let isKnown = () => {};
/** Resolves once it is known which console this page has loaded: from then on, another one is noticed. */
export const consoleKnown = new Promise<void>((resolve) => {
  isKnown = resolve;
});

/** The version of a console deployed since this one was loaded. Checked every few minutes and when the window gets the focus. */
function useNewerConsole(): string | undefined {
  const [newer, setNewer] = useState<string>();

  useEffect(() => {
    let loaded: string | undefined;
    async function check() {
      if (document.hidden || !navigator.onLine) return;
      const { api } = await import('@/services/api');
      const { version } = await api.settings.read({}, { skipErrorHandler: true });
      loaded ??= version;
      isKnown();
      if (version !== loaded) setNewer(version);
    }
    // A failed check is ignored: the next one follows.
    const ask = () => check().catch(() => undefined);
    ask();
    const timer = setInterval(ask, UPDATE_CHECK_MS);
    window.addEventListener('focus', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', ask);
    };
  }, []);

  return newer;
}
