import type { ExpressionBuilder, Selectable, Updateable } from 'kysely';
import { DAY_MS } from '../../contract/duration';
import { ACTIVE_OUTCOMES, FAILED_OUTCOMES, type UpgradeOutcome } from '../../contract/upgrade';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { Tables, UpgradeDeviceRow, UpgradeRow } from '../db/tables';

// The only statements that change how far devices are with an upgrade: their counts change with them, in the same transaction. In every
// transaction devices are locked first, then these rows, then the counts.

/** Not over yet. */
export const isActive = (outcome: UpgradeOutcome) => (ACTIVE_OUTCOMES as readonly string[]).includes(outcome);

/** Parameters of one statement are limited (SQLite 32,766). */
export const ROWS_AT_ONCE = 1000;

/** How long after an upgrade was given up a device's messages still count; later nobody knows which version it goes to. */
export const LISTENED_MS = 30 * DAY_MS;

/** A row as it was read, and locked, in this transaction. */
export type Locked = Pick<UpgradeDeviceRow, 'upgradeId' | 'deviceId' | 'outcome'>;

/** What came and went per upgrade and outcome, to be written once, at the end of a transaction. */
export class OutcomeTally {
  readonly #changes = new Map<string, Selectable<Tables['upgradeCount']>>();

  add(upgradeId: number, outcome: Tables['upgradeCount']['outcome'], count: number): this {
    const key = `${upgradeId} ${outcome}`;
    this.#changes.set(key, { upgradeId, outcome, count: (this.#changes.get(key)?.count ?? 0) + count });
    return this;
  }

