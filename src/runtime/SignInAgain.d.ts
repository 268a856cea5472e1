import { type CurrentUser } from '@contract/account';
interface SignInAgainProps {
    user: CurrentUser;
    onSignedIn: (user: CurrentUser) => void;
    /** The page is looked at for now: what is on it can still be copied. */
    onClosed: () => void;
}
/** The session is over, and something that was typed or shown once is only on this page: it stays, and goes on after signing in. */
export default function SignInAgain({ user, onSignedIn, onClosed }: SignInAgainProps): import("react").JSX.Element;
export {};
