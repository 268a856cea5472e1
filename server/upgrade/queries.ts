import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PageQuery } from '../../contract/page';
import {
  ACTIVE_OUTCOMES,
  FAILED_OUTCOMES,
  type ReadUpgrade,
  type Running,
  type Upgrade,
  UpgradeOutcome,
  type UpgradeTarget,
} from '../../contract/upgrade';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import { gramQuery } from '../db/grams';
import type { PacketRow, UpgradeDeviceRow, UpgradeRow } from '../db/tables';
import { contains, folded } from '../db/text';
import { countsOf } from '../device/counts';
import { followedOf, isActive, isRetryable, leadsElsewhere } from './changes';
import { sampleOf } from './sample';
import { devicesOf, shareOf, sharesOf } from './target';

/** `late`: how many of the `done` had timed out before; for the threshold they remain failures. */
export type Counts = Upgrade['counts'] & { late: number };

/** Projects larger than this get an estimated preview instead of a count of each device. */
const RECKONED_FROM = 20_000;

/** At most this many devices, or other upgrades of its packet, are looked at when an upgrade is read. */
const LOOKED_AT = 1000;

/** Upgrades of a project, newest first; `active`: true for those not over, false for those that are. */
export async function pageOfUpgrades(db: Database, applicationId: number, { current, pageSize, active }: PageQuery & { active?: boolean }) {
  const matching = db
    .selectFrom('upgrade')
    .where('applicationId', '=', applicationId)
    .$if(active === true, (all) => all.where('state', 'in', ['running', 'paused']))
    .$if(active === false, (all) => all.where('state', 'in', ['finished', 'cancelled']));
  const list = await matching
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((current - 1) * pageSize)
    .execute();
  const { total } = await matching.select((q) => q.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { list: await withCounts(db, list), total };
}

export async function upgradeOf(db: Database, applicationId: number, id: number): Promise<Upgrade | undefined> {
  const row = await db.selectFrom('upgrade').selectAll().where('applicationId', '=', applicationId).where('id', '=', id).executeTakeFirst();
  return row && (await withCounts(db, [row]))[0];
}

/**
 * How many devices of an upgrade can be retried: none if it was cancelled, or if its packet is gone. If more than LOOKED_AT failed, the
 * remaining ones are assumed to be retryable.
 */
export async function retryableOf(db: Database, { id, state, packetGone, counts }: Upgrade): Promise<number> {
  const failed = counts.failed + counts.timedOut;
  if (failed === 0 || state === 'cancelled' || packetGone) return 0;
  const { left } = await db
    .selectFrom('upgradeDevice')
    .select((q) => q.fn.countAll<number>().as('left'))
    .where('upgradeId', '=', id)
    .where('deviceId', 'in', (q) =>
      q
        .selectFrom('upgradeDevice as looked')
        .select('looked.deviceId')
        .where('looked.upgradeId', '=', id)
        .where('looked.outcome', 'in', FAILED_OUTCOMES)
        .limit(LOOKED_AT),
    )
    .where((row) => row.not(isRetryable(row)))
    .executeTakeFirstOrThrow();
  return Math.max(0, failed - left);
}

/** `widened` of an upgrade, as in the contract, among the newest LOOKED_AT of its packet. */
export async function widenedOf(db: Database, applicationId: number, { id, packetId, target }: Upgrade): Promise<ReadUpgrade['widened']> {
  const { percent } = target;
  if (percent === undefined) return null;
  const newer = await db
    .selectFrom('upgrade')
    .select(['id', 'target'])
    .where('applicationId', '=', applicationId)
    .where('packetId', '=', packetId)
    .where('id', '>', id)
    .where('state', '!=', 'cancelled')
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const devices = ({ filter = {}, tag = filter.tag, upTo, chosen }: Upgrade['target']) =>
    JSON.stringify([filter.keyword, filter.state, tag, upTo, chosen]);
  const wider = newer
    .map((row): { id: number; target: Upgrade['target'] } => ({ id: row.id, target: JSON.parse(row.target) }))
    .filter((one) => devices(one.target) === devices(target))
    .map((one) => ({ id: one.id, percent: one.target.percent ?? 100 }))
    .filter((one) => one.percent > percent);
  return wider.sort((a, b) => b.percent - a.percent || b.id - a.id)[0] ?? null;
}

/** Devices of an upgrade; with an outcome given, the last changed first. */
export async function pageOfUpgradeDevices(
  db: Database,
  { id, applicationId }: { id: number; applicationId: number },
  { current, pageSize, outcome, keyword = '' }: PageQuery & { outcome?: UpgradeOutcome; keyword?: string },
) {
  const found = [contains('device.search', folded(keyword)), ...(isPostgres(db) ? [] : [isIndexed(applicationId, keyword)])];
  const matching = db
    .selectFrom('upgradeDevice')
    .leftJoin('device', 'device.id', 'upgradeDevice.deviceId')
    .where('upgradeId', '=', id)
    .$if(!!outcome, (all) => all.where('outcome', '=', outcome as UpgradeOutcome))
    .$if(!!keyword, (all) => all.where(({ or, and }) => or([and(found), isGone(keyword)])));
  const rows = await matching
    .select([...HOW_FAR, 'upgradeDevice.sn', 'name', 'state as deviceState', 'packetName', 'packetVersion'])
    .$if(!!outcome, (all) => all.orderBy('changedAt', 'desc'))
    .orderBy('deviceId')
    .limit(pageSize)
    .offset((current - 1) * pageSize)
    .execute();
  const counted = async () => (await matching.select((q) => q.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
  const total = keyword ? await counted() : (await countsOfUpgrades(db, [id]))(id)[outcome ?? 'all'];
  const list = rows.map(howFar).map(({ name, packetName, packetVersion, ...row }) => ({
    ...row,
    name: name ?? '',
    packetName: packetName ?? '',
    packetVersion: packetVersion ?? '',
  }));
  return { list, total };
}

const isIndexed = (applicationId: number, keyword: string) =>
  sql<boolean>`"deviceId" in (select rowid from "deviceSearch" where "deviceSearch" match ${gramQuery(applicationId, folded(keyword))})`;

/** Matches deleted devices, of which only the serial number is left. */
const isGone = (keyword: string) => sql<boolean>`(device.id is null and ${contains(sql`lower("upgradeDevice".sn)`, folded(keyword))})`;

const HOW_FAR = ['outcome', 'percent', 'error', 'reason', 'lastOutcome', 'lastError', 'lastReason', 'changedAt'] as const;

/** A row with these columns, as the contract has it. */
function howFar<Row extends Pick<UpgradeDeviceRow, (typeof HOW_FAR)[number]>>({
  reason,
  lastOutcome,
  lastError,
  lastReason,
  changedAt,
  ...row
}: Row) {
  const outcome = lastOutcome as (typeof FAILED_OUTCOMES)[number] | '';
  return {
    ...row,
    reason: reason || null,
    last: outcome && isActive(row.outcome) ? { outcome, error: lastError, reason: lastReason || null } : null,
    changedAt: new Date(changedAt).toISOString(),
  };
}

/** The latest upgrades of a device. */
export async function upgradesOfDevice(db: Database, deviceId: number, limit: number) {
  const rows = await db
    .selectFrom('upgradeDevice')
    .innerJoin('upgrade', 'upgrade.id', 'upgradeDevice.upgradeId')
    .select([...HOW_FAR, 'upgradeId', 'packetName', 'packetVersion', 'state', 'prepared'])
    .where('deviceId', '=', deviceId)
    .orderBy('upgradeId', 'desc')
    .limit(limit)
    .execute();
  return rows.map(howFar).map(({ state, prepared, ...row }) => ({ ...row, state: shownState({ state, prepared }) }));
}

/** How many devices of a project run each version, most used first. */
export async function versionsOf(db: Database, applicationId: number) {
  const list = await db
    .selectFrom('device')
    .select(['packetName', 'packetVersion', (q) => q.fn.countAll<number>().as('devices')])
    .where('applicationId', '=', applicationId)
    .groupBy(['packetName', 'packetVersion'])
    .execute();
  return {
    list: list.sort(mostUsedFirst),
    total: list.reduce((sum, { devices }) => sum + devices, 0),
  };
}

/** `versionsOf` without disabled devices. */
async function enabledByVersion(db: Database, applicationId: number): Promise<Running[]> {
  const { list } = await versionsOf(db, applicationId);
  const disabled = await db
    .selectFrom('device')
    .select(['packetName', 'packetVersion', (q) => q.fn.countAll<number>().as('devices')])
    .where('applicationId', '=', applicationId)
    .where('state', '=', 'disabled')
    .groupBy(['packetName', 'packetVersion'])
    .execute();
  const left = list.map((one) => {
    const { devices = 0 } =
      disabled.find((other) => other.packetName === one.packetName && other.packetVersion === one.packetVersion) ?? {};
    return { ...one, devices: one.devices - devices };
  });
  return left.filter(({ devices }) => devices > 0).sort(mostUsedFirst);
}

const mostUsedFirst = (a: Running, b: Running) => b.devices - a.devices || (a.packetVersion < b.packetVersion ? 1 : -1);

/** For each packet, in the given order: how many unfinished upgrades need it. */
export async function upgradesNeeding(db: Database, packetIds: number[]): Promise<number[]> {
  if (packetIds.length === 0) return [];
  const rows = await db
    .selectFrom('upgrade')
    .select(['packetId', (q) => q.fn.countAll<number>().as('count')])
    .where('packetId', 'in', packetIds)
    .where('settled', '=', 0)
    .groupBy('packetId')
    .execute();
  return packetIds.map((id) => rows.find(({ packetId }) => packetId === id)?.count ?? 0);
}

/** For each packet, in the given order: the projects whose unfinished upgrades need it. */
export async function projectsNeeding(db: Database, packetIds: number[]): Promise<string[][]> {
  if (packetIds.length === 0) return [];
  const rows = await db
    .selectFrom('upgrade')
    .innerJoin('application', 'application.id', 'upgrade.applicationId')
    .select(['packetId', 'application.name'])
    .where('packetId', 'in', packetIds)
    .where('settled', '=', 0)
    .groupBy(['packetId', 'application.id', 'application.name'])
    .orderBy('application.id')
    .execute();
  return packetIds.map((id) => rows.filter(({ packetId }) => packetId === id).map(({ name }) => name));
}

/** How many devices an upgrade would affect, and what they run now. */
export async function previewOf(db: Database, applicationId: number, target: UpgradeTarget, packet: PacketRow | undefined, now: number) {
  const { percent = 100, filter = {}, tag, sns } = target;
  const counts = await countsOf(db, applicationId);
  const isWhole = !sns && tag === undefined && Object.values(filter).every((value) => !value);
  if (isWhole && counts.all > RECKONED_FROM) return reckoned();

  const found = { devices: 0, disabled: 0, offline: 0, already: 0, busy: 0 };
  const running = new Map<string, Running>();
  const leftOut = (count: number) => {
    found.disabled += count;
  };
  for await (const ids of devicesOf(db, applicationId, target, packet?.id ?? 0, leftOut)) {
    if (ids.length === 0) continue;
    const rows = await db.selectFrom('device').select(['id', 'state', 'packetName', 'packetVersion']).where('id', 'in', ids).execute();
    const followed = new Map((await followedOf(db, ids).execute()).map((row) => [row.deviceId, row]));
    for (const { id, state, packetName, packetVersion } of rows) {
      found.devices++;
      if (state !== 'online') found.offline++;
      const row = followed.get(id);
      const isElsewhere = row !== undefined && leadsElsewhere(row, packet?.id, now);
      if (packetName === packet?.name && packetVersion === packet.version && !isElsewhere) found.already++;
      else if (row && isActive(row.outcome)) found.busy++;
      const key = JSON.stringify([packetName, packetVersion]);
      const one = running.get(key) ?? { packetName, packetVersion, devices: 0 };
      running.set(key, one);
      one.devices++;
    }
    await breathe();
  }
  return { ...found, running: [...running.values()].sort(mostUsedFirst) };

  async function reckoned() {
    const whole = await enabledByVersion(db, applicationId);
    const parts = sharesOf(
      whole.map(({ devices }) => devices),
      percent,
    );
    const running = whole.map((one, i) => ({ ...one, devices: parts[i] as number })).sort(mostUsedFirst);
    const already = running.find(({ packetName, packetVersion }) => packetName === packet?.name && packetVersion === packet.version);
    const { busy } = await db
      .selectFrom('upgradeCount')
      .innerJoin('upgrade', 'upgrade.id', 'upgradeCount.upgradeId')
      .select((q) => q.fn.coalesce(q.fn.sum<number>('count'), sql.lit(0)).as('busy'))
      .where('applicationId', '=', applicationId)
      .where('settled', '=', 0)
      .where('outcome', 'in', ACTIVE_OUTCOMES)
      .executeTakeFirstOrThrow();
    const of = (count: number) => shareOf(count, percent);
    return {
      devices: parts.reduce((sum, part) => sum + part, 0),
      disabled: counts.disabled,
      offline: of(counts.offline + counts.inactive),
      already: already?.devices ?? 0,
      busy: of(busy),
      running,
    };
  }
}

/** Counts the devices of some upgrades by outcome. @returns a lookup by upgrade */
export async function countsOfUpgrades(db: Database, ids: number[]): Promise<(id: number) => Counts> {
  const none = {
    all: 0,
    late: 0,
    ...(Object.fromEntries(UpgradeOutcome.options.map((one) => [one, 0])) as Record<UpgradeOutcome, number>),
  };
  const byId = new Map(ids.map((id) => [id, { ...none }]));
  if (ids.length > 0) {
    const rows = await db.selectFrom('upgradeCount').selectAll().where('upgradeId', 'in', ids).execute();
    for (const { upgradeId, outcome, count } of rows) {
      const counts = byId.get(upgradeId);
      if (!counts) continue;
      counts[outcome] += count;
      if (outcome !== 'late') counts.all += count;
    }
  }
  return (id) => byId.get(id) ?? none;
}

async function withCounts(db: Database, rows: UpgradeRow[]): Promise<Upgrade[]> {
  const countsOfOne = await countsOfUpgrades(
    db,
    rows.map(({ id }) => id),
  );
  const packetIds = [...new Set(rows.map(({ packetId }) => packetId))];
  const there = packetIds.length > 0 ? await db.selectFrom('packet').select('id').where('id', 'in', packetIds).execute() : [];
  return rows.map((row) => asUpgrade(row, countsOfOne(row.id), !there.some(({ id }) => id === row.packetId)));
}

function asUpgrade(row: UpgradeRow, { late, ...counts }: Counts, packetGone: boolean): Upgrade {
  const { id, packetId, packetName, packetVersion, packetSize, target, pauseThreshold, note, pausedBy, already, createdBy } = row;
  return {
    id,
    packetId,
    packetName,
    packetVersion,
    packetSize,
    packetGone,
    target: JSON.parse(target),
    pauseThresholdPercent: pauseThreshold || null,
    note,
    state: shownState(row),
    pausedBy: row.state === 'paused' ? pausedBy || 'person' : null,
    counts,
    sample: sampleOf(row, { ...counts, late }),
    already,
    createdBy,
    createdAt: new Date(row.createdAt).toISOString(),
    finishedAt: row.finishedAt > 0 ? new Date(row.finishedAt).toISOString() : null,
  };
}

const shownState = ({ state, prepared }: Pick<UpgradeRow, 'state' | 'prepared'>): Upgrade['state'] =>
  state === 'running' && prepared === 0 ? 'preparing' : state;
