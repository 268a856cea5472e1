interface RouteChange {
  location: { pathname: string; key: string };
  action: string;
}

/** How long to wait for a page to be as long as it was: its data may have to be read first. */
const PATIENCE_MS = 3000;

/** Scroll position in pixels of each page in this tab's history. */
const left = new Map<string, number>();
let page: RouteChange['location'] | undefined;
let comingBack = 0;

/** New pages start at the top, pages one returns to where they were left. The browser would restore that in the page before. */
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
  // After a reload, the browser restores the position.
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
