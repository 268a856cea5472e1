import { readFileSync } from 'node:fs';
import { Server } from 'node:http';
import { join } from 'node:path';
import type { IApi } from '@umijs/max';
import { isMock } from './config/proxy';

export default (api: IApi) => {
  if (api.name === 'dev') listenOnlyAt(process.env.HOST || '127.0.0.1');

  // Umi's Vite build exits with 0 even if it failed, and leaves a page without scripts.
  api.onBuildComplete(({ err }) => {
    if (!err) return;
    process.stderr.write(`${String(err.stack ?? err)}\n`);
    process.exit(1);
  });

  // On slow networks the scripts arrive seconds after the HTML: until then it shows the logo, in the same place as the loading page.
  api.modifyHTML(($) => {
    // Not in development, where styles are loaded by scripts, so the logo would be unstyled.
    if (api.name === 'dev') return $;
    const mark = readFileSync('public/favicon.svg', 'utf8').replace(/<title>.*<\/title>/, '');
    $('#root').html(`<div class="loading-page" aria-hidden="true">${mark.replace('<svg', '<svg width="56" height="56"')}</div>`);
    return $;
  });

  // The in-memory platform is a middleware in front of the dev server: it gets unparsed requests, and handles WebSockets, too.
  api.addBeforeMiddlewares(async () => {
    if (api.name !== 'dev' || !isMock) return [];
    // Bundled at once, because compiling file by file as they are required takes seconds longer at each start.
    const { bundle } = await import('./scripts/build.mjs');
    const bundled = join(__dirname, 'dist/mock/platform.js');
    await bundle('mock/platform.ts', bundled);
    const { openMock } = require(bundled) as typeof import('./mock/platform');
    return [openMock().handle];
  });
};

/** Umi's Vite and hot reload servers set no host, so they would listen on all interfaces, although the mock's password is public. */
function listenOnlyAt(host: string) {
  const { listen } = Server.prototype;
  Server.prototype.listen = function (this: Server, ...args: unknown[]) {
    const [port, at, ...rest] = args;
    const named = typeof port !== 'number' || typeof at === 'string' ? args : [port, host, ...[at, ...rest].filter(Boolean)];
    return Reflect.apply(listen, this, named);
  };
}
