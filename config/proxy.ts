const target = process.env.PLATFORM;

/** The paths served by the platform; all others belong to the console. */
export const platformPaths = ['/v1', '/bin', '/emqx', '/docs', '/openapi.json', '/mqtt'];

/** In development without `PLATFORM`, the dev server runs a platform in memory (mock/). */
export const isMock = process.env.NODE_ENV === 'development' && !target;

/** Makes the dev server forward the platform's paths, and WebSockets, to `PLATFORM`. */
export const proxy =
  target && Object.fromEntries(platformPaths.map((path) => [path, { target, changeOrigin: true, ws: path === '/mqtt' || path === '/v1' }]));
