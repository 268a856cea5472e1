const target = process.env.PLATFORM;

/** The paths that are the platform's; everything else is the console's. */
export const platformPaths = ['/v1', '/bin', '/emqx', '/docs', '/openapi.json', '/mqtt'];

/** In development without a platform to hand its paths on to, the dev server has one in memory (mock/). */
export const isMock = process.env.NODE_ENV === 'development' && !target;

/** In development the dev server hands the platform's paths on to it, WebSockets too. */
export const proxy =
  target && Object.fromEntries(platformPaths.map((path) => [path, { target, changeOrigin: true, ws: path === '/mqtt' || path === '/v1' }]));
