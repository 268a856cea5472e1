import { join } from 'node:path';
import { defineConfig } from '@umijs/max';
import { textsApart } from './config/chunks';
import { escapeMounted } from './config/escape';
import { preloadPage } from './config/preload';
import { isMock, proxy } from './config/proxy';
import { retryStyles } from './config/retry-styles';
import { routes } from './config/routes';

/** The one Umi config file: Umi would ignore a config/config.ts beside it. The frame around the pages is src/layouts/index.tsx. */
export default defineConfig({
  title: '物联网基础平台',
  npmClient: 'npm',
  outputPath: process.env.OUTPUT ?? 'dist/console',
  hash: true,
  history: { type: 'hash' },
  publicPath: '/',
  routes,
  ...(proxy && { proxy }),
  favicons: ['/favicon.svg'],
  metas: [
    { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
    { name: 'theme-color', content: '#1677ff' },
  ],
  alias: { '@contract': join(__dirname, 'contract') },
  define: { 'process.env.API_BASE': process.env.API_BASE ?? '', 'process.env.MOCK': isMock ? '1' : '' },
  vite: {
    plugins: [preloadPage(), escapeMounted(), retryStyles()],
    // Only a worker imports it, where the dev server does not look for dependencies: found late, it would reload the page, file and all.
    optimizeDeps: { include: ['papaparse'] },
    build: {
      rollupOptions: {
        // A page would need dozens of small chunks, and a browser asks for six at a time.
        output: { experimentalMinChunkSize: 10_000, manualChunks: textsApart, onlyExplicitManualChunks: true },
        // These do not say that they have no side effects: without this all of each comes where a part of it is used.
        treeshake: { moduleSideEffects: (id: string) => !/node_modules\/(@rc-component|@ahooksjs|lodash\.)/.test(id) },
      },
    },
  },
  jsMinifier: 'terser',
  polyfill: false,
  targets: { chrome: 100 },
  mfsu: false,
  // Not Umi's: plugin.ts puts the platform itself behind the dev server.
  mock: false,
  helmet: false,
  model: {},
  initialState: { loading: '@/components/LoadingPage' },
  request: {},
  access: {},
});
