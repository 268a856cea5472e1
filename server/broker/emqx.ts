import { timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Reason } from '../../contract/event';
import { parseClientId, UP_FILTERS } from '../../contract/topics';
import { answerError, BusinessError } from '../errors';
import type { Platform } from '../platform';
import { hashOf } from '../secrets';
import { millisecondsOf } from './emqx-api';
import { atMost } from './parallel';
import { askAbout } from './sweep';

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

/** EMQX is asked about a client this long after its disconnection, because events arrive in any order (emqx#12954). */
const ASK_AGAIN_MS = 2000;
const ASKED_AT_ONCE = 16;

/** What an EMQX cluster calls: an HTTP authenticator for devices, and a webhook for connections and disconnections. */
export function emqxRoutes(app: FastifyInstance, { gate, broker, config, log, now }: Platform) {
  const { emqxSharedKey, emqxApi } = config;
  if (!emqxSharedKey) return;
  const keyed = { onRequest: async (request: FastifyRequest) => refuseWrongKey(request, emqxSharedKey) };

  // EMQX tries its next authenticator on any other status: a caller with the right key always gets 200, even for malformed requests.
  const denied = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof BusinessError && error.reason === 'notSignedIn') return answerError(error, request, reply);
    log.warn({ err: error }, 'a device could not be authenticated');
    return reply.code(200).send({ result: 'deny' });
  };

  app.post('/emqx/auth', { ...keyed, errorHandler: denied }, async (request) => {
    const { clientid: clientId, username, password, peerhost } = Authentication.parse(request.body);
    const names = parseClientId(clientId);
    const admitted = await gate.admit({ clientId, username: username ?? '', password: password ?? '', address: peerhost ?? '' });
    if (!names || !admitted) return { result: 'deny' };
    const own = `v1/${names.appKey}/${names.sn}`;
    return {
      result: 'allow',
      is_superuser: false,
      client_attrs: names,
      acl: [
        // Each name is listed: a misspelt topic ends the connection, which is reported, whereas its messages would reach nobody.
        ...UP_FILTERS.map((name) => ({ permission: 'allow', action: 'publish', topic: `${own}/up/${name}`, retain: false })),
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
      const why = Reason.safeParse(reason).data ?? 'tcp_closed';
      await gate.disconnected({ clientId, connectedAt, at, reason: why, address: addressOf(peername) });
      if (emqxApi) askLater(clientId);
    }
    return reply.code(204).send();
  });

  const timers = new Set<NodeJS.Timeout>();
  const inTurn = atMost(ASKED_AT_ONCE);
  app.addHook('onClose', async () => timers.forEach(clearTimeout));

  function askLater(clientId: string) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      inTurn(() => askAbout({ gate, broker, now }, clientId)).catch((error) =>
        log.warn({ err: error }, 'the broker could not be asked about a device; the next sweep will'),
      );
    }, ASK_AGAIN_MS);
    timers.add(timer);
  }
}

/** `10.0.0.7:51234` or `[::1]:51234` without the port and brackets. */
const addressOf = (peername: string | null | undefined) => (peername ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');

function refuseWrongKey({ headers }: FastifyRequest, key: string) {
  const given = (headers.authorization ?? '').replace(/^Bearer /, '');
  if (!timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(key)))) throw new BusinessError('notSignedIn');
}
