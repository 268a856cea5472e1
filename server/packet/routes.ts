import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { type ListedPacket, packet } from '../../contract/packet';
import { BusinessError, found } from '../errors';
import type { Platform } from '../platform';
import { route } from '../route';
import { asListed, asPacket } from './answer';
import { admit, mayCome } from './intake';
import { allPackets, describePacket, packetByContent, packetById, packetByVersion, pageOfPackets } from './queries';
import { receive } from './receive';
import { removePacket } from './remove';
import { resumableRoutes } from './resumable';

export function packetRoutes(app: FastifyInstance, platform: Platform) {
  const { db, config, now } = platform;
  const { store, links } = platform.packets;
  const linking = { config, links };

  route(app, packet.all, () => allPackets(db));

  route(app, packet.list, async ({ query }, { request }) => {
    const { list, total } = await pageOfPackets(db, query);
    return { list: await asListed({ db, ...linking }, list, request), total };
  });

  route(app, packet.check, async ({ query: { name, version, sha256 } }, { request }) => {
    const taken = name && version ? await packetByVersion(db, name, version) : undefined;
    const same = sha256 ? await packetByContent(db, sha256) : undefined;
    return {
      taken: taken ? asPacket(linking, taken, request) : null,
      same: same ? asPacket(linking, same, request) : null,
      maxSize: config.packetMax,
    };
  });

  route(app, packet.read, async ({ params }, { request }) => {
    const row = found(await packetById(db, params.id));
    return (await asListed({ db, ...linking }, [row], request))[0] as ListedPacket;
  });

  route(app, packet.update, async ({ params, body: { description } }, { request }) => {
    await describePacket(db, found(await packetById(db, params.id)), description);
    return asPacket(linking, found(await packetById(db, params.id)), request);
  });

  route(app, packet.remove, async ({ params }) => {
    await store.remove(await removePacket(db, params.id));
    return null;
  });

  app.register(async (uploads) => {
    await uploads.register(multipart);
    uploads.addHook('preValidation', async (request) => {
      if (request.isMultipart()) await receive(request, { db, store, packetMax: config.packetMax });
    });
    // Whatever the error was, a content that did not become a packet is removed.
    uploads.addHook('onError', async ({ received }) => {
      if (received) await store.remove(received.key);
    });

    route(uploads, packet.upload, async ({ body: { sha256, ...draft } }, { account, request }) => {
      const { received } = request;
      if (!received) throw new BusinessError('noFile', { at: 'body.file' });
      if (sha256 && sha256 !== received.sha256) throw new BusinessError('wrongChecksum', { at: 'body.file' });
      await mayCome(db, store, config.packetMax, draft);
      const row = await admit(db, store, { ...draft, ...received, createdAt: now(), createdBy: account.id });
      return asPacket(linking, row, request);
    });
  });

  app.register(async (uploads) => resumableRoutes(uploads, platform));
}
