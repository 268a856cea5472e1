import type { CurrentUser } from '@contract/account';
export interface InitialState {
    /** Who is signed in; nobody on a public page, or without a session. */
    currentUser?: CurrentUser;
}
/** The start of a session (spec §4): whoever opens a page that is not public is asked for at the platform. */
export declare function getInitialState(): Promise<InitialState>;
/** Asks the platform; nobody when it does not know either. */
export declare function whoIsSignedIn(): Promise<CurrentUser | undefined>;
