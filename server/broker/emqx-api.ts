import type { Logger } from 'pino';
import { z } from 'zod';
import { BrokerClient } from '../../contract/broker';
import { BusinessError } from '../errors';
import type { LiveClient } from './broker';

interface Options {
  url: string;
  key: string;
  secret: string;
  log: Logger;
}

const TIMEOUT_MS = 5000;
const PAGE = 1000;

const Time = z.union([z.string(), z.number()]).nullish();
const ClientPage = z.looseObject({
  data: z.array(z.looseObject({ clientid: z.string(), connected_at: Time })),
  meta: z.looseObject({ hasnext: z.boolean().nullish() }).nullish(),
});
const Failure = z.looseObject({ code: z.string() });

/** EMQX 5's REST API (emqx-docs, admin/api). Every call throws BusinessError brokerUnavailable if it gets no usable answer. */
export function openEmqxApi({ url, key, secret, log }: Options) {
  const base = `${url.replace(/\/api\/v5$/, '')}/api/v5`;
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;

  /** @returns undefined if EMQX answers that the client does not exist */
  async function ask<T extends z.ZodType>(schema: T, path: string, method: 'GET' | 'DELETE' = 'GET'): Promise<z.output<T> | undefined> {
    try {
      const response = await fetch(`${base}${path}`, { method, headers: { authorization }, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const body: unknown = response.status === 204 ? null : await response.json();
      if (response.ok) return schema.parse(body);
      if (response.status === 404 && /CLIENT/.test(Failure.safeParse(body).data?.code ?? '')) return undefined;
      throw new Error(`EMQX answered ${response.status} to ${method} ${path.split('?')[0]}`);
    } catch (error) {
      log.warn({ err: error }, 'the broker does not answer as it should');
      throw new BusinessError('brokerUnavailable');
    }
  }

  return {
    client: async (clientId: string): Promise<BrokerClient | undefined> => {
      const client = await ask(BrokerClient, `/clients/${encodeURIComponent(clientId)}`);
      return client?.connected ? client : undefined;
    },
    /** Read page by page while the list changes: a client that is missing may be connected all the same. */
    liveClients: async (part?: string): Promise<LiveClient[]> => {
      const live: LiveClient[] = [];
      const query = `conn_state=connected&fields=clientid,connected_at&limit=${PAGE}${part ? `&like_clientid=${encodeURIComponent(part)}` : ''}`;
      for (let page = 1; ; page++) {
        const { data = [], meta } = (await ask(ClientPage, `/clients?${query}&page=${page}`)) ?? {};
        live.push(...data.map(({ clientid, connected_at }) => ({ clientId: clientid, connectedAt: millisecondsOf(connected_at) })));
        if (data.length === 0 || !(meta?.hasnext ?? data.length === PAGE)) return live;
      }
    },
    kick: async (clientId: string): Promise<void> => {
      await ask(z.unknown(), `/clients/${encodeURIComponent(clientId)}`, 'DELETE');
    },
  };
}

/** EMQX writes times as ISO 8601 or as milliseconds since the epoch. */
export function millisecondsOf(time: string | number | null | undefined): number | undefined {
  if (time === null || time === undefined) return undefined;
  const ms = typeof time === 'number' ? time : /^\d+$/.test(time) ? Number(time) : Date.parse(time);
  return Number.isFinite(ms) ? ms : undefined;
}
