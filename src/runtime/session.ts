import type { CurrentUser } from '@contract/account';
import { history, type RequestOptions } from '@umijs/max';
import { session } from '@/services/token';
import { isPublic, pathOfPage } from '@/utils/address';

export interface InitialState {
  /** Who is signed in; nobody on a public page, or without a session. */
  currentUser?: CurrentUser;
}

/** The start of a session (spec §4): whoever opens a page that is not public is asked for at the platform. */
export async function getInitialState(): Promise<InitialState> {
  if (isPublic(pathOfPage(history.location))) return {};
  const { token } = session;
  const currentUser = await whoIsSignedIn();
  // Nobody hears yet that another tab has signed in meanwhile.
  const isNew = session.token !== '' && session.token !== token;
  return { currentUser: isNew ? await whoIsSignedIn() : currentUser };
}

/** Asks the platform; nobody when it does not know either. The name may have been changed in another browser. */
export async function whoIsSignedIn(options?: RequestOptions): Promise<CurrentUser | undefined> {
  // What the page inside will need is fetched while the platform is asked.
  import('./AntdLook');
  const { api } = await import('@/services/api');
  // Told already, by runtime/request.ts; the guard goes to sign-in.
  const { token } = session;
  const user = await api.account.current({}, options).catch(() => undefined);
  // Signed out meanwhile, or in as somebody else.
  if (session.token !== token) return undefined;
  if (user && user.name !== session.name) session.rename(user.name);
  return user;
}
