import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownDatabase } from './database';
import { startPlatform, type TestPlatform } from './platform';

/** Several instances can share a PostgreSQL, but not a SQLite; the same tests must pass with a single one. */
const INSTANCES = process.env.TEST_DATABASE_URL ? 3 : 1;

/** Starts for each test of a file instances of the platform that share a database and a data folder. */
export function instances() {
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  let dataDir: string;
  let all: TestPlatform[];

  beforeEach(async () => {
    database = await ownDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'iot-base-instances-'));
    all = [];
    for (let n = 0; n < INSTANCES; n++) all.push(await startPlatform({ dataDir, database: database?.url ?? ':memory:' }));
  });
  afterEach(async () => {
    for (const one of all) await one.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true });
  });

  return {
    all: () => all,
    first: () => all[0] as TestPlatform,
  };
}
