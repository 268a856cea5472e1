/** Constants of the console (spec §9). Those shared with the platform, page size and the admin's id, are in contract/. */

/** The default time for which a read's answer is reused. */
export const REQUEST_CACHE_MS = 60_000;
/** The time used by this product: short, so that only simultaneous identical reads share a request. */
export const PRODUCT_REQUEST_CACHE_MS = 200;
/** Fetched data is kept this long … */
export const FETCH_CACHE_MS = 5 * 60_000;
/** … and fetched again when the window is looked at, but not more often than this. */
export const FOCUS_REFRESH_MS = 5000;
/** A scroll list loads more this close to its end, in pixels. */
export const SCROLL_THRESHOLD_PX = 100;
/** No limit for a request: 0. */
export const REQUEST_TIMEOUT_MS = 0;
/** A page's script that takes longer to load counts as a chunk load error. */
export const CHUNK_TIMEOUT_MS = 120_000;
/** How often the console asks whether a newer one has been deployed. */
export const UPDATE_CHECK_MS = 3 * 60_000;

/** In windows narrower than this, in pixels, tables become cards … */
export const PHONE_BELOW = 768;
/** … and tables with many columns already below this, because there would be no space for names and the last columns. */
export const TABLE_NEEDS = 1024;

/** The origin of the API, including the broker's API (`/emqx`); '' is the console's own. For downloads see `settings.downloadBase`. */
export const API_BASE = process.env.API_BASE ?? '';
