import { type Insertable, sql } from 'kysely';
import { insertMany, padded } from '../db/bulk';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { CallbackRecordRow, Tables, WebhookRow } from '../db/tables';
import { facetOf, movedTo } from './facets';
import { deliveredAmong, insertAttempts, type NewAttempt } from './journal';
import { uncountGivenUp } from './stats';

export function webhookOf(db: Database, applicationId: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhook').selectAll().where('applicationId', '=', applicationId).executeTakeFirst();
}

/** Which of these projects have a disabled callback, and why. */
export async function callbacksSwitchedOff(db: Database, applicationIds: number[]): Promise<Map<number, 'gone' | 'failing' | 'owner'>> {
  if (applicationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('webhook')
    .select(['applicationId', 'disabledReason'])
    .where('applicationId', 'in', applicationIds)
    .where('status', '=', 'disabled')
    .execute();
  return new Map(rows.map(({ applicationId, disabledReason }) => [applicationId, disabledReason || 'owner']));
}

/**
 * Sets or replaces a project's callback; an existing secret stays. Enabling it clears its failures. Another URL is another receiver, so a
 * pause that the old one asked for no longer applies.
 */
export async function saveWebhook(db: Database, row: Insertable<Tables['webhook']>): Promise<WebhookRow> {
  const { applicationId, url, events, headers, status, updatedAt } = row;
  return db.transaction().execute(async (trx) => {
    const saved = await trx
      .insertInto('webhook')
      .values(row)
      .onConflict((known) =>
        known.column('applicationId').doUpdateSet((q) => ({
          url,
          events,
          headers,
          updatedAt,
          holdUntil: q.case().when('webhook.url', '=', url).then(q.ref('webhook.holdUntil')).else(0).end(),
        })),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return saved.status === status ? saved : ((await setWebhookStatus(trx, applicationId, status, updatedAt)) ?? saved);
  });
}

/** Enables or disables a callback for its owner. */
export function setWebhookStatus(db: Database, applicationId: number, status: WebhookRow['status'], now: number) {
  return db
    .updateTable('webhook')
    .set({ status, disabledReason: '', failingSince: 0, warnedAt: 0, holdUntil: 0, updatedAt: now })
    .where('applicationId', '=', applicationId)
    .returningAll()
    .executeTakeFirst();
}

/** Rotates the secret: the current one becomes the old one, which signs until `oldSecretUntil`. */
export function replaceSecret(
  db: Database,
  applicationId: number,
  secret: string,
  secretHint: string,
  oldSecretUntil: number,
  now: number,
) {
  return db
    .updateTable('webhook')
    .set((row) => ({ oldSecret: row.ref('secret'), oldSecretUntil, secret, secretHint, updatedAt: now }))
    .where('applicationId', '=', applicationId)
    .returningAll()
    .executeTakeFirst();
}

/** The callbacks of these projects: which events they want, and whether those have to wait. */
export async function subscribers(db: Database, applicationIds: number[]) {
  const rows = await db
    .selectFrom('webhook')
    .innerJoin('application', 'application.id', 'webhook.applicationId')
    .select(['webhook.applicationId', 'appKey', 'events', 'webhook.status', 'application.status as projectStatus', 'hasPaused'])
    .where('webhook.applicationId', 'in', applicationIds)
    .where('ownerId', 'is not', null)
    .execute();
  return new Map(
    rows.map(({ applicationId, appKey, events, status, projectStatus, hasPaused }) => {
      const isPaused = status === 'disabled' || projectStatus === 'disabled' || hasPaused === 1;
      return [applicationId, { appKey, events: new Set<string>(JSON.parse(events)), isPaused }];
    }),
  );
}

export const insertRecords = (db: Database, records: Insertable<Tables['callbackRecord']>[]) => insertMany(db, 'callbackRecord', records);

/** From now on new events of these projects queue behind the paused ones. */
export async function markPaused(db: Database, applicationIds: number[]) {
  if (applicationIds.length === 0) return;
  await db.updateTable('webhook').set({ hasPaused: 1 }).where('applicationId', 'in', applicationIds).where('hasPaused', '=', 0).execute();
}

const HELD = (['pending', 'paused'] as const).map((status) => facetOf({ status, type: 'device.offline', responseStatus: 0 }));

/** "Offline" records of these devices that were not tried yet. */
export async function heldOfflines(db: Database, devices: { applicationId: number; sn: string }[]) {
  const rows: Pick<CallbackRecordRow, 'id' | 'applicationId' | 'sn' | 'createdAt' | 'dueAt'>[] = [];
  for (const id of new Set(devices.map(({ applicationId }) => applicationId))) {
    const sns = devices.filter(({ applicationId }) => applicationId === id).map(({ sn }) => sn);
    const held = db.selectFrom('callbackRecord').select(['id', 'applicationId', 'sn', 'createdAt', 'dueAt']).where('attempts', '=', 0);
    rows.push(...(await held.where('applicationId', '=', id).where('sn', 'in', sns).where('facet', 'in', HELD).execute()));
  }
  return rows;
}

/** Removes records with their attempts and flights. Inside the caller's transaction. */
export async function dropRecords(trx: Database, records: { id: number }[]) {
  if (records.length === 0) return;
  const ids = records.map(({ id }) => id);
  await trx.deleteFrom('callbackAttempt').where('recordId', 'in', ids).execute();
  await trx.deleteFrom('callbackFlight').where('recordId', 'in', ids).execute();
  await trx.deleteFrom('callbackRecord').where('id', 'in', ids).execute();
}

const DROPPED_AT_ONCE = 500;

/** Removes some callback records of a project that is being deleted. @returns were there any? */
export function dropSomeCallbacks(db: Database, applicationId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const records = await trx
      .selectFrom('callbackRecord')
      .select('id')
      .where('applicationId', '=', applicationId)
      .limit(DROPPED_AT_ONCE)
      .execute();
    await dropRecords(trx, records);
    if (records.length === 0) await trx.deleteFrom('callbackStat').where('applicationId', '=', applicationId).execute();
    return records.length > 0;
  });
}

