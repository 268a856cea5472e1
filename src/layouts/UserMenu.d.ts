import type { CurrentUser } from '@contract/account';
/** Who is signed in, and what can be done about it. */
export declare function UserMenu({ user }: {
    user: CurrentUser;
}): import("react").JSX.Element;
