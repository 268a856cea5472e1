import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { settings } from '../contract/settings';
import { isAnyAccount } from './account/queries';
import type { Platform } from './platform';
import { route } from './route';

export function settingsRoutes(app: FastifyInstance, { db, config, mailer }: Platform, consoleRoot?: string) {
  const { host, port, downloadPort, mqttPort } = config;
  const version = versionOf(consoleRoot);

  route(app, settings.read, async () => ({
    productName: config.productName,
    version,
    adminExists: await isAnyAccount(db),
    emailCode: mailer.isReal,
    registration: config.registration,
    docsUrl: config.docsUrl,
    downloadBase: config.downloadUrl ?? `http://${host}:${downloadPort}`,
    mqttUrl: `mqtt://${host}:${mqttPort}`,
    mqttWsUrl: `${(config.publicUrl ?? `http://${host}:${port}`).replace(/^http/, 'ws')}/mqtt`,
  }));
}

/** Another page, another version: its scripts' names are hashes of what is in them. */
function versionOf(consoleRoot?: string) {
  if (!consoleRoot) return 'development';
  return createHash('sha256')
    .update(readFileSync(join(consoleRoot, 'index.html')))
    .digest('hex')
    .slice(0, 12);
}
