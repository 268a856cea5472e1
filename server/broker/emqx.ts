import { timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Reason } from '../../contract/event';
import { parseClientId } from '../../contract/topics';
import { BusinessError } from '../errors';
import type { Platform } from '../platform';
import { hashOf } from '../secrets';
import { millisecondsOf } from './cluster';

const Authentication = z.looseObject({
  clientid: z.string(),
  username: z.string().nullish(),
  password: z.string().nullish(),
  peerhost: z.string().nullish(),
});
const Time = z.union([z.string(), z.number()]).nullish();
const SessionEvent = z.looseObject({
  event: z.string(),
  clientid: z.string(),
  peername: z.string().nullish(),
  reason: z.string().nullish(),
  connected_at: Time,
  disconnected_at: Time,
});

/** After a disconnection EMQX is asked once more: its events come in any order (emqx#12954). */
const ASK_AGAIN_MS = 2000;

/** What an EMQX cluster asks of the platform: may this device connect (HTTP authenticator), and who came and went (webhook). */
export function emqxRoutes(app: FastifyInstance, { gate, broker, config, log, now }: Platform) {
  const { emqxSharedKey } = config;
  if (!emqxSharedKey) return;
  const keyed = { onRequest: async (request: FastifyRequest) => refuseWrongKey(request, emqxSharedKey) };

  app.post('/emqx/auth', keyed, async (request) => {
    const { success, data } = Authentication.safeParse(request.body);
    // 4xx would mean "ask the next authenticator": the answer is always 200.
    if (!success) return { result: 'deny' };
    const { clientid, username, password, peerhost } = data;
    const names = parseClientId(clientid);
    const admitted =
      names && (await gate.admit({ clientId: clientid, username: username ?? '', password: password ?? '', address: peerhost ?? '' }));
    if (!admitted) return { result: 'deny' };
    const own = `v1/${names.appKey}/${names.sn}`;
    return {
      result: 'allow',
      is_superuser: false,
      client_attrs: names,
      acl: [
        { permission: 'allow', action: 'publish', topic: `${own}/up/#`, retain: false },
        { permission: 'allow', action: 'subscribe', topic: `${own}/down/#` },
        { permission: 'deny', action: 'all', topic: '#' },
      ],
    };
  });

  app.post('/emqx/event', keyed, async (request, reply) => {
    const { success, data } = SessionEvent.safeParse(request.body);
    if (!success) throw new BusinessError('malformedRequest');
    const { clientid: clientId, peername, reason } = data;
    const connectedAt = millisecondsOf(data.connected_at);
    if (/client[._/]connected$/.test(data.event)) {
      await gate.connected({ clientId, connectedAt: connectedAt ?? now(), address: addressOf(peername) });
    } else if (/client[._/]disconnected$/.test(data.event)) {
      const at = millisecondsOf(data.disconnected_at) ?? now();
      await gate.disconnected({ clientId, connectedAt, at, reason: Reason.safeParse(reason).data ?? 'tcp_closed' });
      askAgain(clientId).catch((error) => log.warn({ err: error }, 'the broker could not be asked about a device'));
    }
    return reply.code(204).send();
  });

  async function askAgain(clientId: string) {
    await pause(ASK_AGAIN_MS, undefined, { ref: false });
    const asked = now();
    const client = await broker.client(clientId);
    await gate.witnessed({ clientId, connectedAt: client && (millisecondsOf(client.connected_at) ?? asked), asked, reason: 'unknown' });
  }
}

/** `10.0.0.7:51234` or `[::1]:51234` without its port. */
const addressOf = (peername: string | null | undefined) => (peername ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');

function refuseWrongKey({ headers }: FastifyRequest, key: string) {
  const given = (headers.authorization ?? '').replace(/^Bearer /, '');
  if (!timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(key)))) throw new BusinessError('notSignedIn');
}
