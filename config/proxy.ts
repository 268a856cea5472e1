const target = process.env.PLATFORM ?? 'http://127.0.0.1:8000';

/** In development the dev server hands the platform's paths on to it. */
export const proxy = process.env.MOCK
  ? undefined
  : Object.fromEntries(
      ['/v1', '/bin', '/emqx', '/docs', '/openapi.json', '/mqtt'].map((path) => [
        path,
        { target, changeOrigin: true, ws: path === '/mqtt' || path === '/v1' },
      ]),
    );
