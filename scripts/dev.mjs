import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './run.mjs';

const HOST = process.env.HOST || '127.0.0.1';
const CONSOLE_PORT = process.env.PORT || '8000';
const PLATFORM_PORT = process.env.PLATFORM_PORT || '8001';

for (const [name, port] of Object.entries({ PORT: CONSOLE_PORT, PLATFORM_PORT })) {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65535) continue;
  process.stderr.write(`iot-base: ${name}: has to be a whole number from 0 to 65535\n`);
  process.exit(1);
}

const mock = { command: 'max', args: ['dev'], env: { HOST, PORT: CONSOLE_PORT, PLATFORM: '' } };
const umi = { ...mock, env: { ...mock.env, PLATFORM: `http://127.0.0.1:${PLATFORM_PORT}` } };
const platform = { command: 'tsx', args: ['watch', '--clear-screen=false', 'server/main.ts'], env: { PORT: PLATFORM_PORT } };

// `dev.mjs`: the console with hot reload, and a platform that restarts on changes. `dev.mjs mock`: the console with a platform in memory.
const children = (process.argv[2] === 'mock' ? [mock] : [platform, umi]).map(({ command, args, env }) =>
  spawn(join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    env: { ...process.env, BROWSER: 'none', ...env },
    stdio: 'inherit',
  }),
);

// If one process ends, the others are stopped.
let exitCode;
function end(code) {
  exitCode ??= code;
  for (const child of children) child.kill('SIGTERM');
  if (children.every((child) => child.exitCode !== null || child.signalCode !== null)) process.exit(exitCode);
}
for (const child of children) child.on('exit', (code) => end(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
