import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../server/db/database';

/** An empty, migrated database on the PostgreSQL of TEST_DATABASE_URL; undefined without it. `drop` leaves it to the next test if it can be emptied. */
export async function ownDatabase() {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return undefined;
  shared ??= connect(server);
  const { client, template } = await shared;
  const own = free.pop() ?? (await copyOf(template, client, server));
  const drop = async () => {
    if (await isEmptied(own)) free.push(own);
    else {
      await own.client.end().catch(() => {});
      await client.query(`drop database ${own.name} with (force)`);
    }
  };
  return { url: addressOf(server, own.name), drop };
}

interface Own {
  name: string;
  client: pg.Client;
}

/** Databases of earlier tests, empty again: emptying one takes much less than copying another, which has hundreds of files. */
const free: Own[] = [];

async function copyOf(template: string, client: pg.Client, server: string): Promise<Own> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await client.query(`create database ${name} template ${template}`);
  const own = await clientOf(addressOf(server, name));
  // Rows are deleted without regard to who refers to them.
  await own.query('set session_replication_role = replica');
  emptying ??= statementsOf(own);
  await emptying;
  return { name, client: own };
}

/** Empties a database, and ends whatever is still connected to it. @returns whether it is as its template again; not if a test has changed its tables */
async function isEmptied({ client }: Own): Promise<boolean> {
  try {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await client.query((await emptying) ?? '');
    return true;
  } catch {
    return false;
  }
}

let emptying: Promise<string> | undefined;

/** What empties all tables but those of the migrations, and lets ids begin with 1 again. */
async function statementsOf(client: pg.Client): Promise<string> {
  const tables = `select format('delete from %I', tablename) as text from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`;
  const sequences = `select format('select setval(%L, 1, false)', quote_ident(sequencename)) as text from pg_sequences where schemaname = 'public'`;
  const { rows } = await client.query<{ text: string }>(`${tables} union all ${sequences}`);
  return rows.map(({ text }) => text).join(';');
}

let shared: Promise<{ client: pg.Client; template: string }> | undefined;

/** One connection for all databases of a test file, because connecting takes as long as creating one. */
async function connect(server: string) {
  const client = await clientOf(server);
  return { client, template: await migratedTemplate(client, server) };
}

async function clientOf(address: string) {
  const client = new pg.Client({ connectionString: address });
  // A PostgreSQL that was started for a single test file stops before this connection is closed.
  client.on('error', () => {});
  await client.connect();
  // Must not keep the process alive; `unref` is missing in the types.
  (client as pg.Client & { unref: () => void }).unref();
  return client;
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
    await client.query(`alter database ${draft} rename to ${name}`);
  }
  await client.query('select pg_advisory_unlock(1)');
  return name;
}

const addressOf = (server: string, name: string) => server.replace(/\/[^/]*$/, `/${name}`);
