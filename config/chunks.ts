/** Texts of what every page has; they stay with its code. */
const EVERYWHERE = ['texts', 'language', 'units', 'frame', 'menu', 'request', 'user'];

/** A feature's texts are a chunk of their own. Rollup joins chunks that are small: each page came with the texts of nearly all. */
export function textsApart(module: string): string | undefined {
  const [, feature] = /\/src\/locales\/([\w-]+)\.ts$/.exec(module) ?? [];
  return feature === undefined || EVERYWHERE.includes(feature) ? undefined : `texts-${feature}`;
}
