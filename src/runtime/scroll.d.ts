interface RouteChange {
    location: {
        pathname: string;
        key: string;
    };
    action: string;
}
/** A page one goes to begins at its top; one that one comes back to is where it was left. The browser would look for that place in the page before. */
export declare function onRouteChange({ location, action }: RouteChange): void;
export {};
