/** Business constants of the console (spec §9). The page size of 10 and the admin's id are the platform's too: contract/page.ts, contract/admin.ts. */

/** How long an answered read is used again when nothing else is said. */
export const REQUEST_CACHE_MS = 60_000;
/** The product's own setting: only the same read asked twice at once becomes one. */
export const PRODUCT_REQUEST_CACHE_MS = 200;
/** Fetched data is kept this long … */
export const FETCH_CACHE_MS = 5 * 60_000;
/** … and fetched again when the window is looked at, but not more often than this. */
export const FOCUS_REFRESH_MS = 5000;
/** A scroll list loads more this close to its end, in pixels. */
export const SCROLL_THRESHOLD_PX = 100;
/** No limit for a request: 0. */
export const REQUEST_TIMEOUT_MS = 0;
/** A page's script that has not come by then is a chunk load error. */
export const CHUNK_TIMEOUT_MS = 120_000;
/** How often the console asks whether a newer one has been deployed. */
export const UPDATE_CHECK_MS = 3 * 60_000;

/** A window narrower than this, in pixels, is a phone: tables become cards there … */
export const PHONE_BELOW = 768;
/** … and a table of many columns already below this: nothing would be left for the names, or what stands at the end. */
export const TABLE_NEEDS = 1024;

/** Where the API is, and below it the broker's API (`/emqx`); '' is where the console came from. The download host is told by the platform: settings.downloadBase. */
export const API_BASE = process.env.API_BASE ?? '';
