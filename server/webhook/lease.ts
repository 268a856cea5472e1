import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';

/** A crashed instance's projects are somebody else's after this long. */
const LEASE_MS = 12_000;
/** How often a lease that is in use has to be renewed. */
export const RENEW_MS = 4000;

/** Which instance sends a project's callbacks: one at a time, or the order of a device's events would be lost between them. */
export interface Leases {
  /** Takes or renews. @returns those of these projects that are ours now */
  take(trx: Database, applicationIds: number[], now: number): Promise<Set<number>>;
  release(db: Database, applicationIds: number[]): Promise<void>;
}

/** On SQLite this process is alone: everything is ours. */
export function openLeases(db: Database): Leases {
  if (!isPostgres(db)) return { take: async (_, ids) => new Set(ids), release: async () => {} };
  const holder = randomUUID();

  return {
    async take(trx, applicationIds, now) {
      if (applicationIds.length === 0) return new Set();
      // In one order for everybody; whose turn has come is asked of the row once it is locked.
      const rows = await trx
        .insertInto('callbackLease')
        .values([...applicationIds].sort((a, b) => a - b).map((applicationId) => ({ applicationId, holder, until: now + LEASE_MS })))
        .onConflict((known) =>
          known
            .column('applicationId')
            .doUpdateSet((q) => ({ holder: q.ref('excluded.holder'), until: q.ref('excluded.until') }))
            .where((q) => q.or([q('callbackLease.holder', '=', holder), q('callbackLease.until', '<', now)])),
        )
        .returning('applicationId')
        .execute();
      return new Set(rows.map(({ applicationId }) => applicationId));
    },
    async release(any, applicationIds) {
      if (applicationIds.length === 0) return;
      await any.deleteFrom('callbackLease').where('holder', '=', holder).where('applicationId', 'in', applicationIds).execute();
    },
  };
}
