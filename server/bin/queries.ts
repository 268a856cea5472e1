import type { Insertable } from 'kysely';
import { BIN_DAYS, BIN_REQUESTS, type BinAnswer } from '../../contract/bin';
import { DAY_MS } from '../../contract/duration';
import type { Database } from '../db/database';
import type { BinRequestRow, BinRow, Tables } from '../db/tables';

const KEPT_MS = BIN_DAYS * DAY_MS;

export function binOf(db: Database, applicationId: number): Promise<BinRow | undefined> {
  return db.selectFrom('bin').selectAll().where('applicationId', '=', applicationId).executeTakeFirst();
}

/** The bin behind an address, unless its project has been removed. */
export function binByToken(db: Database, token: string): Promise<BinRow | undefined> {
  return db
    .selectFrom('bin')
    .innerJoin('application', 'application.id', 'bin.applicationId')
    .selectAll('bin')
    .where('bin.token', '=', token)
    .where('application.ownerId', 'is not', null)
    .executeTakeFirst();
}

/** Of two that are made at once, one is kept. */
export async function insertBin(db: Database, row: Insertable<Tables['bin']>): Promise<void> {
  await db
    .insertInto('bin')
    .values(row)
    .onConflict((known) => known.column('applicationId').doNothing())
    .execute();
}

export async function setAnswer(db: Database, applicationId: number, answer: BinAnswer): Promise<void> {
  await db.updateTable('bin').set({ answer }).where('applicationId', '=', applicationId).execute();
}

export async function deleteBin(db: Database, applicationId: number): Promise<void> {
  await db.deleteFrom('bin').where('applicationId', '=', applicationId).execute();
}

/** The newest first. */
export function newestRequests(db: Database, applicationId: number, limit: number, now: number): Promise<BinRequestRow[]> {
  return db
    .selectFrom('binRequest')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .where('at', '>', now - KEPT_MS)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Keeps a request, in the place of the oldest when there are enough. */
export async function insertRequest(db: Database, row: Insertable<Tables['binRequest']>): Promise<void> {
  await db.insertInto('binRequest').values(row).execute();
  await db
    .deleteFrom('binRequest')
    .where('applicationId', '=', row.applicationId)
    .where('id', '<=', (q) =>
      q
        .selectFrom('binRequest')
        .select('id')
        .where('applicationId', '=', row.applicationId)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(BIN_REQUESTS),
    )
    .execute();
}

export async function dropOldRequests(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('binRequest')
    .where('at', '<=', now - KEPT_MS)
    .execute();
}
