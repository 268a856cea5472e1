interface RouteChange {
  location: { pathname: string };
  action: string;
}

let page: string | undefined;

/** A page one goes to begins at its top; one that one goes back to is where it was left, which the browser sees to. */
export function onRouteChange({ location: { pathname }, action }: RouteChange): void {
  if (page !== undefined && page !== pathname && action !== 'POP') window.scrollTo(0, 0);
  page = pathname;
}
