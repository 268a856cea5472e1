import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { settings } from '../contract/settings';
import { isAnyAccount } from './account/queries';
import type { Config } from './config';
import { downloadBase } from './packet/links';
import type { Platform } from './platform';
import { route } from './route';

export function settingsRoutes(app: FastifyInstance, { db, config, mailer }: Platform, consoleRoot?: string) {
  const version = versionOf(consoleRoot);

  route(app, settings.read, async (_, { request }) => ({
    ...brokerAddresses(config, new URL(baseOf(config, request))),
    downloadBase: downloadBase(config, request),
    productName: config.productName,
    version,
    adminExists: await isAnyAccount(db),
    emailCode: mailer.isReal,
    registration: config.registration,
    docsUrl: config.docsUrl,
  }));
}

/** Where the platform is reached: without PUBLIC_URL, the name by which this caller did is good for its devices, too. */
export function baseOf({ publicUrl, host: own, port }: Config, { protocol, host }: FastifyRequest): string {
  const base = publicUrl ?? `${protocol}://${host}`;
  return URL.canParse(base) ? base : `http://${own}:${port}`;
}

/** Where devices and pages reach the broker. @param base where the platform is reached */
export function brokerAddresses({ mqttPort, mqttPublicUrl, mqttWsPublicUrl }: Config, { hostname, host, protocol }: URL) {
  return {
    mqttUrl: mqttPublicUrl ?? `mqtt://${hostname}:${mqttPort ?? 1883}`,
    mqttWsUrl: mqttWsPublicUrl ?? `${protocol.replace('http', 'ws')}//${host}/mqtt`,
  };
}

/** Another page, another version: its scripts' names are hashes of what is in them. */
function versionOf(consoleRoot?: string) {
  if (!consoleRoot) return 'development';
  return createHash('sha256')
    .update(readFileSync(join(consoleRoot, 'index.html')))
    .digest('hex')
    .slice(0, 12);
}
