import { history, useModel } from '@umijs/max';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { requestTexts } from '@/locales/request';
import { textsNow } from '@/locales/texts';
import { session } from '@/services/token';
import { isPublic, pathOfPage, toLogin } from '@/utils/address';
import { toast } from '@/utils/toast';
import access from '../access';
import { prefetchAfter } from './prefetch';
import { whoIsSignedIn } from './session';
import { useWindowTitle } from './title';

// The pages before sign-in are plain HTML, and do not wait for it.
const AntdLook = lazy(() => import('./AntdLook'));

/** On every page: without a user only the public pages are shown, everything else leads to sign-in, and back afterwards (spec §4). */
export function SessionGuard({ children }: { children: ReactNode }) {
  const { initialState, setInitialState } = useModel('@@initialState');
  const [location, setLocation] = useState(history.location);
  const path = pathOfPage(location);
  const { canAdmin } = access(initialState);
  const isSignedIn = Boolean(initialState?.currentUser);
  const isAllowed = isSignedIn || isPublic(path);
  const told = useRef(0);

  useEffect(() => history.listen(({ location }) => setLocation(location)), []);
  useEffect(
    () =>
      session.onClosed((why) => {
        void setInitialState((state) => ({ ...state, currentUser: undefined }));
        if (why === 'over') told.current = toast.warning(textsNow(requestTexts).sessionOver);
      }),
    [setInitialState],
  );
  // What was said of the last session is no longer so.
  useEffect(() => void (isSignedIn && toast.close(told.current)), [isSignedIn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it needs nothing of a render
  useEffect(() => session.onOpenedElsewhere(enter), []);
  useEffect(() => {
    if (!isAllowed) history.replace(toLogin(location));
  }, [isAllowed, location]);
  useEffect(() => prefetchAfter(path, canAdmin), [path, canAdmin]);
  useWindowTitle(path);

  /** Somebody has signed in in another tab: the sign-in page of this one goes on, too. */
  async function enter() {
    const currentUser = await whoIsSignedIn();
    if (currentUser) await setInitialState((state) => ({ ...state, currentUser }));
  }

  if (!isAllowed) return null;
  if (isPublic(path)) return children;
  return (
    <Suspense fallback={null}>
      <AntdLook>{children}</AntdLook>
    </Suspense>
  );
}
