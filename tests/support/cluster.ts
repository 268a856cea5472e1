import { ownDatabase } from './database';
import { startPostgres } from './postgres.mjs';
import { bundlePlatform, endProcesses, freeSettings, type Running, startProcess } from './process';

/** For a file or group of tests: platforms in their own processes on a shared PostgreSQL, which is started if there is none. */
export function cluster(): { start: (brokerUrl?: string) => Promise<Running> } {
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined;
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  const folders: (() => void)[] = [];

  beforeAll(async () => {
    bundlePlatform();
    if (!process.env.TEST_DATABASE_URL) {
      postgres = await startPostgres();
      process.env.TEST_DATABASE_URL = postgres.url;
    }
    database = await ownDatabase();
  });
  afterAll(async () => {
    await endProcesses();
    await database?.drop();
    if (postgres) delete process.env.TEST_DATABASE_URL;
    await postgres?.stop();
    for (const remove of folders) remove();
  });

  return {
    async start(brokerUrl) {
      const { settings, remove } = await freeSettings();
      folders.push(remove);
      // Devices of these tests use `brokerUrl`; no page is opened.
      const broker = brokerUrl && { MQTT_URL: brokerUrl, MQTT_PUBLIC_URL: brokerUrl, MQTT_WS_PUBLIC_URL: 'ws://127.0.0.1/mqtt' };
      return startProcess({ ...settings, DATABASE_URL: database?.url ?? '', ...broker });
    },
  };
}
