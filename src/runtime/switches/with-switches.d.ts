import { type ReactElement } from 'react';
/** Puts QA's switches beside everything. Nothing of them is in the console that is deployed: there nobody calls this. */
export declare function withSwitches(frame: (container: ReactElement) => ReactElement): (container: ReactElement) => import("react").JSX.Element;
