import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress } from './compress.mjs';
import { root, run, step } from './run.mjs';

const dist = (...path) => join(root, 'dist', ...path);

/** Each half of the product: what it is made of, the file that shows it was made, and how. */
const builds = [
  {
    name: 'console',
    sources: ['src', 'contract', 'device-kit', 'config', 'public', '.umirc.ts', 'plugin.ts', 'package-lock.json'],
    result: dist('console', 'index.html'),
    make: buildConsole,
  },
  {
    name: 'platform',
    sources: ['server', 'contract', 'package-lock.json'],
    result: dist('server', 'main.js'),
    make: buildPlatform,
  },
];

/** What has to be built: its sources, or what came of them, are not what they were after the last build. */
export const missingBuilds = () => builds.filter((one) => readIfThere(markOf(one)) !== fingerprint(one)).map(withMark);

const withMark = (one) => ({
  title: `building the ${one.name}`,
  make: async () => {
    const before = fingerprint(one, []);
    await one.make();
    // Sources that changed while they were being built are built again next time.
    if (before === fingerprint(one, [])) writeFileSync(markOf(one), fingerprint(one));
  },
});

/** Built beside the old one and put in its place when it is whole: a platform that runs meanwhile never serves half a console. */
async function buildConsole() {
  rmSync(dist('console.next'), { recursive: true, force: true });
  await run(process.execPath, [join(root, 'node_modules/@umijs/max/bin/max.js'), 'build'], { env: { OUTPUT: 'dist/console.next' } });
  await compress(dist('console.next'));
  rmSync(dist('console'), { recursive: true, force: true });
  renameSync(dist('console.next'), dist('console'));
}

async function buildPlatform() {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(root, 'server/main.ts')],
    outfile: dist('server', 'main.js'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: true,
    logLevel: 'warning',
  });
}

const markOf = ({ name }) => dist(`${name}.mark`);

/** A hash over the names and contents of all sources, of what was built from them, and of the setting the console is built with. */
function fingerprint({ sources, result }, results = [result]) {
  const hash = createHash('sha256').update(process.env.API_BASE ?? '');
  for (const file of [...sources.map((source) => join(root, source)), ...results].flatMap(filesIn)) {
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** The path itself if it is a file, all files below it if it is a folder; what Umi generates is no source. */
function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !name.startsWith('.umi'));
  return names.sort().flatMap((name) => filesIn(join(path, name)));
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { title, make } of missingBuilds()) await step(title, make);
}
