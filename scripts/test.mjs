import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startPooledPostgres } from '../tests/support/postgres.mjs';
import { roomyFolder } from '../tests/support/roomy-folder.mjs';
import { root, seconds } from './run.mjs';
import { findChromium } from './tools.mjs';

/** The time limit of the whole run, so that a hanging test does not hang forever. */
const LIMIT_MS = 30 * 60_000;
/** Tests whose platform has a SQLite database of its own, or none; and those of brokers and settings, whose queries other tests run on PostgreSQL. */
const ON_SQLITE = [
  '/server/(start|log|docs|depth|device-kit|faults-packets|mail|mock-world|mock-broker|packet-download)\\.',
  '/server/(broker|broker-messages|broker-refusals|client-address|emqx|health|settings)\\.',
  '/flows/(upgrade|callback-receivers|snippets)\\.',
  '/contract/(mock|brokers)\\.',
];
/** Tests that need PostgreSQL: the migration to it, and clusters. */
const ON_POSTGRES = ['/server/(move|cluster|depth-cluster)\\.'];
/** Suites that spend part of the time waiting for devices, receivers and timers, so more workers than processors are useful. */
const WAITING = { fewestWorkers: 3 };
const begunAt = Date.now();
const program = (name) => join(root, 'node_modules', '.bin', name);
const filter = process.argv.slice(2);
/** For reports and the tests' temporary files. In memory if possible, because SQLite waits for the disk at each commit. */
const folder = mkdtempSync(join(roomyFolder(), 'iot-base-tests-'));

const outcome = { passed: 0, failed: 0, skipped: 0 };
const running = new Set();
let postgres;

/** Runs all checks and tests. `npm test -- device` runs only tests whose path matches. The last line is `N passed, N failed`. */
async function test() {
  // The build runs in parallel, because type checking and parts of the build use only one processor.
  const built = check('build', [process.execPath, join(root, 'scripts/build.mjs')]);
  if (filter.length === 0) {
    await check('lint', [program('biome'), 'ci', '--colors=off', '.']);
    await check('types', [program('max'), 'setup'], [program('tsc'), '-b', '--pretty', 'false']);
  }
  await suite('unit', 'unit');
  await built;
  await suite('server on SQLite', 'server', {}, { ...WAITING, without: ON_POSTGRES });
  postgres = await startPooledPostgres();
  await suite('server on PostgreSQL', 'server', { TEST_DATABASE_URL: postgres.url }, { ...WAITING, without: ON_SQLITE });
  await postgres.stop();
  await suite('console', 'console', {}, WAITING);
  await suite('browser', 'browser', { CHROMIUM: findChromium() }, { ...WAITING, mostWorkers: 4 });
}

/** Runs commands until one fails, and prints only the output of that one. Together they count as one test. */
async function check(name, ...commands) {
  const startedAt = Date.now();
  process.stderr.write(`${name} …\n`);
  let failed = false;
  for (const [command, ...args] of commands) failed ||= (await end(command, args, { keep: true })) !== 0;
  count(name, startedAt, failed ? { failed: 1 } : { passed: 1 });
}

/** Runs a jest project. */
async function suite(name, project, env = {}, { fewestWorkers = 2, mostWorkers = 16, without = [] } = {}) {
  const startedAt = Date.now();
  process.stderr.write(`\n${name}\n`);
  const report = join(folder, `${name.replaceAll(' ', '-')}.json`);
  const workers = Math.min(mostWorkers, Math.max(fewestWorkers, availableParallelism()));
  const cache = `--cacheDirectory=${join(root, 'node_modules/.cache/jest')}`;
  const options = [
    cache,
    `--selectProjects=${project}`,
    `--maxWorkers=${workers}`,
    '--json',
    `--outputFile=${report}`,
    '--passWithNoTests',
  ];
  const ignored = ['/node_modules/', ...without].map((pattern) => `--testPathIgnorePatterns=${pattern}`);
  const reporter = `--reporters=${join(root, 'tests/support/reporter.js')}`;
  const code = await end(program('jest'), [...filter, reporter, ...ignored, ...options], { env });
  count(name, startedAt, summaryOf(report, code));
}

/** Reads the counts from jest's report. A suite that crashed or was stopped counts as a failure. */
function summaryOf(report, code) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    return { passed: numPassedTests, failed: failed || (code === 0 ? 0 : 1), skipped: numPendingTests + numTodoTests };
  } catch {
    return { failed: 1 };
  }
}

function count(name, startedAt, { passed = 0, failed = 0, skipped = 0 }) {
  outcome.passed += passed;
  outcome.failed += failed;
  outcome.skipped += skipped;
  process.stderr.write(`${failed > 0 ? '✗' : '✓'} ${name}: ${sentence({ passed, failed, skipped })} in ${seconds(startedAt)}\n`);
}

const sentence = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Runs a program, at most until the run's time limit. With `keep` its output is printed only if it fails. @returns the exit code */
function end(command, args, { env = {}, keep = false }) {
  return new Promise((resolve) => {
    // A process group of its own, so that it can be killed with all its children.
    const child = spawn(command, args, {
      cwd: root,
      detached: true,
      env: { ...process.env, FORCE_COLOR: '0', TMPDIR: folder, ...env },
      stdio: ['ignore', keep ? 'pipe' : 'ignore', keep ? 'pipe' : 'inherit'],
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text) => {
        output += text;
      });
    }
    const timer = setTimeout(
      () => {
        process.stderr.write(`stopped, because all of it took longer than ${LIMIT_MS / 60_000} minutes: ${command} ${args.join(' ')}\n`);
        kill(child);
      },
      LIMIT_MS - (Date.now() - begunAt),
    );
    const ended = (code) => {
      clearTimeout(timer);
      running.delete(child);
      if (code !== 0) process.stderr.write(output);
      resolve(code);
    };
    child.on('error', (error) => {
      output += `${error.message}\n`;
      ended(1);
    });
    child.on('close', ended);
  });
}

function kill(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

async function leave(code) {
  for (const child of running) kill(child);
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => leave(130));

test()
  .catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    outcome.failed += 1;
  })
  .then(() => {
    process.stdout.write(`\n${sentence(outcome)}\n`);
    return leave(outcome.failed > 0 ? 1 : 0);
  });
