import { connectAsync, type MqttClient } from 'mqtt';
import { contract } from '../../contract';
import { clientIdOf, upTopic } from '../../contract/topics';
import { ownDatabase } from '../support/database';
import { bundlePlatform, endProcesses, freeSettings, type Running, startProcess } from '../support/process';
import { type Receiver, startReceiver } from '../support/receiver';

const { account, application, device, webhook } = contract;
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 4);
const admin = { email: 'admin@example.com', password: 'blue-contour-42' };

jest.setTimeout(90_000 + ROUNDS * 15_000);
beforeAll(bundlePlatform);
afterAll(endProcesses);

test(`killed ${ROUNDS} times between event and delivery, the platform delivers every event it acknowledged`, async () => {
  const { settings, remove } = await freeSettings();
  const database = await ownDatabase();
  const own = { ...settings, ...(database && { DATABASE_URL: database.url }), ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  // So slow that many are in the air at any time.
  const receiver = await startReceiver((response) => void setTimeout(() => response.end(), 20 + Math.random() * 60));
  const acknowledged = new Set<string>();

  let platform = await startProcess(own);
  const { data: session } = await platform.call(account.login, { body: admin });
  const { data: project } = await platform.call(application.create, { body: { name: 'Killed', categoryId: 1 } }, session.token);
  const params = { appKey: project.appKey };
  const { data: camera } = await platform.call(device.create, { params, body: { sn: 'CAM' } }, session.token);
  await platform.call(webhook.save, { params, body: { url: receiver.url, events: ['device.event'] } }, session.token);
  const publish = await deviceOf(own, project.appKey, camera.secret);

  for (let round = 0; round < ROUNDS; round++) {
    const reporting = report(await publish(), project.appKey, round, acknowledged);
    await new Promise((next) => setTimeout(next, 150 + Math.random() * 400));
    platform.signal('SIGKILL');
    await reporting;
    await platform.ended;
    platform = await startProcess(own);
  }

  await arrived(receiver, acknowledged);
  await everyTryIsRecorded(platform, params, session.token, receiver);
  platform.signal('SIGTERM');
  expect(await platform.ended).toBe(0);
  await receiver.close();
  remove();
  await database?.drop();
});

const deviceOf = async (settings: Record<string, string>, appKey: string, secret: string) => () => {
  const clientId = clientIdOf(appKey, 'CAM');
  return connectAsync(`mqtt://127.0.0.1:${settings.MQTT_PORT}`, {
    clientId,
    username: clientId,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
};

/** Reports as fast as it is acknowledged, until the connection breaks. */
async function report(client: MqttClient, appKey: string, round: number, acknowledged: Set<string>) {
  const closed = new Promise<void>((resolve) => client.once('close', resolve).on('error', () => {}));
  const lanes = Array.from({ length: 5 }, async (_, lane) => {
    for (let n = 0; n < 90; n++) {
      const id = `${round}-${lane}-${n}`;
      await client.publishAsync(upTopic(appKey, 'CAM', 'event/counted'), JSON.stringify({ id, data: n }), { qos: 1 });
      acknowledged.add(id);
    }
  });
  await Promise.race([closed, Promise.allSettled(lanes)]);
  client.end(true);
}

async function arrived(receiver: Receiver, acknowledged: Set<string>) {
  const missing = () => {
    const here = new Set(receiver.arrived.map(({ body }) => JSON.parse(body).data.id));
    return [...acknowledged].filter((id) => !here.has(id));
  };
  for (let waited = 0; waited < 600 && missing().length > 0; waited++) await new Promise((next) => setTimeout(next, 100));
  expect(missing()).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(ROUNDS);
}

/** As often as a record arrived, so many tries it has; one that was cut off before it was sent is told as interrupted. */
async function everyTryIsRecorded(platform: Running, params: { appKey: string }, token: string, receiver: Receiver) {
  const arrivals = new Map<string, number>();
  for (const { headers } of receiver.arrived) {
    const id = String(headers['webhook-id']);
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
  }
  const repeated = [...arrivals].filter(([, times]) => times > 1);
  for (const [id, times] of repeated.slice(0, 50)) {
    let attempts = 0;
    for (let waited = 0; waited < 50 && attempts < times; waited++) {
      const { data } = await platform.call(webhook.record, { params: { ...params, id } }, token);
      attempts = data.attempts.length;
      if (attempts < times) await new Promise((next) => setTimeout(next, 100));
    }
    expect(attempts).toBeGreaterThanOrEqual(times);
  }
}
