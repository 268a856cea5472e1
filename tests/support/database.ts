import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../server/db/database';

/** A new, empty database on the PostgreSQL that the test script started, if it did. */
export async function ownDatabase() {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return undefined;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = await migratedTemplate(server);
  await run(server, `create database ${name} template ${template}`);
  return { url: addressOf(server, name), drop: () => run(server, `drop database ${name} with (force)`) };
}

/** Copying a database is much faster than migrating one; each version of the migrations has its own to copy. */
async function migratedTemplate(server: string) {
  const folder = join(process.cwd(), 'server/db/migrations');
  const migrations = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
  const name = `template_${createHash('sha256').update(Buffer.concat(migrations)).digest('hex').slice(0, 16)}`;
  await run(server, 'select pg_advisory_lock(1)', async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await (await openDatabase(addressOf(server, draft))).destroy();
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

async function run(server: string, statement: string, more = async (_: pg.Client) => {}) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
    await more(client);
  } finally {
    await client.end();
  }
}

const addressOf = (server: string, name: string) => server.replace(/\/[^/]*$/, `/${name}`);