  async write(trx: Database): Promise<void> {
    // In one order for everybody: transactions that add to the same rows wait for, and never block, each other.
    const changes = [...this.#changes.values()]
      .filter(({ count }) => count !== 0)
      .sort((a, b) => a.upgradeId - b.upgradeId || (a.outcome < b.outcome ? -1 : 1));
    if (changes.length === 0) return;
    await trx
      .insertInto('upgradeCount')
      .values(changes)
      .onConflict((known) =>
        known.columns(['upgradeId', 'outcome']).doUpdateSet((q) => ({ count: q('upgradeCount.count', '+', q.ref('excluded.count')) })),
      )
      .execute();
  }
}

/** Changes rows alike, at most ROWS_AT_ONCE. Write the tally afterwards. */
export async function changeRows(
  trx: Database,
  rows: Locked[],
  to: Omit<Updateable<Tables['upgradeDevice']>, 'upgradeId' | 'deviceId' | 'sn'>,
  tally: OutcomeTally,
): Promise<void> {
  const byUpgrade = new Map<number, number[]>();
  for (const { upgradeId, deviceId, outcome } of rows) {
    const ids = byUpgrade.get(upgradeId);
    if (ids) ids.push(deviceId);
    else byUpgrade.set(upgradeId, [deviceId]);
    if (to.outcome && to.outcome !== outcome) tally.add(upgradeId, outcome, -1).add(upgradeId, to.outcome, 1);
    if (outcome === 'timedOut' && to.outcome === 'done') tally.add(upgradeId, 'late', 1);
  }
  for (const [upgradeId, ids] of byUpgrade) {
    await trx.updateTable('upgradeDevice').set(to).where('upgradeId', '=', upgradeId).where('deviceId', 'in', ids).execute();
  }
}

const these = (trx: Database, upgradeId: number, rows: Pick<Locked, 'deviceId'>[]) =>
  trx
    .updateTable('upgradeDevice')
    .where('upgradeId', '=', upgradeId)
    .where(
      'deviceId',
      'in',
      rows.map(({ deviceId }) => deviceId),
    );

/** Keeps how these rows of an upgrade, at most ROWS_AT_ONCE, have failed, before they are tried again. */
export async function keepFailures(trx: Database, upgradeId: number, rows: Locked[]): Promise<void> {
  await these(trx, upgradeId, rows)
    .set((row) => ({ lastOutcome: row.ref('outcome'), lastError: row.ref('error'), lastReason: row.ref('reason') }))
    .execute();
}

/** They are not tried again after all: they have failed again, as of now, with the same reason. Write the tally afterwards. */
export async function failAsBefore(
  trx: Database,
  upgradeId: number,
  rows: (Locked & Pick<UpgradeDeviceRow, 'lastOutcome'>)[],
  now: number,
  tally: OutcomeTally,
): Promise<void> {
  if (rows.length === 0) return;
  for (const outcome of FAILED_OUTCOMES) {
    const such = rows.filter(({ lastOutcome }) => lastOutcome === outcome);
    await changeRows(trx, such, { outcome, dueAt: null, changedAt: now }, tally);
  }
  await these(trx, upgradeId, rows)
    .set((row) => ({ error: row.ref('lastError'), reason: row.ref('lastReason') }))
    .execute();
}

/** Rows that device messages still change: active ones, and those cancelled or timed out after the device was notified. */
export const isHeard = (row: ExpressionBuilder<Tables, 'upgradeDevice'>) =>
  row.or([row('outcome', 'in', ACTIVE_OUTCOMES), row('reason', '=', 'underWay')]);

/** Rows that can be retried: failed or timed out, with a device that still exists and is in no active upgrade. */
export const isRetryable = (row: ExpressionBuilder<Tables, 'upgradeDevice'>) =>
  row.and([
    row('outcome', 'in', FAILED_OUTCOMES),
    row.exists(row.selectFrom('device').select('device.id').whereRef('device.id', '=', 'upgradeDevice.deviceId')),
    row.not(
      row.exists(
        row
          .selectFrom('upgradeDevice as other')
          .select('other.deviceId')
          .whereRef('other.deviceId', '=', 'upgradeDevice.deviceId')
          .where('other.outcome', 'in', ACTIVE_OUTCOMES),
      ),
    ),
  ]);

/**
 * `isHeard`, and rows cancelled or timed out before their device was notified, while it was on its way to another version: they tell where
 * devices go. At most one per device: whatever takes a device ends the row it was in before.
 */
const isFollowed = (row: ExpressionBuilder<Tables, 'upgradeDevice'>) =>
  row.or([isHeard(row), row.and([row('mustBeTold', '=', 1), row('outcome', 'in', ['cancelled', 'timedOut']), row('reason', '=', '')])]);

/** A followed row, with the packet that its device goes to. */
type Followed = Locked & Pick<UpgradeDeviceRow, 'mustBeTold' | 'changedAt'> & Pick<UpgradeRow, 'packetId'>;

/** Is the device on its way to another packet, whatever it runs now? It was notified of it not long ago, and of nothing since. */
export function leadsElsewhere(row: Followed, packetId: number | undefined, now: number): boolean {
  if (!isActive(row.outcome) && now - row.changedAt > LISTENED_MS) return false;
  return row.mustBeTold === 1 || (row.outcome !== 'waiting' && row.packetId !== packetId);
}

/** The followed rows of these devices. */
export const followedOf = (db: Database, deviceIds: number[]) =>
  db
    .selectFrom('upgradeDevice')
    .innerJoin('upgrade', 'upgrade.id', 'upgradeDevice.upgradeId')
    .select(['upgradeId', 'deviceId', 'outcome', 'mustBeTold', 'upgradeDevice.changedAt', 'packetId'])
    .where('deviceId', 'in', deviceIds)
    .where(isFollowed);

/** The same, locked. */
export function followedRowsOf(trx: Database, deviceIds: number[]): Promise<Followed[]> {
  return followedOf(trx, deviceIds)
    .orderBy('deviceId')
    .$if(isPostgres(trx), (rows) => rows.forUpdate(['upgradeDevice']))
    .execute();
}

/** Device messages no longer change these rows; active ones are cancelled. Write the tally afterwards. */
export async function endFollowed(
  trx: Database,
  rows: Locked[],
  why: { reason: 'superseded' | 'deviceDeleted'; changedAt?: number },
  tally: OutcomeTally,
): Promise<void> {
  const open = rows.filter(({ outcome }) => isActive(outcome));
  const over = rows.filter(({ outcome }) => !isActive(outcome));
  await changeRows(trx, open, { ...why, outcome: 'cancelled', dueAt: null }, tally);
  await changeRows(trx, over, { reason: why.reason }, tally);
}

/** Ends the upgrades of devices that are being deleted, at most ROWS_AT_ONCE. */
export async function endUpgradesOf(trx: Database, deviceIds: number[]): Promise<void> {
  const tally = new OutcomeTally();
  await endFollowed(trx, await followedRowsOf(trx, deviceIds), { reason: 'deviceDeleted' }, tally);
  await tally.write(trx);
}

/** Deletes some of what is kept of a project's upgrades. @returns was there anything? */
export function dropSomeUpgrades(db: Database, applicationId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const upgrade = await trx.selectFrom('upgrade').select('id').where('applicationId', '=', applicationId).limit(1).executeTakeFirst();
    if (upgrade) await dropSome(trx, upgrade.id);
    return upgrade !== undefined;
  });
}

/** Deletes some of an upgrade: its devices, and itself when none is left, at most ROWS_AT_ONCE. @returns is there more? */
export async function dropSome(trx: Database, upgradeId: number): Promise<boolean> {
  const rows = await trx.selectFrom('upgradeDevice').select('deviceId').where('upgradeId', '=', upgradeId).limit(ROWS_AT_ONCE).execute();
  const ids = rows.map(({ deviceId }) => deviceId);
  if (ids.length > 0) {
    await trx.deleteFrom('upgradeDevice').where('upgradeId', '=', upgradeId).where('deviceId', 'in', ids).execute();
    return true;
  }
  await trx.deleteFrom('upgradeCount').where('upgradeId', '=', upgradeId).execute();
  await trx.deleteFrom('upgrade').where('id', '=', upgradeId).execute();
  return false;
}
