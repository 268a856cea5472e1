import { connectAsync, type MqttClient } from 'mqtt';
import { contract } from '../../contract';
import { clientIdOf, upTopic } from '../../contract/topics';
import { ownDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { bundlePlatform, endProcesses, freeSettings, type Running, startProcess } from '../support/process';

const { account, application, device, event } = contract;
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3);
const DEVICES = 10;
const person = { email: 'owner@example.com', password: 'blue-contour-42' };

jest.setTimeout(120_000 + ROUNDS * 15_000);
beforeAll(bundlePlatform);
afterAll(endProcesses);

/** A device that numbers its events, and counts how often each was sent and which were acknowledged. */
interface Witness {
  sn: string;
  secret: string;
  line?: MqttClient;
  said: Map<number, number>;
  acknowledged: Set<number>;
}

test(`killed ${ROUNDS} times while devices publish, the platform has kept every event that it acknowledged`, async () => {
  const { settings, remove } = await freeSettings();
  const database = await ownDatabase();
  const own = { ...settings, ...(database && { DATABASE_URL: database.url }) };
  let platform = await startProcess(own);
  await platform.call(account.register, { body: person });
  let token = await signIn(platform);
  const { data: project } = await platform.call(application.create, { body: { name: '气象站', categoryId: 1 } }, token);
  const { appKey } = project;
  const drafts = Array.from({ length: DEVICES }, (_, n) => ({ sn: `S${n}` }));
  const { data } = await platform.call(device.createMany, { params: { appKey }, body: { devices: drafts } }, token);
  const witnesses: Witness[] = data.created.map((made) => ({ ...made, said: new Map(), acknowledged: new Set() }));

  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(witnesses.map((witness) => connect(witness)));
    const before = countOf(witnesses);
    const publishing = witnesses.map((witness) => publishUntilKilled(witness, round));
    // Ensures that some events were acknowledged, even on a slow machine.
    await Promise.race([eventually(() => countOf(witnesses) > before + DEVICES), ...publishing]);
    setTimeout(() => platform.signal('SIGKILL'), Math.random() * 400);
    await Promise.all(publishing);
    await platform.ended;
    platform = await startProcess(own);
  }

  token = await signIn(platform);
  let lost = 0;
  let tooOften = 0;
  for (const { sn, said, acknowledged } of witnesses) {
    const stored = await storedNumbers(platform, token, appKey, sn);
    for (const n of acknowledged) if (!stored.has(n)) lost++;
    for (const [n, times] of stored) if (times > (said.get(n) ?? 0)) tooOften++;
  }
  const total = countOf(witnesses);
  process.stderr.write(`  ${ROUNDS} kills, ${total} events acknowledged, ${lost} lost, ${tooOften} stored more often than sent\n`);
  expect({ lost, tooOften }).toEqual({ lost: 0, tooOften: 0 });
  expect(total).toBeGreaterThan(ROUNDS * DEVICES);

  // After the restart, all devices must be shown as offline.
  await eventually(
    async () => (await platform.call(device.list, { params: { appKey }, query: {} }, token)).data.counts,
    ({ online, offline }) => online === 0 && offline === DEVICES,
  );
  await Promise.all(witnesses.map((witness) => connect(witness)));
  await eventually(
    async () => (await platform.call(device.list, { params: { appKey }, query: {} }, token)).data.counts,
    ({ online }) => online === DEVICES,
  );

  await Promise.all(witnesses.map(({ line }) => line?.endAsync(true)));
  platform.signal('SIGTERM');
  expect(await platform.ended).toBe(0);
  remove();
  await database?.drop();

  async function connect(witness: Witness) {
    const clientId = clientIdOf(appKey, witness.sn);
    const credentials = { clientId, username: clientId, password: witness.secret };
    witness.line = await connectAsync(`mqtt://127.0.0.1:${settings.MQTT_PORT}`, { ...credentials, protocolVersion: 4, reconnectPeriod: 0 });
  }

  /** Publishes unacknowledged events again, then new ones, five at a time, until the connection breaks. */
  async function publishUntilKilled({ sn, line, said, acknowledged }: Witness, round: number) {
    if (!line) return;
    const topic = upTopic(appKey, sn, 'event/step');
    const again = [...said.keys()].filter((n) => !acknowledged.has(n));
    let next = round * 100_000;
    let isOver = false;
    line.once('close', () => {
      isOver = true;
    });
    const speak = async () => {
      while (!isOver) {
        const n = again.pop() ?? next++;
        said.set(n, (said.get(n) ?? 0) + 1);
        const heard = await line.publishAsync(topic, JSON.stringify({ data: { n } }), { qos: 1 }).then(
          () => true,
          () => false,
        );
        if (heard) acknowledged.add(n);
        // Stays below the device's rate limit.
        await new Promise((passed) => setTimeout(passed, 20));
      }
    };
    const broken = new Promise<void>((closed) => line.once('close', () => closed()));
    await Promise.race([Promise.all(Array.from({ length: 5 }, speak)), broken]);
    await line.endAsync(true);
  }
});

const countOf = (witnesses: Witness[]) => witnesses.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);

async function signIn(platform: Running) {
  return (await platform.call(account.login, { body: person })).data.token;
}

/** How many stored events of a device have each number. */
async function storedNumbers(platform: Running, token: string, appKey: string, sn: string) {
  const numbers = new Map<number, number>();
  for (let cursor: number | null | undefined; cursor !== null; ) {
    const query = { type: 'device.event', limit: 100, ...(cursor && { cursor }) };
    const { data } = await platform.call(event.list, { params: { appKey, sn }, query }, token);
    for (const { data: said } of data.list) {
      const { n } = (said as { data: { n: number } }).data;
      numbers.set(n, (numbers.get(n) ?? 0) + 1);
    }
    cursor = data.nextCursor;
  }
  return numbers;
}
