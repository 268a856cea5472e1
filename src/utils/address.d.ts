import { routes } from '../../config/routes';
interface Address {
    pathname: string;
    search: string;
}
export declare const LOGIN_PATH = "/user/login";
export declare const isPublic: (path: string) => boolean;
/** A host page may put the console below a path of its own: `window.routerBase`. The root is ''. */
export declare const routerBase: () => string;
/** The path of a page, without what the host page put before it. */
export declare function pathOfPage({ pathname }: Pick<Address, 'pathname'>): string;
/** Where to sign in, coming back to where one was; the page of now when it is sign-in already, or knows where to go back to. */
export declare function toLogin(from: Address): string;
/** Where to go after signing in: what `redirect` says if it is a page of this console that needs a session, else the project list. */
export declare function afterLogin(search: string): string;
/** A path of this console as it is, anything else (another host, a scheme, a page that does not exist) undefined. */
export declare function ownPath(wanted: string): string | undefined;
type PageName = Extract<Route, {
    name: string;
}>['name'];
/** The name of the page at a path, if there is one. */
export declare function pageOf(path: string): PageName | undefined;
/** The appKey of the project one is in: the third segment of the hash, `/#/dashboard/{appKey}/…`. */
export declare function appKeyOf(path: string): string | undefined;
type Top = (typeof routes)[number];
type Route = Exclude<Top, {
    routes: unknown;
}> | Extract<Top, {
    routes: unknown;
}>['routes'][number];
export {};
