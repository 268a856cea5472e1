/** Texts used on every page, which need no chunks of their own. */
const EVERYWHERE = ['texts', 'language', 'units', 'frame', 'menu', 'request', 'user'];

/**
 * For Rollup's `manualChunks`: puts each feature's texts into a chunk of their own. Otherwise Rollup merges small chunks, and each page
 * would load the texts of nearly all features.
 */
export function textsApart(module: string): string | undefined {
  const [, feature] = /\/src\/locales\/([\w-]+)\.ts$/.exec(module) ?? [];
  return feature === undefined || EVERYWHERE.includes(feature) ? undefined : `texts-${feature}`;
}
