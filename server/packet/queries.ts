import { type Insertable, type Selectable, sql } from 'kysely';
import type { PageQuery } from '../../contract/page';
import type { Database } from '../db/database';
import { isPostgres } from '../db/dialect';
import type { PacketRow, Tables } from '../db/tables';
import { contains, folded } from '../db/text';

/** A packet with the name of the account that uploaded it. */
export type AuthoredPacket = PacketRow & { author: string };

const authored = (db: Database) =>
  db.selectFrom('packet').innerJoin('account', 'account.id', 'packet.createdBy').selectAll('packet').select('account.name as author');

/** Every packet, newest first. */
export const allPackets = (db: Database) =>
  db.selectFrom('packet').select(['id', 'name', 'version', 'size']).orderBy('id', 'desc').execute();

export async function pageOfPackets(db: Database, { current, pageSize, keyword = '' }: PageQuery & { keyword?: string }) {
  const search = contains('packet.search', folded(keyword));
  const list = await authored(db)
    .$if(!!keyword, (all) => all.where(search))
    .orderBy('packet.id', 'desc')
    .limit(pageSize)
    .offset((current - 1) * pageSize)
    .execute();
  const { total } = await db
    .selectFrom('packet')
    .select((q) => q.fn.countAll<number>().as('total'))
    .$if(!!keyword, (all) => all.where(search))
    .executeTakeFirstOrThrow();
  return { list, total };
}

export const packetById = (db: Database, id: number) => authored(db).where('packet.id', '=', id).executeTakeFirst();
export const packetByKey = (db: Database, key: string) => authored(db).where('packet.key', '=', key).executeTakeFirst();
export const packetByContent = (db: Database, sha256: string) =>
  authored(db).where('packet.sha256', '=', sha256).orderBy('packet.id', 'desc').executeTakeFirst();
export const packetByVersion = (db: Database, name: string, version: string) =>
  authored(db).where('packet.name', '=', name).where('packet.version', '=', version).executeTakeFirst();

export const isKnownContent = async (db: Database, key: string): Promise<boolean> =>
  (await db.selectFrom('packet').select('id').where('key', '=', key).executeTakeFirst()) !== undefined;

export type NewPacket = Omit<Insertable<Tables['packet']>, 'id' | 'search' | 'downloads'>;

/** @throws a unique violation when the name and version, or the content's key, are there already */
export async function insertPacket(db: Database, packet: NewPacket): Promise<AuthoredPacket> {
  const search = folded(packet.name, packet.version, packet.description);
  await db
    .insertInto('packet')
    .values({ ...packet, search })
    .execute();
  return (await packetByKey(db, packet.key)) as AuthoredPacket;
}

/** Changes the description, by which the packet is found as well. */
export function describePacket(db: Database, { id, name, version }: PacketRow, description: string) {
  const search = folded(name, version, description);
  return db.updateTable('packet').set({ description, search }).where('id', '=', id).execute();
}

export const deletePacket = (db: Database, id: number) => db.deleteFrom('packet').where('id', '=', id).execute();

/** Locks a packet against deletion until the end of the transaction. @returns does it still exist? */
export async function holdPacket(trx: Database, id: number): Promise<boolean> {
  const row = trx.selectFrom('packet').select('id').where('id', '=', id);
  return (await row.$if(isPostgres(trx), (rows) => rows.forKeyShare()).executeTakeFirst()) !== undefined;
}

export const countDownload = (db: Database, id: number) =>
  db.updateTable('packet').set({ downloads: sql`downloads + 1` }).where('id', '=', id).execute();

/** For each packet, in the given order: how many devices reported that they run it. */
export async function devicesRunning(db: Database, packets: Pick<Selectable<Tables['packet']>, 'name' | 'version'>[]): Promise<number[]> {
  if (packets.length === 0) return [];
  const rows = await db
    .selectFrom('device')
    .select(['packetName', 'packetVersion', (q) => q.fn.countAll<number>().as('count')])
    .where('packetName', '<>', '')
    .where((q) => q.or(packets.map(({ name, version }) => q.and([q('packetName', '=', name), q('packetVersion', '=', version)]))))
    .groupBy(['packetName', 'packetVersion'])
    .execute();
  return packets.map(
    ({ name, version }) => rows.find(({ packetName, packetVersion }) => packetName === name && packetVersion === version)?.count ?? 0,
  );
}
