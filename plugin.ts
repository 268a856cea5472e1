import type { IApi } from '@umijs/max';
import { isMock } from './config/proxy';

export default (api: IApi) => {
  // Umi's vite build ends with 0 when it failed, and leaves a page without scripts.
  api.onBuildComplete(({ err }) => {
    if (!err) return;
    process.stderr.write(`${String(err.stack ?? err)}\n`);
    process.exit(1);
  });

  // The platform in memory stands before the dev server: what is its own it answers, with WebSockets and uploads as they come.
  api.addBeforeMiddlewares(async () => {
    if (api.name !== 'dev' || !isMock) return [];
    const { require: load } = await import('tsx/cjs/api');
    const { openMock } = load('./mock/platform.ts', __filename) as typeof import('./mock/platform');
    return [openMock().handle];
  });
};
