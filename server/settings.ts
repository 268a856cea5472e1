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

  // Without PUBLIC_URL the name by which this caller reached the platform is the one that its devices reach, too.
  const originOf = ({ protocol, host }: FastifyRequest) => {
    const origin = config.publicUrl ?? `${protocol}://${host}`;
    return new URL(URL.canParse(origin) ? origin : `http://${config.host}:${config.port}`);
  };

  route(app, settings.read, async (_, { request }) => ({
    ...addresses(config, originOf(request)),
    downloadBase: downloadBase(config, request),
    productName: config.productName,
    version,
    adminExists: await isAnyAccount(db),
    emailCode: mailer.isReal,
    registration: config.registration,
    docsUrl: config.docsUrl,
  }));
}

function addresses({ mqttPort, mqttPublicUrl, mqttWsPublicUrl }: Config, { hostname, host, protocol }: URL) {
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
