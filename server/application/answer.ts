import type { Application } from '../../contract/application';
import type { Database } from '../db/database';
import type { ApplicationRow } from '../db/tables';
import { countsByApplication } from '../device/counts';
import { callbacksSwitchedOff } from '../webhook/queries';
import { callbackHours, callbacksOfLastDay } from '../webhook/stats';
import { oldSecretsUntil } from './queries';

/** Projects as the contract shows them, with what is going on in them. */
export async function answerApplications(db: Database, rows: ApplicationRow[], now: number): Promise<Application[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countsByApplication(db, ids);
  const lastDay = await callbacksOfLastDay(db, { ids }, now);
  const hours = await callbackHours(db, lastDay, now);
  const switchedOff = await callbacksSwitchedOff(db, ids);
  const oldSecrets = await oldSecretsUntil(db, ids, now);
  return rows.map((row) => {
    const { all: deviceCount, online: onlineCount } = counts(row.id);
    return {
      ...row,
      deviceCount,
      onlineCount,
      callbacks: lastDay.get(row.id) ?? { delivered: 0, failed: 0, retrying: 0 },
      callbackHours: hours(row.id),
      callbackOff: switchedOff.get(row.id) ?? null,
      oldSecretUntil: oldSecrets.get(row.id) ?? null,
      createdAt: new Date(row.createdAt).toISOString(),
      updatedAt: new Date(row.updatedAt).toISOString(),
    };
  });
}

export async function answerApplication(db: Database, row: ApplicationRow, now: number): Promise<Application> {
  const [answer] = await answerApplications(db, [row], now);
  return answer as Application;
}

/** Over all projects of an owner. */
export async function totalsOfOwner(db: Database, ownerId: number, now: number) {
  const own = db.selectFrom('application').where('ownerId', '=', ownerId);
  const { projects } = await own.select((q) => q.fn.countAll<number>().as('projects')).executeTakeFirstOrThrow();
  const { devices, online } = await own
    .innerJoin('deviceCount', 'deviceCount.applicationId', 'application.id')
    .select((q) => [
      q.fn.coalesce(q.fn.sum<number>('count'), q.lit(0)).as('devices'),
      q.fn.coalesce(q.fn.sum<number>('count').filterWhere('state', '=', 'online'), q.lit(0)).as('online'),
    ])
    .executeTakeFirstOrThrow();
  const callbacks = { delivered: 0, failed: 0, retrying: 0 };
  for (const { delivered, failed, retrying } of (await callbacksOfLastDay(db, { ownerId }, now)).values()) {
    callbacks.delivered += delivered;
    callbacks.failed += failed;
    callbacks.retrying += retrying;
  }
  return { projects, devices, online, callbacks };
}
