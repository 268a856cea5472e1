import type { IApi } from '@umijs/max';

// Umi's vite build ends with 0 when it failed, and leaves a page without scripts.
export default (api: IApi) =>
  api.onBuildComplete(({ err }) => {
    if (!err) return;
    process.stderr.write(`${String(err.stack ?? err)}\n`);
    process.exit(1);
  });
