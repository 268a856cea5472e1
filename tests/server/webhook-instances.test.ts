import { contract } from '../../contract';
import { makeProject } from '../support/callbacks';
import { instances } from '../support/instances';
import type { TestPlatform } from '../support/platform';
import { type Receiver, startReceiver } from '../support/receiver';

const numberOf = (body: string): { sn: string; n: number } => {
  const { data } = JSON.parse(body);
  return { sn: data.sn, n: data.data.n };
};

const { all, first } = instances();

async function projectWith(receiver: Receiver) {
  const project = await makeProject(first());
  await project.subscribe(receiver.url);
  return project;
}

test('every event arrives once and, of a device, in order, whoever stored it', async () => {
  const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  const devices: { identity: { deviceId: number; applicationId: number; sn: string }; receiver: Receiver }[] = [];
  for (const receiver of receivers) {
    const project = await projectWith(receiver);
    for (const sn of ['A', 'B', 'C', 'D']) {
      await project.call(contract.device.create, { params: project.params, body: { sn } });
      const { id } = await first()
        .platform.db.selectFrom('device')
        .select('id')
        .where('applicationId', '=', project.id)
        .where('sn', '=', sn)
        .executeTakeFirstOrThrow();
      devices.push({ identity: { deviceId: id, applicationId: project.id, sn }, receiver });
    }
  }

  const EACH = 40;
  await Promise.all(
    devices.map(async ({ identity }, place) => {
      for (let n = 0; n < EACH; n++) {
        const { platform } = all()[(n + place) % all().length] as TestPlatform;
        const happening = { type: 'device.event' as const, name: 'counted', data: JSON.stringify({ data: { n } }) };
        await platform.ingest.store({ device: identity, at: platform.now(), happening });
      }
    }),
  );
  await Promise.all(receivers.map((receiver) => receiver.until(4 * EACH)));
  for (const { platform } of all()) await platform.settle();

  for (const receiver of receivers) {
    const arrivals = receiver.arrived.map(({ body }) => numberOf(body));
    for (const sn of ['A', 'B', 'C', 'D']) {
      expect(arrivals.filter((one) => one.sn === sn).map(({ n }) => n)).toEqual(Array.from({ length: EACH }, (_, n) => n));
    }
    expect(new Set(receiver.arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(4 * EACH);
    await receiver.close();
  }
  const { db } = first().platform;
  const attempts = await db.selectFrom('callbackAttempt').select('recordId').execute();
  expect(attempts).toHaveLength(12 * EACH);
  expect(new Set(attempts.map(({ recordId }) => recordId)).size).toBe(12 * EACH);
});

test('what an instance had in the air when it died is sent by another within 20 s, and told as interrupted', async () => {
  const receiver = await startReceiver();
  const project = await projectWith(receiver);
  await project.call(contract.webhook.switch, { params: project.params, body: { status: 'disabled' } });
  await project.reports(1);
  const { db, now } = first().platform;
  // The state after a process was killed: an attempt in flight, and a lease that is not renewed.
  const { id } = await db.selectFrom('callbackRecord').select('id').executeTakeFirstOrThrow();
  await db.insertInto('callbackFlight').values({ recordId: id, applicationId: project.id, at: now() }).execute();
  const abandoned = { holder: 'a process that is gone', until: now() + 12_000 };
  await db
    .insertInto('callbackLease')
    .values({ applicationId: project.id, ...abandoned })
    .onConflict((known) => known.column('applicationId').doUpdateSet(abandoned))
    .execute();
  await db.updateTable('callbackRecord').set({ status: 'pending', dueAt: now() }).execute();
  await db.updateTable('webhook').set({ status: 'enabled', hasPaused: 0 }).execute();

  await receiver.until(1);
  for (const one of all()) await one.platform.settle();
  const [record] = (await project.records()).list;
  const { attempts } = await project.record(record?.id ?? '');
  expect(record?.status).toBe('delivered');
  expect(attempts.map(({ error }) => error)).toEqual(['interrupted', null]);
  expect(receiver.arrived).toHaveLength(1);
  await receiver.close();
});

test('an instance that stops lets what is in the air land, and hands its projects over at once', async () => {
  const receiver = await startReceiver((response) => void setTimeout(() => response.end(), 300));
  const project = await projectWith(receiver);
  for (let n = 0; n < 3; n++) await project.reports(n, `CAM-${n}`);
  await receiver.until(3);
  await first().platform.callbacks.close();

  const { db } = first().platform;
  expect(await db.selectFrom('callbackRecord').select('status').execute()).toEqual(Array(3).fill({ status: 'delivered' }));
  expect(await db.selectFrom('callbackFlight').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('callbackLease').selectAll().where('holder', '<>', '').execute()).toEqual([]);
  await receiver.close();
});
