import type { CurrentUser } from '@contract/account';
import { history, useModel } from '@umijs/max';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyDialog } from '@/components/lazy-part';
import { frameTexts } from '@/locales/frame';
import { requestTexts } from '@/locales/request';
import { textsNow, useTexts } from '@/locales/texts';
import { guideSecrets } from '@/services/guide-secrets';
import { session } from '@/services/token';
import { isPublic, pathOfPage, toLogin } from '@/utils/address';
import { forgetDeviceLists } from '@/utils/device-list';
import { toast } from '@/utils/toast';
import { isAnythingUnsaved } from '@/utils/unsaved';
import { useRefreshOnFocus } from '@/utils/useRefreshOnFocus';
import access from '../access';
import { prefetchAfter } from './prefetch';
import { whoIsSignedIn } from './session';
import { useWindowTitle } from './title';

// Loaded lazily: the pages before sign-in are plain HTML, and need no antd.
const AntdLook = lazy(() => import('./AntdLook'));
const SignInAgain = lazyDialog(() => import('./SignInAgain'));

/**
 * Guards every page: without a user only public pages are shown; all others lead to sign-in, and back afterwards (spec §4). If the session
 * expires on a page with unsaved content, the page stays and asks for the password; if the window is closed or reloaded, the browser asks.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const t = useTexts(frameTexts);
  const { initialState, setInitialState } = useModel('@@initialState');
  const [location, setLocation] = useState(history.location);
  const begun = useRef(location);
  const path = pathOfPage(location);
  const { canAdmin } = access(initialState);
  const user = initialState?.currentUser;
  const isSignedIn = Boolean(user);
  const isAllowed = isSignedIn || isPublic(path);
  const told = useRef(0);
  // The session expired on a page that stays: `asks` for the password, or `waits` after that was dismissed.
  const [over, setOver] = useState<'asks' | 'waits'>();

  useEffect(() => history.listen(({ location }) => setLocation(location)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `leave` needs no values of a render
  useEffect(
    () =>
      session.onClosed((end) => {
        const hadUnsaved = isSignedIn && isAnythingUnsaved();
        if (hadUnsaved && end === 'over') return setOver('asks');
        leave();
        if (isSignedIn && end === 'over') told.current = toast.warning(textsNow(requestTexts).sessionOver);
        // Whoever signs out there may leave the screen to somebody else: nothing stays to be seen here.
        if (hadUnsaved && end === 'elsewhere') told.current = toast.warning(textsNow(frameTexts).leftElsewhere);
      }),
    [isSignedIn],
  );
  // The message about the expired session is obsolete after a new sign-in.
  useEffect(() => void (isSignedIn && toast.close(told.current)), [isSignedIn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the signed-in user only
  useEffect(() => session.onOpened((where) => void (where === 'elsewhere' && enter())), [user]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the signed-in user only
  useEffect(() => session.onRenamed((where) => void (user && where === 'elsewhere' && enter())), [user]);
  useRefreshOnFocus(lookAgain);
  useEffect(() => {
    if (!isSignedIn) return;
    const ask = (event: Event) => isAnythingUnsaved() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSignedIn]);
  // Data of one user must not be shown to the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the user changes
  useEffect(
    () => () => {
      guideSecrets.clear();
      forgetDeviceLists();
    },
    [user?.id],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => {
    if (over) leave();
  }, [path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on pages that are not allowed
  useEffect(() => {
    if (isAllowed) return;
    let isStillHere = true;
    void isKnown().then((isIn) => !isIn && isStillHere && history.replace(toLogin(location)));
    return () => {
      isStillHere = false;
    };
  }, [isAllowed, location]);
  useEffect(() => prefetchAfter(path, canAdmin), [path, canAdmin]);
  useWindowTitle(path);

  /** Is there a session not yet asked about? Public pages do not ask; the start has asked for the page on which the console began. */
  async function isKnown() {
    return location !== begun.current && session.token !== '' && enter();
  }

  /** Continues as the signed-in user, e.g. after a sign-in in another tab. @returns is anybody signed in? */
  async function enter() {
    const currentUser = await whoIsSignedIn();
    if (!currentUser) return false;
    if (user && user.id !== currentUser.id && isAnythingUnsaved()) toast.warning(t.takenOver(user.email, currentUser.email));
    await goOn(currentUser);
    return true;
  }

  /** Updates name and picture, which may have been changed in another browser. */
  async function lookAgain() {
    if (!user || !session.token) return;
    const found = await whoIsSignedIn({ skipErrorHandler: true });
    if (found?.id === user.id && JSON.stringify(found) !== JSON.stringify(user)) await goOn(found);
  }

  function goOn(currentUser: CurrentUser) {
    setOver(undefined);
    return setInitialState((state) => ({ ...state, currentUser }));
  }

  function leave() {
    setOver(undefined);
    void setInitialState((state) => ({ ...state, currentUser: undefined }));
  }

  if (!isAllowed) return null;
  if (isPublic(path)) return children;
  return (
    <Suspense fallback={null}>
      {/* The key resets the page when another user has signed in elsewhere. */}
      <AntdLook key={user?.id}>
        {children}
        {user && over === 'asks' && <SignInAgain user={user} onSignedIn={goOn} onClosed={() => setOver('waits')} />}
        {over === 'waits' && (
          <div className="notices" role="status">
            <div className="notice">
              <span>{t.overStill}</span>
              <button type="button" className="button primary" onClick={() => setOver('asks')}>
                {t.overSignIn}
              </button>
            </div>
          </div>
        )}
      </AntdLook>
    </Suspense>
  );
}
