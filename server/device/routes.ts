import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type DeviceFilter, device } from '../../contract/device';
import { BusinessError, found, languageOf } from '../errors';
import type { Platform } from '../platform';
import { route } from '../route';
import { hashOf, newSecret } from '../secrets';
import { addDevices, countDevices, enableDevices, removeMany, tagDevices } from './batch';
import { tagsInUse } from './counts';
import { csvHead, csvOfDevice } from './csv';
import { devicesInOrder, pageOfDevices } from './list';
import { addDevice, asDevice, changeDevice, deviceBySn, removeDevice, setDeviceSecret } from './queries';
import { walk } from './walk';

/** As many as a person can choose from. */
const TAGS_LISTED = 500;

export function deviceRoutes(app: FastifyInstance, { db, now, nudge, callbacks, enforce, disconnect }: Platform) {
  /** Deleted devices are in no upgrade, and run no version, any more; of some there is a callback to send. */
  async function tellRemoved(applicationId: number) {
    callbacks.wake([applicationId]);
    await nudge.tell(db, [`upgrade ${applicationId}`]);
  }

  route(app, device.list, async ({ query }, { project }) => {
    const page = await pageOfDevices(db, project.id, query);
    return { ...page, list: page.list.map(asDevice) };
  });

  route(app, device.create, async ({ body }, { project }) => {
    const secret = newSecret();
    const row = await addDevice(db, project.id, { ...body, secretHash: hashOf(secret) }, now());
    if (!row) throw new BusinessError('snTaken', { at: 'body.sn' });
    return { ...asDevice(row), secret };
  });

  route(app, device.createMany, ({ body }, { project, request }) => addDevices(db, project.id, body.devices, languageOf(request), now()));

  route(app, device.removeMany, async ({ body }, { project }) => {
    const changed = await removeMany(db, callbacks.outbox, project.id, body, now());
    await tellRemoved(project.id);
    await enforce(project.appKey);
    return { changed };
  });

  route(app, device.countMany, async ({ body }, { project }) => ({ count: await countDevices(db, project.id, body) }));

  route(app, device.enableMany, async ({ body }, { project }) => ({ changed: await enableDevices(db, project.id, body, true, now()) }));

  route(app, device.disableMany, async ({ body }, { project }) => {
    const changed = await enableDevices(db, project.id, body, false, now());
    await enforce(project.appKey);
    return { changed };
  });

  route(app, device.tagMany, ({ body }, { project }) => tagDevices(db, project.id, body, body.add, body.remove));

  route(app, device.export, async ({ query }, { project }, reply) =>
    reply
      .header('content-disposition', `attachment; filename="devices-${project.appKey}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csv(project.id, query))),
  );

  route(app, device.tags, async (_, { project }) => ({ list: await tagsInUse(db, project.id, TAGS_LISTED) }));

  route(app, device.read, async ({ params }, { project }) => asDevice(found(await deviceBySn(db, project.id, params.sn))));

  route(app, device.update, async ({ params, body }, { project }) => {
    const row = found(await changeDevice(db, project.id, params.sn, body, now()));
    if (body.enabled === false) await disconnect(project.appKey, row.sn);
    return asDevice(row);
  });

  route(app, device.remove, async ({ params }, { project }) => {
    found((await removeDevice(db, callbacks.outbox, project.id, params.sn, now())) || undefined);
    await tellRemoved(project.id);
    await disconnect(project.appKey, params.sn);
    return null;
  });

  route(app, device.resetSecret, async ({ params }, { project }) => {
    const secret = newSecret();
    found((await setDeviceSecret(db, project.id, params.sn, hashOf(secret), now())) || undefined);
    await disconnect(project.appKey, params.sn);
    return { secret };
  });

  async function* csv(applicationId: number, filter: DeviceFilter) {
    yield csvHead();
    for await (const { matching } of walk(db, applicationId, filter)) {
      const rows = await devicesInOrder(db, matching, 'createdAt');
      yield rows.map((row) => csvOfDevice(asDevice(row))).join('');
    }
  }
}
