import type { CurrentUser } from '@contract/account';
import { history, type RequestOptions } from '@umijs/max';
import { session } from '@/services/token';
import { isPublic, pathOfPage } from '@/utils/address';

export interface InitialState {
  /** The signed-in user; undefined on a public page, or without a session. */
  currentUser?: CurrentUser;
}

/** The initial state (spec §4): pages that are not public ask the platform who is signed in. */
export async function getInitialState(): Promise<InitialState> {
  if (isPublic(pathOfPage(history.location))) return {};
  const { token } = session;
  const currentUser = await whoIsSignedIn();
  // Listeners are not registered yet, so a sign-in in another tab meanwhile is detected here.
  const isNew = session.token !== '' && session.token !== token;
  return { currentUser: isNew ? await whoIsSignedIn() : currentUser };
}

/** Asks the platform who is signed in, and updates the name, which may have been changed in another browser. */
export async function whoIsSignedIn(options?: RequestOptions): Promise<CurrentUser | undefined> {
  // Preloaded during the call: the page will need it.
  import('./AntdLook');
  const { api } = await import('@/services/api');
  // Failures were reported by runtime/request.ts; the guard goes to sign-in.
  const { token } = session;
  const user = await api.account.current({}, options).catch(() => undefined);
  // Signed out meanwhile, or signed in as somebody else.
  if (session.token !== token) return undefined;
  if (user && user.name !== session.name) session.rename(user.name);
  return user;
}
