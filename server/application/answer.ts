import type { Application } from '../../contract/application';
import type { Database } from '../db/database';
import type { ApplicationRow } from '../db/tables';
import { countsByApplication } from '../device/counts';

/** Projects as the contract shows them, with what is going on in them. */
export async function answerApplications(db: Database, rows: ApplicationRow[]): Promise<Application[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countsByApplication(db, ids);
  const callbacks = await callbacksByApplication(db, ids);
  return rows.map((row) => {
    const { all: deviceCount, online: onlineCount } = counts(row.id);
    return {
      ...row,
      deviceCount,
      onlineCount,
      callbacks: callbacks(row.id),
      createdAt: new Date(row.createdAt).toISOString(),
      updatedAt: new Date(row.updatedAt).toISOString(),
    };
  });
}

export async function answerApplication(db: Database, row: ApplicationRow): Promise<Application> {
  const [answer] = await answerApplications(db, [row]);
  return answer as Application;
}

/** Over all projects of an owner. */
export async function totalsOfOwner(db: Database, ownerId: number) {
  const own = db.selectFrom('application').where('ownerId', '=', ownerId);
  const { projects } = await own.select((q) => q.fn.countAll<number>().as('projects')).executeTakeFirstOrThrow();
  const { devices, online } = await own
    .innerJoin('deviceCount', 'deviceCount.applicationId', 'application.id')
    .select((q) => [
      q.fn.coalesce(q.fn.sum<number>('count'), q.lit(0)).as('devices'),
      q.fn.coalesce(q.fn.sum<number>('count').filterWhere('state', '=', 'online'), q.lit(0)).as('online'),
    ])
    .executeTakeFirstOrThrow();
  return { projects, devices, online, callbacks: NO_CALLBACKS };
}

/** Callbacks of the last 24 h, by project. Nothing sends callbacks yet: their numbers begin here, and in `totalsOfOwner`. */
async function callbacksByApplication(_db: Database, _ids: number[]) {
  return (_id: number) => NO_CALLBACKS;
}

const NO_CALLBACKS = { delivered: 0, failed: 0 };
