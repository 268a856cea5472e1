import type { FastifyInstance } from 'fastify';
import { downTopic } from '../../contract/topics';
import { upgrade } from '../../contract/upgrade';
import type { Database } from '../db/database';
import { deviceBySn } from '../device/queries';
import { BusinessError, found } from '../errors';
import { allPackets } from '../packet/queries';
import type { Platform } from '../platform';
import { route } from '../route';
import { hashOf } from '../secrets';
import { cancelUpgrade, createUpgrade, pauseUpgrade, resumeUpgrade, retryFailed, upgradeOfRequest } from './orders';
import {
  pageOfUpgradeDevices,
  pageOfUpgrades,
  previewOf,
  retryableOf,
  upgradeOf,
  upgradesOfDevice,
  versionsOf,
  widenedOf,
} from './queries';
import { hasDevices, unknownSnsOf } from './target';

/** Upgrades told of one device. */
const OF_DEVICE = 10;

export function upgradeRoutes(app: FastifyInstance, { db, broker, now, nudge, upgrades }: Platform) {
  const listens = (appKey: string, sn: string) => broker.isHeard?.(downTopic(appKey, sn, 'upgrade/notice'));

  route(app, upgrade.list, ({ query }, { project }) => pageOfUpgrades(db, project.id, query));

  route(app, upgrade.create, async ({ body, headers }, { project, signedIn }) => {
    const key = headers['idempotency-key'];
    const requestHash = key === undefined ? '' : hashOf(`${key}\n${JSON.stringify(body)}`);
    const unknownSns = await unknownSnsOf(db, project.id, body.target);
    const made = await upgradeOfRequest(db, project.id, requestHash);
    if (made !== undefined) return { ...found(await upgradeOf(db, project.id, made)), unknownSns };
    const packet = await packetOf(db, body.packetId);
    if (!packet) throw new BusinessError('packetGone', { at: 'body.packetId' });
    if (!(await hasDevices(db, project.id, body.target))) throw new BusinessError('noDevices', { at: 'body.target' });
    const by = { createdBy: signedIn?.account.name ?? '', requestHash };
    const id = await createUpgrade(db, project.id, packet, body, by, now());
    return { ...(await changed(project.id, id)), unknownSns };
  });

  route(app, upgrade.preview, async ({ body: { packetId, target } }, { project }) => ({
    ...(await previewOf(db, project.id, target, packetId === undefined ? undefined : await packetOf(db, packetId), now())),
    unknownSns: await unknownSnsOf(db, project.id, target),
  }));

  route(app, upgrade.packets, async () => ({ list: await allPackets(db) }));

  route(app, upgrade.versions, (_, { project }) => versionsOf(db, project.id));

  route(app, upgrade.read, async ({ params }, { project }) => {
    const one = found(await upgradeOf(db, project.id, params.id));
    return { ...one, retryable: await retryableOf(db, one), widened: await widenedOf(db, project.id, one) };
  });

  route(app, upgrade.devices, async ({ params: { id }, query }, { project }) => {
    found(await upgradeOf(db, project.id, id));
    const page = await pageOfUpgradeDevices(db, { id, applicationId: project.id }, query);
    return { ...page, list: page.list.map((device) => ({ ...device, listens: listens(project.appKey, device.sn) })) };
  });

  route(app, upgrade.retry, async ({ params: { id }, body }, { project }) => {
    const told = await retryFailed(db, project.id, id, body.sns, now());
    return { ...(await changed(project.id, id)), ...told };
  });

  route(app, upgrade.pause, async ({ params: { id } }, { project }) => {
    await pauseUpgrade(db, project.id, id);
    return changed(project.id, id);
  });

  route(app, upgrade.resume, async ({ params: { id } }, { project }) => {
    await resumeUpgrade(db, project.id, id, now());
    return changed(project.id, id);
  });

  route(app, upgrade.cancel, async ({ params: { id } }, { project }) => {
    await cancelUpgrade(db, project.id, id, now());
    return changed(project.id, id);
  });

  route(app, upgrade.ofDevice, async ({ params }, { project }) => {
    const { id } = found(await deviceBySn(db, project.id, params.sn));
    const list = await upgradesOfDevice(db, id, OF_DEVICE);
    return { list: list.map((one) => ({ ...one, listens: listens(project.appKey, params.sn) })) };
  });

  async function changed(applicationId: number, id: number) {
    upgrades.wake();
    await nudge.tell(db, [`upgrade ${applicationId}`]);
    return found(await upgradeOf(db, applicationId, id));
  }
}

const packetOf = (db: Database, id: number) => db.selectFrom('packet').selectAll().where('id', '=', id).executeTakeFirst();
