import { applyLook } from '../config/theme';
import { language } from './locales/language';
import { keepDoubleClicks } from './runtime/double-click';
import { keepFocus } from './runtime/focus';
import { tellUnhandled } from './runtime/request';
import { forgetServiceWorkers } from './runtime/service-worker';
import { numberTypedAddresses } from './runtime/typed-address';
import { routerBase } from './utils/address';

// zod would compile with new Function, which the content security policy forbids; it reads this when it loads, later than this.
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };

document.documentElement.lang = language();
applyLook(document.documentElement);
tellUnhandled();
forgetServiceWorkers();
keepFocus();
keepDoubleClicks();
const goneOn = numberTypedAddresses();

// What Umi runs at start-up. Each concern lives in its own file.
export { request } from './runtime/request';
export { innerProvider, rootContainer } from './runtime/root';
export { onRouteChange } from './runtime/scroll';
export { getInitialState } from './runtime/session';

/** The history, and with it every link and redirect, lives below the host page's path. */
export function modifyContextOpts(options: object) {
  const base = routerBase();
  if (!base) return options;
  if (!location.hash.startsWith(`#${base}`)) history.replaceState(null, '', `#${base}${location.hash.slice(1)}`);
  return { ...options, basename: base };
}

/** There is a history by now, and no page yet. */
export function modifyClientRenderOpts<Options extends { history: { listen(listener: () => void): unknown } }>(options: Options) {
  goneOn();
  options.history.listen(goneOn);
  return options;
}
