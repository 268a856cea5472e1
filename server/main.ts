import { existsSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { isAnyAccount } from './account/queries';
import { createApp } from './app';
import { type Config, ConfigError, readConfig } from './config';
import { nameSetting } from './listen';
import { createDownloadHost } from './packet/download-host';
import { downloadBase } from './packet/links';
import { openPlatform } from './platform';
import { brokerAddresses } from './settings';

/**
 * Requests in flight have this long to finish once the process is asked to stop; then callbacks theirs (webhook/open.ts). Together less
 * than the 10 s after which `docker stop` and its like end it by force.
 */
const DRAIN_MS = 5000;

// Output that nobody reads any more (EPIPE) must not end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

start().catch((error: unknown) => {
  const lines = error instanceof ConfigError ? error.lines : [(error as Error).stack ?? String(error)];
  process.stderr.write(`${lines.map((line) => `iot-base: ${line}`).join('\n')}\n`);
  process.exit(1);
});

async function start() {
  const [option] = process.argv.slice(2);
  if (option) throw new ConfigError([`${option}: there are no options; every setting is an environment variable (see .env.example)`]);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const log = logger(config);
  const platform = await openPlatform(config, { log, isSole: true });
  const isFirst = !(await isAnyAccount(platform.db));
  if (config.registration === 'closed' && isFirst) {
    await platform.close();
    throw new ConfigError(['REGISTRATION: closed, and nobody has an account yet: set ADMIN_EMAIL and ADMIN_PASSWORD, too']);
  }
  const app = await createApp(platform, builtConsole());
  const downloadHost = await createDownloadHost(platform);

  const servers = [app, downloadHost];
  // Node's HTTP server no longer tracks upgraded (WebSocket) sockets, but `close()` waits for them, for ever: so they are destroyed here.
  const connections = new Set<Socket>();
  for (const { server } of servers) {
    server.on('connection', (one) => {
      // A socket whose upgrade was ignored is emitted again as a connection (broker/upgrade.ts).
      if (connections.has(one)) return;
      connections.add(one);
      one.once('close', () => connections.delete(one));
    });
  }

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Keep-alive connections are closed once they are idle, instead of waiting for another request.
    setInterval(() => servers.map(({ server }) => server.closeIdleConnections()), 100).unref();
    setTimeout(() => connections.forEach((one) => void one.destroy()), DRAIN_MS).unref();
    await Promise.all(servers.map((server) => server.close()));
    await platform.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  await downloadHost.listen({ host: config.host, port: config.downloadPort }).catch(nameSetting('DOWNLOAD_PORT', config.downloadPort));
  // Links name the port that was given.
  config.downloadPort = (downloadHost.server.address() as AddressInfo).port;
  await app.listen({ host: config.host, port: config.port }).catch(nameSetting('PORT', config.port));
  announce({ ...config, host: reachable(config.host) }, (app.server.address() as AddressInfo).port, isFirst);
}

function logger({ logLevel }: Config) {
  if (!process.stdout.isTTY) return pino({ level: logLevel });
  return pino({ level: logLevel, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
}

/** The console beside this bundle, if it has been built. */
function builtConsole() {
  const root = join(__dirname, '..', 'console');
  return existsSync(join(root, 'index.html')) ? root : undefined;
}

/** An address to open: a server that listens on all of them is told by this machine's first one in its network. */
function reachable(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host;
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
}

function announce(config: Config, port: number, isFirst: boolean) {
  const { host, publicUrl, dataDir, database } = config;
  const address = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const places = [
    ['Console', address],
    ['API', `${address}/v1/platform (reference: ${address}/docs)`],
    ['MQTT', brokerAddresses(config, new URL(address)).mqttUrl],
    ['Downloads', downloadBase(config)],
    ['Data', database ? 'PostgreSQL' : dataDir],
  ];
  const lines = places.map(([name = '', place]) => `  ${name.padEnd(10)} ${place}\n`).join('');
  const hint = isFirst ? '  Nobody has an account yet: the first one to register in the console is the admin.\n\n' : '';
  process.stdout.write(`\n  IoT Base is ready\n\n${lines}\n${hint}`);
}
