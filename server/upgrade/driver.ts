import { setImmediate as breathe } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MINUTE_MS } from '../../contract/duration';
import { downTopic, type UpgradeNotice } from '../../contract/topics';
import type { UpgradeTarget } from '../../contract/upgrade';
import type { Broker } from '../broker/broker';
import type { Database } from '../db/database';
import type { PacketRow, UpgradeRow } from '../db/tables';
import type { Nudge } from '../event/nudge';
import { takeIn } from './gather';
import { startUpgradeRetention } from './retention';
import { cancelSome, giveBack, judge, type Told, takeDue, timeOut } from './steps';
import { devicesOf } from './target';

const EVERY_MS = 1000;
const TIME_OUTS_EVERY_MS = MINUTE_MS;
/** Gathering that made no progress for this long is taken over by another instance. */
const ABANDONED_MS = 10_000;

/** A download link for a device, and when it expires, milliseconds since the epoch. */
export type LinkTo = (packet: PacketRow) => { url: string; expiresAt: number };

interface Parts {
  db: Database;
  nudge: Nudge;
  broker: Broker;
  linkTo: LinkTo;
  log: Logger;
  now: () => number;
}

/** The background work of upgrades. Its whole state is in the database, so that it continues after a restart. */
export interface Upgrades {
  /** Starts the due work at once instead of at the next tick. */
  wake(): void;
  /** Does everything that is due, and waits until it is done. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export function openUpgrades({ db, nudge, broker, linkTo, log, now }: Parts): Upgrades {
  const gathering = new Map<number, Promise<void>>();
  const retention = startUpgradeRetention({ db, log, now });
  let isClosing = false;
  let lookedForSilentAt = 0;
  let work = Promise.resolve();
  let isWaiting = false;
  const timer = setInterval(wake, EVERY_MS).unref();

  function wake() {
    if (isWaiting || isClosing) return;
    isWaiting = true;
    void run();
  }

  function run(): Promise<void> {
    work = work
      .then(() => {
        isWaiting = false;
        return goOn();
      })
      .catch((error) => log.error({ err: error }, 'upgrades could not go on'));
    return work;
  }

  async function goOn() {
    const upgrades = await db.selectFrom('upgrade').selectAll().where('settled', '=', 0).orderBy('id').execute();
    const looksForSilent = Math.abs(now() - lookedForSilentAt) >= TIME_OUTS_EVERY_MS;
    if (looksForSilent) lookedForSilentAt = now();
    for (const upgrade of upgrades) {
      if (isClosing) return;
      try {
        if (await advance(upgrade, looksForSilent)) await tellPages(upgrade);
      } catch (error) {
        // A failing upgrade must not block the others.
        log.error({ err: error, upgrade: upgrade.id }, 'an upgrade could not go on');
      }
    }
  }

  /** @returns did anything change? */
  async function advance(upgrade: UpgradeRow, looksForSilent: boolean): Promise<boolean> {
    const { id, state, prepared } = upgrade;
    let changed = 0;
    if (state === 'cancelled') {
      changed += await untilNone(() => cancelSome(db, id, now()));
    } else if (prepared === 0) {
      if (!gathering.has(id)) await startGathering(upgrade);
      return false;
    } else if (looksForSilent) {
      changed += await untilNone(() => timeOut(db, upgrade, now()));
    }
    // Before more devices are notified: a version that fails too often must not spread.
    if (await judge(db, id, now())) return true;
    if (state === 'running') changed += await tellDevices(upgrade);
    return changed > 0;
  }

  /** Repeats in small transactions, with other work in between, until nothing is left. @returns the total */
  async function untilNone(changeSome: () => Promise<number>): Promise<number> {
    let all = 0;
    for (let some = 1; some > 0 && !isClosing; all += some) {
      some = await changeSome();
      await breathe();
    }
    return all;
  }

  async function startGathering(upgrade: UpgradeRow) {
    const { numUpdatedRows } = await db
      .updateTable('upgrade')
      .set({ workedAt: now() })
      .where('id', '=', upgrade.id)
      .where('prepared', '=', 0)
      .where((row) => row.or([row('workedAt', '<', now() - ABANDONED_MS), row('workedAt', '>', now() + ABANDONED_MS)]))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    const done = gather(upgrade)
      .catch((error) => log.error({ err: error, upgrade: upgrade.id }, 'the devices of an upgrade could not be gathered yet'))
      .finally(() => gathering.delete(upgrade.id));
    gathering.set(upgrade.id, done);
  }

  async function gather(upgrade: UpgradeRow) {
    const { id, applicationId, packetId } = upgrade;
    for await (const ids of devicesOf(db, applicationId, JSON.parse(upgrade.target) as UpgradeTarget, packetId)) {
      const goesOn = await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('upgrade')
          .set({ workedAt: now() })
          .where('id', '=', id)
          .where('state', 'in', ['running', 'paused'])
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n || isClosing) return false;
        await takeIn(trx, upgrade, ids, now());
        return true;
      });
      if (!goesOn) return;
      await tellPages(upgrade);
      await breathe();
    }
    await db.updateTable('upgrade').set({ prepared: 1 }).where('id', '=', id).execute();
    await tellPages(upgrade);
    wake();
  }

  /** @returns how many were due */
  async function tellDevices({ id, applicationId, packetId }: UpgradeRow): Promise<number> {
    const told = await takeDue(db, id, now());
    if (told.length === 0) return 0;
    const packet = await db.selectFrom('packet').selectAll().where('id', '=', packetId).executeTakeFirst();
    const project = await db.selectFrom('application').select('appKey').where('id', '=', applicationId).executeTakeFirst();
    // A packet is deleted only once the upgrade is over: both happened after these devices were taken.
    if (!packet || !project) return told.length;
    const notice = noticeOf(packet);
    const untold: Told[] = [];
    for (const device of told) {
      await broker.publish(downTopic(project.appKey, device.sn, 'upgrade/notice'), notice).catch((error) => {
        if (untold.length === 0) log.warn({ err: error }, 'a device could not be told of its upgrade yet');
        untold.push(device);
      });
    }
    if (untold.length > 0) await giveBack(db, id, untold, now());
    return told.length;
  }

  function noticeOf(packet: PacketRow): UpgradeNotice {
    const { id: packetId, name, version, size, sha256 } = packet;
    const { url, expiresAt } = linkTo(packet);
    return { packetId, name, version, size, sha256, url, expiresAt: new Date(expiresAt).toISOString() };
  }

  const tellPages = ({ applicationId }: UpgradeRow) => nudge.tell(db, [`upgrade ${applicationId}`]);

  return {
    wake,
    settle: async () => {
      await run();
      await Promise.all(gathering.values());
      await run();
      await retention.run();
    },
    close: async () => {
      isClosing = true;
      clearInterval(timer);
      await work;
      await Promise.all(gathering.values());
      await retention.close();
    },
  };
}
