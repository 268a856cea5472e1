import { setMaxListeners } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { event } from '../../contract/event';
import { deviceBySn } from '../device/queries';
import { found } from '../errors';
import type { Platform } from '../platform';
import { route } from '../route';
import { diagnose } from './diagnosis';
import { eventsOfDevice } from './queries';
import { streamEvents } from './stream';

export function eventRoutes(app: FastifyInstance, platform: Platform) {
  const { db, broker, nudge, now } = platform;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  app.addHook('preClose', async () => closing.abort());

  route(app, event.list, async ({ params, query }, { project }) => {
    const { id } = found(await deviceBySn(db, project.id, params.sn));
    return eventsOfDevice(db, id, query);
  });

  route(app, event.diagnose, async ({ params }, { project }) =>
    diagnose(db, broker, project, found(await deviceBySn(db, project.id, params.sn)), now()),
  );

  route(app, event.stream, async ({ query }, caller, reply) => {
    const { project, request } = caller;
    const device = query.sn === undefined ? undefined : found(await deviceBySn(db, project.id, query.sn));
    const after = Number(request.headers['last-event-id'] ?? Number.NaN);
    await streamEvents(
      reply,
      platform,
      { applicationId: project.id, device, ...(Number.isSafeInteger(after) && { after }), mayGoOn: () => caller.mayGoOn() },
      closing.signal,
    );
    return reply;
  });

  // Other open pages show a change at once.
  app.addHook('onResponse', async ({ routeOptions, caller }, { statusCode }) => {
    if (routeOptions.config.changes && statusCode < 400 && caller.ownProject) await nudge.changed(db, caller.ownProject.id);
  });
}
