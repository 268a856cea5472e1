import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run, step } from './run.mjs';

/** Chromium's headless build, which needs a third less processor time. */
const SHELL = 'chromium-headless-shell';

/** The path of Chromium: the variable CHROMIUM, or the first of its known names on the PATH; undefined if there is none. */
export const findChromium = () =>
  process.env.CHROMIUM || [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(onPath).find(Boolean);

/** The folder of PostgreSQL's programs: the newest version of Debian's packages, or the one on the PATH; undefined if there is none. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const initdb = versions.map((version) => join(debian, version, 'bin', 'initdb')).find(existsSync) ?? onPath('initdb');
  return initdb && dirname(initdb);
}

/** The path of Mosquitto, the external broker of tests; undefined if there is none. Debian's folder for it is only on root's PATH. */
export const findMosquitto = () => onPath('mosquitto') ?? ['/usr/sbin/mosquitto'].find(existsSync);

/** The path of PgBouncer, which keeps PostgreSQL's processes for the tests; undefined if there is none. */
export const findPgbouncer = () => onPath('pgbouncer') ?? ['/usr/sbin/pgbouncer'].find(existsSync);

/** The names of the Debian packages that the tests need and that are not installed. */
const missingTools = () =>
  [
    [SHELL, !findChromium()],
    ['fonts-noto-cjk', process.platform === 'linux' && !hasChineseFont()],
    ['postgresql', !findPostgres()],
    ['pgbouncer', !findPgbouncer()],
    ['mosquitto', !findMosquitto()],
    ['mosquitto-clients', !onPath('mosquitto_pub')],
    ['php-cli', !onPath('php')],
    ['curl', !onPath('curl')],
    ['aria2', !onPath('aria2c')],
    ['nginx-light', !onPath('nginx') && !existsSync('/usr/sbin/nginx')],
  ]
    .filter(([, isMissing]) => isMissing)
    .map(([name]) => name);

/** Installs missing tools of the tests as root with apt-get. @throws Error with the command to run if that is not possible */
export async function provideTools() {
  const needed = missingTools();
  // Another Chromium also works, only slower, so it is no error if this package cannot be installed.
  const wished = canInstall() && !needed.includes(SHELL) && !process.env.CHROMIUM && !onPath(SHELL) ? [SHELL] : [];
  if (needed.length + wished.length === 0) return;
  const install = ['apt-get', 'install', '-y', '--no-install-recommends'];
  if (!canInstall()) {
    throw new Error(
      `the tests need ${needed.join(', ')}: run  sudo ${[...install, ...needed].join(' ')}  (a Chromium elsewhere: set CHROMIUM to its path)`,
    );
  }
  const get = (packages) => run(install[0], [...install.slice(1), ...packages], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  await step(`installing ${[...needed, ...wished].join(', ')} with apt-get`, async () => {
    const listed = run('apt-get', ['update']);
    if (needed.length > 0) await listed.then(() => get(needed));
    if (wished.length > 0) await listed.then(() => get(wished)).catch(() => {});
  });
}

const canInstall = () => process.getuid?.() === 0 && Boolean(onPath('apt-get'));

const hasChineseFont = () => spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' }).stdout?.trim().length > 0;

function onPath(name) {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return places.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
