import { connectAsync, type MqttClient } from 'mqtt';
import { contract } from '../../contract';
import { clientIdOf, upTopic } from '../../contract/topics';
import { ownDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { bundlePlatform, endProcesses, freeSettings, type Running, startProcess } from '../support/process';
import { type Receiver, startReceiver } from '../support/receiver';

const { account, application, device, webhook } = contract;
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 4);
/** Each device has one delivery in flight at a time, to keep the order. */
const DEVICES = ['CAM-1', 'CAM-2', 'CAM-3', 'CAM-4', 'CAM-5'];
const admin = { email: 'admin@example.com', password: 'blue-contour-42' };

jest.setTimeout(240_000 + ROUNDS * 15_000);
beforeAll(bundlePlatform);
afterAll(endProcesses);

test(`killed ${ROUNDS} times between event and delivery, the platform delivers every event it acknowledged`, async () => {
  const { settings, remove } = await freeSettings();
  const database = await ownDatabase();
  const own = { ...settings, ...(database && { DATABASE_URL: database.url }), ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  // Slow enough that deliveries are always in flight.
  const receiver = await startReceiver((response) => void setTimeout(() => response.end(), 20 + Math.random() * 60));
  const acknowledged = new Set<string>();

  let platform = await startProcess(own);
  const { data: session } = await platform.call(account.login, { body: admin });
  const { data: project } = await platform.call(application.create, { body: { name: 'Killed', categoryId: 1 } }, session.token);
  const params = { appKey: project.appKey };
  const secrets: string[] = [];
  for (const sn of DEVICES) secrets.push((await platform.call(device.create, { params, body: { sn } }, session.token)).data.secret);
  await platform.call(webhook.save, { params, body: { url: receiver.url, events: ['device.event'] } }, session.token);
  const connectAll = () => Promise.all(DEVICES.map((sn, n) => connect(own, project.appKey, sn, secrets[n] ?? '')));

  for (let round = 0; round < ROUNDS; round++) {
    const before = acknowledged.size;
    const lines = await Promise.race([connectAll(), untimely(platform)]);
    const reporting = Promise.all(lines.map((line, n) => report(line, project.appKey, n, round, acknowledged)));
    // Ensures that there is something to deliver, even on a slow machine.
    await eventually(() => acknowledged.size > before + DEVICES.length);
    await new Promise((next) => setTimeout(next, Math.random() * 400));
    platform.signal('SIGKILL');
    await reporting;
    await platform.ended;
    platform = await startProcess(own);
  }

  const delivered = arrived(receiver, acknowledged).catch(async (error) => {
    const { data } = await platform.call(webhook.records, { params, query: { status: 'pending' } }, session.token);
    throw new Error(`${error}; still pending: ${JSON.stringify(data)}`);
  });
  await Promise.race([delivered, untimely(platform)]);
  await everyTryIsRecorded(platform, params, session.token, receiver);
  platform.signal('SIGTERM');
  expect(await platform.ended).toBe(0);
  await receiver.close();
  remove();
  await database?.drop();
});

function connect({ MQTT_PORT }: Record<string, string>, appKey: string, sn: string, password: string) {
  const clientId = clientIdOf(appKey, sn);
  const options = { clientId, username: clientId, password, protocolVersion: 4, reconnectPeriod: 0 } as const;
  return connectAsync(`mqtt://127.0.0.1:${MQTT_PORT}`, options);
}

/** Publishes events one after another, until the connection breaks. */
async function report(line: MqttClient, appKey: string, n: number, round: number, acknowledged: Set<string>) {
  const closed = new Promise<void>((resolve) => line.once('close', resolve).on('error', () => {}));
  const reports = async () => {
    for (let count = 0; count < 90; count++) {
      const id = `${round}-${n}-${count}`;
      await line.publishAsync(upTopic(appKey, DEVICES[n] ?? '', 'event/counted'), JSON.stringify({ id, data: count }), { qos: 1 });
      acknowledged.add(id);
    }
  };
  await Promise.race([closed, reports().catch(() => {})]);
  line.end(true);
}

/** Rejects when the platform ends, e.g. because one of its ports has been taken while it was down. */
const untimely = ({ ended, complaints }: Running) =>
  ended.then<never>((code) => Promise.reject(new Error(`the platform ended with ${code}: ${complaints()}`)));

async function arrived(receiver: Receiver, acknowledged: Set<string>) {
  const missing = () => {
    const here = new Set(receiver.arrived.map(({ body }) => JSON.parse(body).data.id));
    return [...acknowledged].filter((id) => !here.has(id));
  };
  await eventually(missing, ({ length }) => length === 0, 90_000);
  expect(acknowledged.size).toBeGreaterThan(ROUNDS * DEVICES.length);
}

/** Each arrival of a record must have its attempt; attempts cut off before sending are recorded as interrupted. */
async function everyTryIsRecorded(platform: Running, params: { appKey: string }, token: string, receiver: Receiver) {
  const arrivals = new Map<string, number>();
  for (const { headers } of receiver.arrived) {
    const id = String(headers['webhook-id']);
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
  }
  const repeated = [...arrivals].filter(([, times]) => times > 1);
  for (const [id, times] of repeated.slice(0, 50)) {
    const attempts = async () => (await platform.call(webhook.record, { params: { ...params, id } }, token)).data.attempts.length;
    await eventually(attempts, (count) => count >= times);
  }
}
