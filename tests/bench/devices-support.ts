import { sql } from 'kysely';
import { insertAccount } from '../../server/account/queries';
import { insertSession } from '../../server/account/session-queries';
import { insertApplication } from '../../server/application/queries';
import { type Database, openDatabase } from '../../server/db/database';
import { insertDevices, MAX_AT_ONCE, setDeviceStates } from '../../server/device/changes';
import { found } from '../../server/errors';
import { hashOf, newAppKey, newSecret } from '../../server/secrets';

/** Devices inserted by one transaction. */
const AT_ONCE = 5 * MAX_AT_ONCE;

/** Inserts a project with devices that are as varied as real ones. */
async function seedProject(db: Database, ownerId: number, name: string, devices: number) {
  const now = Date.now();
  const draft = { ownerId, name, description: '', appKey: newAppKey(), categoryId: 1, createdAt: now };
  const project = await insertApplication(db, draft, hashOf('secret'));
  for (let from = 0; from < devices; from += AT_ONCE) {
    await db.transaction().execute(async (trx) => {
      for (let at = from; at < Math.min(from + AT_ONCE, devices); at += MAX_AT_ONCE) {
        const numbers = Array.from({ length: Math.min(MAX_AT_ONCE, devices - at) }, (_, index) => at + index);
        await insertDevices(trx, project.id, numbers.map(seedDevice), now);
      }
    });
  }
  return project;
}

/** The n-th device. Serial numbers are spread, so that their order differs from the order of insertion. */
export const seedDevice = (number: number) => ({
  sn: `DPC-${String((number * 7919) % 10_000_000).padStart(8, '0')}`,
  name: `${SITES[number % SITES.length]}${(number % 300) + 1} 号深度相机`,
  remark: '',
  tags: [...(number % 5 === 0 ? [`line-${number % 200}`] : []), ...(number % 50 === 0 ? ['spare'] : [])],
  secretHash: 'f'.repeat(64),
});
const SITES = ['仓库 ', '码头 ', '产线 ', '屋顶 '];

/** Creates an account with a session and projects of 1,000 and 1,000,000 devices: a third online, a third offline. */
export async function seedDatabase(file: string) {
  const db = await openDatabase(file);
  const now = Date.now();
  const owner = await insertAccount(db, { email: 'bench@example.com', name: 'bench', passwordHash: 'none', createdAt: now });
  const { id: accountId } = found(owner);
  const token = newSecret();
  await insertSession(db, { accountId, tokenHash: hashOf(token), userAgent: '', address: '', createdAt: now }, 'none');
  const small = await seedProject(db, accountId, 'small', 1000);
  const startedAt = performance.now();
  const large = await seedProject(db, accountId, 'large', 1_000_000);
  const seconds = (performance.now() - startedAt) / 1000;
  await connectSome(db, large.id);
  await db.destroy();
  return { token, small, large, seconds };
}

/** Makes a third of the devices online, and a third offline. */
async function connectSome(db: Database, applicationId: number) {
  const rows = await db
    .selectFrom('device')
    .select(['id', 'applicationId', 'state as from'])
    .where('applicationId', '=', applicationId)
    .execute();
  await db
    .updateTable('device')
    .set((q) => ({ lastSeenAt: q('id', '*', 1000) }))
    .where('applicationId', '=', applicationId)
    .where(sql`id % 3`, '<>', 0)
    .execute();
  const changes = rows
    .filter(({ id }) => id % 3 !== 0)
    .map((row) => ({ ...row, to: row.id % 3 === 1 ? ('online' as const) : ('offline' as const), since: 1_000_000 }));
  for (let from = 0; from < changes.length; from += MAX_AT_ONCE) {
    await db.transaction().execute((trx) => setDeviceStates(trx, changes.slice(from, from + MAX_AT_ONCE)));
  }
}

/** Queries with first and last pages, all sorts and filters, rare and common, short and long keywords, and combinations. */
export function mixOfLists(): string[] {
  const sorts = ['-createdAt', 'createdAt', '-lastSeenAt', 'lastSeenAt', 'sn', '-sn'];
  const pages = ['1', '2', '1000', '50000', '99999'];
  const filters = [{}, { state: 'online' }, { state: 'disabled' }, { tag: 'spare' }, { tag: 'line-35' }];
  const keywords = ['DPC', 'dpc-0001234', '00791', '123', '仓库', '9', '96 号', 'line-15', 'zzz', 'q', '99999999', '-0'];
  const queries = [
    ...sorts.flatMap((sort) => pages.flatMap((current) => filters.slice(0, 2).map((filter) => ({ sort, current, ...filter })))),
    ...sorts.flatMap((sort) => filters.slice(2).map((filter) => ({ sort, ...filter }))),
    ...keywords.flatMap((keyword) => ['-createdAt', '-lastSeenAt', 'sn'].map((sort) => ({ keyword, sort }))),
    ...keywords.flatMap((keyword) => [{ state: 'offline' }, { tag: 'spare' }].map((filter) => ({ keyword, ...filter }))),
    { tag: 'spare', state: 'online' },
    { tag: 'line-35', state: 'online', keyword: '仓库' },
  ];
  return queries.map((query) => String(new URLSearchParams(query as Record<string, string>)));
}
