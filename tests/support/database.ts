import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../server/db/database';

/** A new, empty database on the PostgreSQL that the test script started, if it did. */
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

/** One connection for all databases of a test file: connecting takes as long as creating. It keeps no process alive. */
async function connect(server: string) {
  const client = new pg.Client({ connectionString: server });
  // A PostgreSQL that was started for one file of tests ends before the file does.
  client.on('error', () => {});
  await client.connect();
  // Its types do not know of it.
  (client as pg.Client & { unref: () => void }).unref();
  return { client, template: await migratedTemplate(client, server) };
}

/** Copying a database is much faster than migrating one; each version of the migrations has its own to copy. */
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
