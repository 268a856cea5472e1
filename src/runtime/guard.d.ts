import { type ReactNode } from 'react';
/**
 * On every page: without a user only the public pages are shown, everything else leads to sign-in, and back afterwards (spec §4). Where
 * something would be lost with the page when the session ends by itself, the page stays and asks for the password; when the window is
 * closed or loaded anew, the browser asks.
 */
export declare function SessionGuard({ children }: {
    children: ReactNode;
}): string | number | bigint | boolean | import("react").JSX.Element | Iterable<ReactNode> | Promise<string | number | bigint | boolean | Iterable<ReactNode> | import("react").ReactElement<unknown, string | import("react").JSXElementConstructor<any>> | import("react").ReactPortal | null | undefined> | null | undefined;
