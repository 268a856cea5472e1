import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/** Whether all locked packages are installed. npm writes its list of them at the end, so an aborted install does not count. */
export function isInstalled() {
  const locked = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  return Object.entries(locked).every(
    ([path, { version, integrity, optional }]) =>
      path === '' || optional || (installed[path]?.version === version && installed[path].integrity === integrity),
  );
}

export const install = () => run('npm', ['ci', '--no-audit', '--no-fund'], { env: { NODE_ENV: 'development' } });

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return {};
  }
}
