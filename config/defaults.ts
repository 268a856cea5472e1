/** Constants of the console (spec §9). Those shared with the platform, page size and the admin's id, are in contract/. */

/** The default time for which a read's answer is reused. */
export const REQUEST_CACHE_MS = 60_000;
/** The time used by this product: short, so that only simultaneous identical reads share a request. */
export const PRODUCT_REQUEST_CACHE_MS = 200;
/** How long fetched data is cached … */
export const FETCH_CACHE_MS = 5 * 60_000;
/** … and the shortest interval at which it is fetched again when the window gets the focus. */
export const FOCUS_REFRESH_MS = 5000;
/** An infinite list loads more at this distance from its end, in pixels. */
export const SCROLL_THRESHOLD_PX = 100;
/** 0: requests have no time limit. */
export const REQUEST_TIMEOUT_MS = 0;
/** A page's script that takes longer to load counts as a chunk load error. */
export const CHUNK_TIMEOUT_MS = 120_000;
/** The interval of the check for a newer deployment of the console. */
export const UPDATE_CHECK_MS = 3 * 60_000;

/** In windows narrower than this, in pixels, tables become cards … */
export const PHONE_BELOW = 768;
/** … and tables with many columns already below this, because there would be no space for names and the last columns. */
export const TABLE_NEEDS = 1024;

/** The origin of the API, including the broker's API (`/emqx`); '' is the console's own. For downloads see `settings.downloadBase`. */
export const API_BASE = process.env.API_BASE ?? '';
