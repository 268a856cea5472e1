import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { contract } from '../../contract';
import { fillLargeWorld } from '../../mock/large-world';
import { callerOf } from '../../mock/platform';
import { type Caller, DEVELOPER, PASSWORD, signUp } from '../../mock/world';
import { createApp } from '../../server/app';
import { ConfigError, inMemory } from '../../server/config';
import { type Database, openDatabase } from '../../server/db/database';
import { moveInto } from '../../server/db/move';
import { lockFolder } from '../../server/db/sqlite';
import { openPlatform, type Platform } from '../../server/platform';
import { ownDatabase } from '../support/database';
import { startPlatform } from '../support/platform';

const { account, application, bin, device, webhook } = contract;

jest.setTimeout(240_000);

/** The data folder of a stopped platform with a developer's project. */
let grown: string;
let dataDir: string;
let target: NonNullable<Awaited<ReturnType<typeof ownDatabase>>>;

beforeAll(async () => {
  grown = await grow(async (call) => {
    const { token } = await signUp(call, DEVELOPER, '林岚');
    const { appKey } = await call(application.create, { body: { name: '仓储体积测量', categoryId: 1 } }, token);
    const { url } = await call(bin.open, { params: { appKey }, body: {} }, token);
    await call(device.create, { params: { appKey }, body: { sn: 'CAM-1' } }, token);
    await call(webhook.save, { params: { appKey }, body: { url } }, token);
  });
});
afterAll(() => rmSync(grown, { recursive: true }));

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'iot-base-move-'));
  bring(grown);
  target = (await ownDatabase()) as typeof target;
});
afterEach(async () => {
  await target.drop();
  rmSync(dataDir, { recursive: true });
});

/** Fills a platform on SQLite and stops it. @returns its data folder */
async function grow(fill: (call: Caller, platform: Platform) => Promise<unknown>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'iot-base-grown-'));
  const platform = await openPlatform(inMemory({ dataDir: folder, database: undefined, mqttPort: 0, recordDays: 400, eventDays: 400 }));
  const app = await createApp(platform);
  await fill(callerOf(app), platform);
  await app.close();
  await platform.close();
  return folder;
}

function bring(folder: string) {
  for (const name of ['platform.db', 'callback.key', 'config.key', 'download.key']) copyFileSync(join(folder, name), join(dataDir, name));
}

const file = () => join(dataDir, 'platform.db');
const start = () => startPlatform({ dataDir, database: target.url });

test('what SQLite held is in PostgreSQL, row for row; the file is kept aside', async () => {
  const large = await grow(async (call, platform) => {
    const { devices } = await fillLargeWorld(call, platform);
    await devices.stop();
  });
  bring(large);
  rmSync(large, { recursive: true });
  const before = await everythingIn(file());
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThanOrEqual(20);

  const db = await openDatabase(target.url);
  await moveInto(db, { file: file(), lock: () => () => {}, log: pino({ level: 'silent' }) });

  expect(await everythingIn(db, Object.keys(before))).toEqual(before);
  expect(existsSync(file())).toBe(false);
  expect(existsSync(`${file()}.moved`)).toBe(true);
});

test('people go on where they were: sign-in, projects, keys, callbacks with their secret, and ids that count on', async () => {
  const { call, platform, close } = await start();
  const { data: session } = await call(account.login, { body: { email: DEVELOPER, password: PASSWORD } });
  const authorization = `Bearer ${session.token}`;
  const { data: projects } = await call(application.list, { query: {} }, { authorization });
  expect(projects.list).toMatchObject([{ name: '仓储体积测量' }]);
  const params = { appKey: projects.list[0]?.appKey ?? '' };

  const highest = await platform.db
    .selectFrom('device')
    .select((q) => q.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  await call(device.create, { params, body: { sn: 'AFTER-THE-MOVE' } }, { authorization });
  const { data: found } = await call(device.list, { params, query: { keyword: 'after-the' } }, { authorization });
  expect(found.list).toMatchObject([{ sn: 'AFTER-THE-MOVE' }]);
  const added = await platform.db.selectFrom('device').select('id').where('sn', '=', 'AFTER-THE-MOVE').executeTakeFirstOrThrow();
  expect(added.id).toBeGreaterThan(highest.id);

  const { data: tested } = await call(webhook.test, { params, body: { type: 'device.online' } }, { authorization });
  expect(tested.response?.status).toBe(200);
  const { data: received } = await call(bin.read, { params, query: {} }, { authorization });
  expect(received?.requests[0]?.verified).toBe('valid');
  await close();
});

test('instances that start at once move it once', async () => {
  const all = await Promise.all([start(), start()]);
  const { call } = all[1];
  expect((await call(account.login, { body: { email: DEVELOPER, password: PASSWORD } })).status).toBe(200);
  for (const one of all) await one.close();
});

test('a PostgreSQL that somebody uses already stays as it is', async () => {
  const first = await startPlatform({ database: target.url });
  await first.signIn('first@example.com');
  await first.close();

  const again = await start();
  expect(await again.platform.db.selectFrom('account').select('email').execute()).toEqual([{ email: 'first@example.com' }]);
  expect(existsSync(file())).toBe(true);
  await again.close();
});

test('a process that still uses the file is not robbed of it', async () => {
  const unlock = lockFolder(join(dataDir, 'lock'));
  await expect(start()).rejects.toThrow(new ConfigError([`DATA_DIR: ${dataDir} is in use by another process`]));
  unlock();
  expect(existsSync(file())).toBe(true);
  await expectNothingIn(target.url);
});

test('a move that breaks off leaves all where it was, and is made at the next start', async () => {
  const db = await openDatabase(target.url);
  await sql`alter table "webhook" add constraint "full" check (url = '')`.execute(db);
  await expect(start()).rejects.toThrow('violates check constraint "full"');
  await expectNothingIn(target.url);
  await sql`alter table "webhook" drop constraint "full"`.execute(db);
  await db.destroy();

  const { call, close } = await start();
  expect((await call(account.login, { body: { email: DEVELOPER, password: PASSWORD } })).status).toBe(200);
  await close();
});

/** All rows of all tables as sorted JSON. @param known the names of the tables, if they are not to be read from the database */
async function everythingIn(from: string | Database, known?: string[]): Promise<Record<string, string[]>> {
  const db = typeof from === 'string' ? await openDatabase(from) : from;
  const tables =
    known ?? (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !/^(deviceSearch|sqlite_|kysely_)/.test(name));
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    found[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();
  }
  await db.destroy();
  return found;
}

async function expectNothingIn(url: string) {
  const db = await openDatabase(url);
  expect(await db.selectFrom('account').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('device').select('id').limit(1).execute()).toEqual([]);
  await db.destroy();
}
