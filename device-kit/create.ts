import { device } from '../contract/device';
import { type Data, type Endpoint, pathOf } from '../contract/endpoint';
import { ErrorCode } from '../contract/errors';
import { settings } from '../contract/settings';

export interface Identity {
  sn: string;
  secret: string;
}

/** The maximum number of devices in one request. */
const AT_ONCE = 1000;

/**
 * Creates devices in a project through the HTTP API; those that exist get a new secret.
 * @throws Error with the reason, if a request or a device fails
 */
export async function createDevices(api: string, appKey: string, appSecret: string, sns: string[]): Promise<Identity[]> {
  const authorization = `Basic ${Buffer.from(`${appKey}:${appSecret}`).toString('base64')}`;
  const made: Identity[] = [];
  for (let from = 0; from < sns.length; from += AT_ONCE) {
    const devices = sns.slice(from, from + AT_ONCE).map((sn) => ({ sn, tags: ['virtual'] }));
    const { created, failed } = await ask(api, device.createMany, { params: { appKey }, body: { devices }, authorization });
    made.push(...created);
    for (const { sn, code, message } of failed) {
      if (code !== ErrorCode.snTaken) throw new Error(`${sn}: ${message}`);
      const { secret } = await ask(api, device.resetSecret, { params: { appKey, sn }, authorization });
      made.push({ sn, secret });
    }
  }
  return made;
}

/** Reads the broker's URL from the platform's settings. */
export const mqttUrlOf = async (api: string): Promise<string> => (await ask(api, settings.read, {})).mqttUrl;

interface Question {
  params?: Record<string, string>;
  body?: object;
  authorization?: string;
}

async function ask<E extends Endpoint>(api: string, endpoint: E, { params, body, authorization }: Question): Promise<Data<E>> {
  const response = await fetch(`${api.replace(/\/+$/, '')}${pathOf(endpoint, params)}`, {
    method: endpoint.method,
    headers: { 'accept-language': 'en', ...(authorization && { authorization }), ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  }).catch(() => {
    throw new Error(`no platform answers at ${api}`);
  });
  const answer = (await response.json().catch(() => ({ message: `${api} is no platform` }))) as {
    success?: boolean;
    message: string;
    data: Data<E>;
  };
  if (!answer.success) throw new Error(answer.message);
  return answer.data;
}
