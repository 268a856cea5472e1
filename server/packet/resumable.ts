import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UPLOAD_PATH } from '../../contract/packet';
import { BusinessError, failed, InvalidInput } from '../errors';
import type { Platform } from '../platform';
import { orStorageFull } from './full';
import { isKey } from './key';
import type { ServerRequest } from './uploads';

const config = { access: 'admin', upload: true } as const;

/** Mounts tus below the API, for admins only. Its locks are local to the process: all requests of one upload must reach one instance. */
export function resumableRoutes(app: FastifyInstance, { packets: { uploads } }: Platform) {
  const requests = new WeakMap<IncomingMessage, FastifyRequest>();
  const tus = uploads.server((asked) => known(asked).caller.account.id, answerOf);

  // Not parsed: tus streams the body to the store.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _body, done) => done(null));

  app.route({ method: 'POST', url: UPLOAD_PATH, config, handler: handOver });

  app.route<{ Params: { id: string } }>({
    method: ['PATCH', 'DELETE'],
    url: `${UPLOAD_PATH}/:id`,
    config,
    handler: async (request, reply) => {
      if (!isKey(request.params.id)) throw new BusinessError('notFound');
      return handOver(request, reply);
    },
  });

  // An upload that is complete, or a packet already, was received to its end: nothing has to be sent again.
  app.route<{ Params: { id: string } }>({
    method: 'HEAD',
    url: `${UPLOAD_PATH}/:id`,
    config,
    handler: async (request, reply) => {
      const { id } = request.params;
      if (!isKey(id)) throw new BusinessError('notFound');
      const packet = await uploads.finished(id);
      if (!packet) return handOver(request, reply);
      return reply
        .headers({
          'tus-resumable': '1.0.0',
          'cache-control': 'no-store',
          'upload-offset': packet.size,
          'upload-length': packet.size,
        })
        .send();
    },
  });

  async function handOver(request: FastifyRequest, reply: FastifyReply) {
    requests.set(request.raw, request);
    reply.raw.setHeader('x-request-id', request.id);
    reply.hijack();
    await tus.handle(request.raw, reply.raw).catch((error: unknown) => {
      request.log.error({ err: error }, 'an upload was not answered');
      reply.raw.destroy();
    });
  }

  const known = ({ runtime }: ServerRequest) => requests.get(runtime?.node?.req as IncomingMessage) as FastifyRequest;

  // tus's own protocol errors keep their status, which its clients obey; the text is ours.
  function answerOf(asked: ServerRequest, thrown: unknown) {
    // Disk errors can get here without the store having translated them.
    const error = orStorageFull(thrown);
    const { status_code } = error as { status_code?: number };
    const ours = error instanceof BusinessError || error instanceof InvalidInput || !status_code;
    const { status, failure } = failed((ours ? error : { statusCode: status_code }) as FastifyError, known(asked));
    return { status_code: ours ? status : status_code, body: JSON.stringify(failure) };
  }
}