export function recordByMessage(db: Database, applicationId: number, messageId: string): Promise<CallbackRecordRow | undefined> {
  return db
    .selectFrom('callbackRecord')
    .selectAll()
    .where('messageId', '=', messageId)
    .where('applicationId', '=', applicationId)
    .executeTakeFirst();
}

/** Ids of the records of these messages; unknown messages are left out. */
export async function idsOfMessages(db: Database, applicationId: number, messageIds: string[]): Promise<number[]> {
  if (messageIds.length === 0) return [];
  const rows = await db
    .selectFrom('callbackRecord')
    .select('id')
    .where('messageId', 'in', padded(messageIds))
    .where('applicationId', '=', applicationId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Paused, or never tried: it is on its way already, and not sent again. */
export const IS_WAITING = sql<boolean>`(status = 'paused' or (status = 'pending' and attempts = 0))`;

/** Makes records due now and restarts their schedule, except those still queued. @returns how many */
export async function requeue(db: Database, ids: number[], now: number): Promise<number> {
  if (ids.length === 0) return 0;
  return db.transaction().execute(async (trx) => {
    await takeBackGivenUp(trx, ids);
    const { numUpdatedRows } = await trx
      .updateTable('callbackRecord')
      .set({ status: 'pending', tries: 0, dueAt: now, facet: movedTo('pending') })
      .where('id', 'in', ids)
      .where(sql<boolean>`not ${IS_WAITING}`)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  });
}

/** A record that is retried is no longer given up: subtracts it from the count of the time when it was. */
async function takeBackGivenUp(trx: Database, ids: number[]) {
  const failed = await trx
    .selectFrom('callbackRecord')
    .select(['id', 'applicationId'])
    .where('id', 'in', ids)
    .where('status', '=', 'failed')
    // Expired records and tests were not counted as given up; neither were those delivered before.
    .where('error', '<>', 'expired')
    .where('test', '=', 0)
    .$if(isPostgres(trx), (rows) => rows.forUpdate())
    .execute();
  const delivered = await deliveredAmong(
    trx,
    failed.map(({ id }) => id),
  );
  const givenUp = failed.filter(({ id }) => !delivered.has(id));
  if (givenUp.length === 0) return;
  const applicationOf = new Map(givenUp.map(({ id, applicationId }) => [id, applicationId]));
  const last = await trx
    .selectFrom('callbackAttempt')
    .select(['recordId', (q) => q.fn.max<number>('at').as('at')])
    .where('recordId', 'in', [...applicationOf.keys()])
    .groupBy('recordId')
    .execute();
  await uncountGivenUp(
    trx,
    last.map(({ recordId, at }) => ({ applicationId: applicationOf.get(recordId) as number, at })),
  );
}

/** Stores a test with its only attempt. */
export function insertTest(db: Database, record: Insertable<Tables['callbackRecord']>, attempt: Omit<NewAttempt, 'recordId'>) {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx.insertInto('callbackRecord').values(record).returning('id').executeTakeFirstOrThrow();
    await insertAttempts(trx, [{ ...attempt, recordId: id }]);
  });
}
