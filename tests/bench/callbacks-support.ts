import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inMemory } from '../../server/config';
import type { NewEvent } from '../../server/event/queries';
import { openPlatform, type Platform } from '../../server/platform';
import { save } from '../../server/webhook/settings';

/** Starts the receiver's process. @returns its origin, and a function to stop it */
export async function startReceiver() {
  const child = fork(join(__dirname, 'receiver-support.ts'), { execArgv: ['--import', 'tsx'] });
  const [port] = await once(child, 'message');
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

/** A platform with a SQLite file, as with `npm start`. */
export async function startOnDisk() {
  const dataDir = mkdtempSync(join(tmpdir(), 'iot-base-bench-callbacks-'));
  const platform = await openPlatform(inMemory({ dataDir, database: join(dataDir, 'platform.db') }));
  await platform.db
    .insertInto('account')
    .values({ id: 1, email: 'bench@example.com', name: 'bench', passwordHash: '', avatar: '', createdAt: 0 })
    .execute();
  const stop = async () => {
    await platform.close();
    rmSync(dataDir, { recursive: true });
  };
  return { platform, stop };
}

/** Inserts a project with a callback. @returns its id */
export async function addProject({ db, callbacks }: Platform, url: string): Promise<number> {
  const name = `bench ${Math.random()}`;
  const appKey = Math.random().toString(36).slice(2).padEnd(20, '0').slice(0, 20);
  const { id } = await db
    .insertInto('application')
    .values({ appKey, ownerId: 1, name, description: '', search: name, categoryId: 1, status: 'enabled', createdAt: 0, updatedAt: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await save(db, callbacks.sealer, id, { url, events: ['device.event'], headers: {}, status: 'enabled' }, Date.now());
  return id;
}

/** A device's event of typical length. */
export const eventOf = (applicationId: number, n: number, devices = 1000): NewEvent => ({
  applicationId,
  deviceId: n % devices,
  sn: `CAM-${n % devices}`,
  type: 'device.event',
  name: 'measured',
  at: Date.now(),
  data: JSON.stringify({ id: `m-${n}`, data: { volume: 1.284, unit: 'm3', pallet: `P-${n}` } }),
  reason: '',
  address: '',
});

/** Stores callback records for events, as a commit of the ingest does. */
export async function store({ db, callbacks }: Platform, events: NewEvent[]) {
  await db.transaction().execute((trx) => callbacks.outbox.within(trx, events));
  callbacks.outbox.committed();
}
