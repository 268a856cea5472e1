import { type Insertable, sql } from 'kysely';
import type { ApplicationDraft, ApplicationStatus } from '../../contract/application';
import type { PageQuery } from '../../contract/page';
import { holdAccount } from '../account/queries';
import type { Database } from '../db/database';
import type { ApplicationRow, Tables } from '../db/tables';
import { contains, folded } from '../db/text';
import { BusinessError } from '../errors';

/** The project with this appKey, if it is the owner's. Made for every call, so it is written out: see `accountByToken`. */
export async function applicationByKey(db: Database, appKey: string, ownerId: number): Promise<ApplicationRow | undefined> {
  const { rows } = await sql<ApplicationRow>`select * from application where "appKey" = ${appKey} and "ownerId" = ${ownerId}`.execute(db);
  return rows[0];
}

/** The project with this id, if it is the owner's. */
export function applicationOfOwner(db: Database, id: number, ownerId: number): Promise<ApplicationRow | undefined> {
  return db.selectFrom('application').selectAll().where('id', '=', id).where('ownerId', '=', ownerId).executeTakeFirst();
}

/** The project that this appKey and secret open at a time, in milliseconds since the epoch. */
export function applicationBySecret(db: Database, appKey: string, secretHash: string, now: number): Promise<ApplicationRow | undefined> {
  return db
    .selectFrom('application')
    .innerJoin('applicationSecret', 'applicationSecret.applicationId', 'application.id')
    .selectAll('application')
    .where('appKey', '=', appKey)
    .where('ownerId', 'is not', null)
    .where('secretHash', '=', secretHash)
    .where((q) => q.or([q('expiresAt', 'is', null), q('expiresAt', '>', now)]))
    .executeTakeFirst();
}

interface ApplicationFilter {
  keyword?: string;
  status?: ApplicationStatus;
}

/** The owner's projects, the newest first. */
export async function pageOfApplications(
  db: Database,
  ownerId: number,
  { current, pageSize, keyword, status }: PageQuery & ApplicationFilter,
) {
  const matching = db
    .selectFrom('application')
    .where('ownerId', '=', ownerId)
    .$if(!!keyword, (all) => all.where(contains('search', folded(keyword ?? ''))))
    .$if(!!status, (all) => all.where('status', '=', status as ApplicationStatus));

  const list = await matching
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((current - 1) * pageSize)
    .execute();
  const { total } = await matching.select((q) => q.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { list, total };
}

type NewApplication = Omit<Insertable<Tables['application']>, 'id' | 'search' | 'status' | 'updatedAt'> & { ownerId: number };

/** Adds a project with its first secret. @throws a unique violation when the owner has the name already, BusinessError notSignedIn when the account is closed */
export function insertApplication(db: Database, draft: NewApplication, secretHash: string): Promise<ApplicationRow> {
  return db.transaction().execute(async (trx) => {
    if (!(await holdAccount(trx, draft.ownerId))) throw new BusinessError('notSignedIn');
    const application = await trx
      .insertInto('application')
      .values({ ...draft, search: searchOf(draft), status: 'enabled', updatedAt: draft.createdAt })
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx.insertInto('applicationSecret').values({ applicationId: application.id, secretHash, createdAt: draft.createdAt }).execute();
    return application;
  });
}

/** Changes name and description. @throws a unique violation when the owner has the name already */
export function updateApplication(db: Database, { id, appKey }: ApplicationRow, { name, description }: ApplicationDraft, now: number) {
  return db
    .updateTable('application')
    .set({ name, description, search: searchOf({ name, appKey, description }), updatedAt: now })
    .where('id', '=', id)
    .where('ownerId', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

export function setApplicationStatus(db: Database, id: number, status: ApplicationStatus, now: number) {
  return db
    .updateTable('application')
    .set({ status, updatedAt: now })
    .where('id', '=', id)
    .where('ownerId', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

/** Adds a secret; of the older ones only the newest stays, and not beyond `oldUntil`. */
export function rotateSecret(db: Database, applicationId: number, secretHash: string, now: number, oldUntil: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // Rotations of one project take turns: both at once would leave two secrets that never expire.
    await trx.updateTable('application').set({ updatedAt: now }).where('id', '=', applicationId).execute();
    const secrets = trx.updateTable('applicationSecret').where('applicationId', '=', applicationId);
    await trx.deleteFrom('applicationSecret').where('applicationId', '=', applicationId).where('expiresAt', 'is not', null).execute();
    if (oldUntil > now) await secrets.set({ expiresAt: oldUntil }).execute();
    else await trx.deleteFrom('applicationSecret').where('applicationId', '=', applicationId).execute();
    await trx.insertInto('applicationSecret').values({ applicationId, secretHash, createdAt: now }).execute();
  });
}

/** Until when the secrets before the present ones are valid, by project. */
export async function oldSecretsUntil(db: Database, ids: number[], now: number): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('applicationSecret')
    .select(['applicationId', 'expiresAt'])
    .where('applicationId', 'in', ids)
    .where('expiresAt', '>', now)
    .execute();
  return new Map(rows.map(({ applicationId, expiresAt }) => [applicationId, new Date(Number(expiresAt)).toISOString()]));
}

const searchOf = ({ name, appKey, description = '' }: { name: string; appKey: string; description?: string }) =>
  folded(name, appKey, description);
