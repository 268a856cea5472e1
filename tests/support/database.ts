import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../server/db/database';

/** Creates an empty, migrated database on the PostgreSQL of TEST_DATABASE_URL; undefined without it. */
export async function ownDatabase() {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return undefined;
  shared ??= connect(server);
  const { client, template } = await shared;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await client.query(`create database ${name} template ${template}`);
  return { url: addressOf(server, name), drop: () => client.query(`drop database ${name} with (force)`) };
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
    await client.query(`alter database ${draft} rename to ${name}`);
  }
  await client.query('select pg_advisory_unlock(1)');
  return name;
}

const addressOf = (server: string, name: string) => server.replace(/\/[^/]*$/, `/${name}`);
