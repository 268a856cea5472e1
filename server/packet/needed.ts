import type { Database } from '../db/database';

/** How many upgrades that are not through need each of these packets, in their order. */
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
