import { type ReactNode } from 'react';
/** Around the pages of a project: which one it is, in which state, and the way to another. */
export declare function ProjectFrame({ appKey, children }: {
    appKey: string;
    children: ReactNode;
}): import("react").JSX.Element;
