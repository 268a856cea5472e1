import type { ReactElement } from 'react';
export declare const rootContainer: (container: ReactElement) => import("react").JSX.Element;
/** Inside the state of the session, around all pages. */
export declare const innerProvider: (container: ReactElement) => import("react").JSX.Element;
