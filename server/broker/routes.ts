import type { FastifyInstance } from 'fastify';
import { broker as calls } from '../../contract/broker';
import { clientIdOf } from '../../contract/topics';
import { deviceBySn } from '../device/queries';
import { found } from '../errors';
import type { Platform } from '../platform';
import { route } from '../route';

export function brokerRoutes(app: FastifyInstance, { db, broker }: Platform) {
  route(app, calls.client, async ({ params }) => found(await broker.client(params.id)));

  route(app, calls.kick, async ({ params }, { project }) => {
    const { sn } = found(await deviceBySn(db, project.id, params.sn));
    await broker.kick(clientIdOf(project.appKey, sn));
    return null;
  });
}
