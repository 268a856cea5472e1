import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Says what is being done, does it, and says how long it took. */
export async function step(title, work) {
  const startedAt = Date.now();
  process.stdout.write(`iot-base: ${title} …\n`);
  await work();
  process.stdout.write(`iot-base: done in ${seconds(startedAt)}\n`);
}

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a program in the root of the repository; its output is kept back and shown only when it fails.
 * @throws Error with the output when it ends with anything but 0, or after `timeoutMs`
 */
export async function run(command, args, { env = {}, timeoutMs = 20 * 60_000, cwd = root } = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  clearTimeout(timer);
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} failed (${code ?? 'stopped'}):\n${shortened(output.trim())}`);
  return output;
}

/** Some programs say first what went wrong, others last. */
const shortened = (output) => (output.length <= 6000 ? output : `${output.slice(0, 3000)}\n  …\n${output.slice(-3000)}`);
