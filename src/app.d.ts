export { request } from './runtime/request';
export { innerProvider, rootContainer } from './runtime/root';
export { onRouteChange } from './runtime/scroll';
export { getInitialState } from './runtime/session';
/** The history, and with it every link and redirect, lives below the host page's path. */
export declare function modifyContextOpts(options: object): object;
