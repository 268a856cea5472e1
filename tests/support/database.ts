import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../server/db/database';

/**
 * An empty, migrated database on the PostgreSQL of TEST_DATABASE_URL; undefined without it. `drop` empties it for the next test: emptying takes
 * a tenth of the time of copying, and PostgreSQL's processes that PgBouncer keeps connected to it have read its catalogue already.
 */
export async function ownDatabase() {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return undefined;
  shared ??= connect(server);
  const { client, template } = await shared;
  const name = freeOn(server).pop() ?? (await copyOf(template, client));
  const url = addressOf(server, name);
  const drop = async () => {
    if (await isEmptied(url)) freeOn(server).push(name);
    else await client.query(`drop database ${name} with (force)`);
  };
  return { url, drop };
}

/** The test files of a worker share their globals (`kept-environment`). */
const worker = globalThis as { freeDatabases?: Map<string, string[]> };

/** The emptied databases of a server. */
function freeOn(server: string): string[] {
  worker.freeDatabases ??= new Map();
  const free = worker.freeDatabases.get(server) ?? [];
  worker.freeDatabases.set(server, free);
  return free;
}

async function copyOf(template: string, client: pg.Client): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await client.query(`create database ${name} template ${template}`);
  return name;
}

/** Rows that a table may have had: PostgreSQL reads the places of deleted ones for a while. */
const FEW_ROWS = 2000;

/** @returns whether a database is as its template again; false if it is to be dropped */
async function isEmptied(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => {});
  try {
    await client.connect();
    emptying ??= statementsOf(client);
    const results = (await client.query(await emptying)) as unknown as pg.QueryResult[];
    return results.every(({ command, rowCount }) => command !== 'DELETE' || (rowCount ?? 0) <= FEW_ROWS);
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

let emptying: Promise<string> | undefined;

/** What ends the queries of killed processes, empties all tables but those of the migrations, and lets ids begin with 1 again. */
async function statementsOf(client: pg.Client): Promise<string> {
  const tables = `select format('delete from %I', tablename) as text from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`;
  const sequences = `select format('select setval(%L, 1, false)', quote_ident(sequencename)) as text from pg_sequences where schemaname = 'public'`;
  const { rows } = await client.query<{ text: string }>(`${tables} union all ${sequences}`);
  return [
    `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
    // Without regard to foreign keys, so in any order.
    'set session_replication_role = replica',
    ...rows.map(({ text }) => text),
  ].join(';');
}

let shared: Promise<{ client: pg.Client; template: string }> | undefined;

/** One connection for all databases of a test file, because connecting takes as long as creating one. */
async function connect(server: string) {
  const client = new pg.Client({ connectionString: server });
  // A PostgreSQL that was started for a single test file stops before this connection is closed.
  client.on('error', () => {});
  await client.connect();
  // Must not keep the process alive; `unref` is missing in the types.
  (client as pg.Client & { unref: () => void }).unref();
  return { client, template: await migratedTemplate(client, server) };
}

/** Copying a database is much faster than migrating one, so there is a template for each version of the migrations. */
async function migratedTemplate(client: pg.Client, server: string) {
  const folder = join(process.cwd(), 'server/db/migrations');
  const migrations = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
  const name = `template_${createHash('sha256').update(Buffer.concat(migrations)).digest('hex').slice(0, 16)}`;
  await client.query('select pg_advisory_lock(1)');
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (!rowCount) {
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await (await openDatabase(addressOf(server, draft))).destroy();
    // PgBouncer stays connected.
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [draft]);
    await client.query(`alter database ${draft} rename to ${name}`);
  }
  await client.query('select pg_advisory_unlock(1)');
  return name;
}

const addressOf = (server: string, name: string) => server.replace(/\/[^/]*$/, `/${name}`);
