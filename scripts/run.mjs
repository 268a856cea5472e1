import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs `work`, and prints its title and duration. */
export async function step(title, work) {
  const startedAt = Date.now();
  process.stdout.write(`iot-base: ${title} …\n`);
  await work();
  process.stdout.write(`iot-base: done in ${seconds(startedAt)}\n`);
}

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs a program, by default in the root of the repository. @returns its output
 * @throws Error with the output if the exit code is not 0, or after `timeoutMs`
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

/** Keeps beginning and end, because some programs print the error first, and others last. */
const shortened = (output) => (output.length <= 6000 ? output : `${output.slice(0, 3000)}\n  …\n${output.slice(-3000)}`);
