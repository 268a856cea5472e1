interface RouteChange {
  location: { pathname: string; key: string };
  action: string;
}

/** A page that one comes back to may have to be read before it is as long as it was. */
const PATIENCE_MS = 3000;

/** Where each page of this tab's history was left, in pixels. */
const left = new Map<string, number>();
let page: RouteChange['location'] | undefined;
let comingBack = 0;

/** A page one goes to begins at its top; one that one comes back to is where it was left. The browser would look for that place in the page before. */
export function onRouteChange({ location, action }: RouteChange): void {
  const before = page;
  page = location;
  if (!before) begin();
  if (!before || before.pathname === location.pathname) return;
  left.set(before.key, window.scrollY);
  cancelAnimationFrame(comingBack);
  if (action === 'POP') comeBack(left.get(location.key) ?? 0, performance.now() + PATIENCE_MS);
  else window.scrollTo(0, 0);
}

function begin() {
  history.scrollRestoration = 'manual';
  // A page that is loaded again is the browser's.
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  for (const sign of ['wheel', 'touchstart', 'keydown', 'mousedown']) {
    window.addEventListener(sign, () => cancelAnimationFrame(comingBack), { passive: true });
  }
}

function comeBack(top: number, until: number) {
  window.scrollTo(0, top);
  if (performance.now() < until) comingBack = requestAnimationFrame(() => comeBack(top, until));
}
