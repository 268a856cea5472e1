import { missingBuilds } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { step } from './run.mjs';
import { provideTools } from './tools.mjs';

const OLDEST_NODE = [20, 19];

/** What each purpose needs besides the packages. `npm test` builds by itself, in parallel with its first checks. */
const needs = {
  dev: {},
  start: { builds: true },
  test: { tools: true },
  all: { tools: true, builds: true },
};

/**
 * Installs and builds what is missing for `npm start`, `npm test` or `npm run dev`. It runs before packages are installed, so this file
 * and its imports must not import packages statically.
 */
async function setup({ tools, builds }) {
  refuseOldNode();
  if (!isInstalled()) await step('installing packages (npm ci, a few minutes the first time)', install);
  if (tools) await provideTools();
  if (!builds) return;
  for (const { title, make } of missingBuilds()) await step(title, make);
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Error(`Node.js ${OLDEST_NODE.join('.')} or newer is needed, this is ${process.versions.node}`);
}

setup(needs[process.argv[2]]).catch((error) => {
  process.stderr.write(`iot-base: ${error.message}\n`);
  process.exit(1);
});
