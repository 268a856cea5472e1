import { connectAsync, type MqttClient } from 'mqtt';
import { contract } from '../../contract';
import { clientIdOf, upTopic } from '../../contract/topics';
import { cluster } from '../support/cluster';
import { eventually } from '../support/eventually';
import { metricOf } from '../support/metrics';
import { type Mosquitto, startMosquitto } from '../support/mosquitto';
import { startPlatform } from '../support/platform';
import type { Running } from '../support/process';
import { openStream } from '../support/stream';

const { account, application, device, event } = contract;
const DEVICES = 20;
const person = { email: 'owner@example.com', password: 'blue-contour-42' };

let broker: Mosquitto;
beforeEach(async () => {
  broker = await startMosquitto();
});
afterEach(() => broker.stop());

describe('two platforms on one database', () => {
  const { start } = cluster();

  test('with a broker of its own, the second is refused until the first is gone: it would take its devices for offline', async () => {
    const first = await start();
    const second = await start();
    expect(await second.ended).toBe(1);
    expect(second.complaints()).toMatch(/^iot-base: DATABASE_URL: the database is in use by another process that has no MQTT_URL either/);

    first.signal('SIGKILL');
    await first.ended;
    const third = await start();
    expect(third.complaints()).toBe('');
    // One with the broker of MQTT_URL asks nobody.
    const fourth = await start(broker.url);
    expect(fourth.complaints()).toBe('');
    for (const platform of [third, fourth]) {
      platform.signal('SIGTERM');
      expect(await platform.ended).toBe(0);
    }
  });

  test('with one broker share what devices say, lose none and store none twice; when one is killed the other goes on', async () => {
    const [first, second] = await Promise.all([start(broker.url), start(broker.url)]);
    await first.call(account.register, { body: person });
    const { token } = (await first.call(account.login, { body: person })).data;
    const { appKey } = (await first.call(application.create, { body: { name: '气象站', categoryId: 1 } }, token)).data;
    const sns = Array.from({ length: DEVICES }, (_, n) => `S${n}`);
    await first.call(device.createMany, { params: { appKey }, body: { devices: sns.map((sn) => ({ sn })) } }, token);
    const lines = await Promise.all(sns.map((sn) => connectAsync(broker.url, { clientId: clientIdOf(appKey, sn), reconnectPeriod: 0 })));
    const page = await openStream({ base: first.url, appKey, token });

    await say(lines, 0, 100);
    await allStored(second, 100);
    const shares = await Promise.all([first, second].map((platform) => metricOf(platform, 'device_events_stored_total', 'device.event')));
    expect(shares[0]).toBeGreaterThan(100);
    expect(shares[1]).toBeGreaterThan(100);

    // A status message received by either instance is shown by both.
    await Promise.all(lines.map((line, n) => line.publishAsync(upTopic(appKey, sns[n] ?? '', 'status'), '{"online":true}', { qos: 1 })));
    await page.next('counts', ({ counts }) => counts.online === DEVICES);
    page.close();

    first.signal('SIGKILL');
    await first.ended;
    await say(lines, 100, 150);
    await allStored(second, 150);
    await Promise.all(lines.map((line) => line.endAsync(true)));
    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);

    /** Each device publishes the numbers from `from` to `to - 1`. */
    async function say(publishing: MqttClient[], from: number, to: number) {
      const numbers = Array.from({ length: to - from }, (_, n) => from + n);
      await Promise.all(
        publishing.flatMap((line, at) =>
          numbers.map((n) => line.publishAsync(upTopic(appKey, sns[at] ?? '', 'event/n'), JSON.stringify({ data: { n } }), { qos: 1 })),
        ),
      );
    }

    /** Each device must have events with all numbers below `to`, each exactly once. */
    async function allStored(platform: Running, to: number) {
      const wanted = Array.from({ length: to }, (_, n) => n);
      for (const sn of sns) {
        const numbers = await eventually(
          () => numbersOf(platform, sn),
          ({ length }) => length >= to,
        );
        expect(numbers.sort((a, b) => a - b)).toEqual(wanted);
      }
    }

    async function numbersOf(platform: Running, sn: string) {
      const numbers: number[] = [];
      for (let cursor: number | null | undefined; cursor !== null; ) {
        const query = { type: 'device.event', limit: 100, ...(cursor && { cursor }) };
        const { data } = await platform.call(event.list, { params: { appKey, sn }, query }, token);
        numbers.push(...data.list.map((one) => (one.data as { data: { n: number } }).data.n));
        cursor = data.nextCursor;
      }
      return numbers;
    }
  });
});

describe('a broker that is away', () => {
  test('is told of by /readyz and on open pages, and what comes after its return is stored', async () => {
    const stage = await startPlatform({ mqttUrl: broker.url });
    const { call, token } = await stage.signIn();
    const { appKey } = (await call(application.create, { body: { name: '气象站', categoryId: 1 } })).data;
    await call(device.create, { params: { appKey }, body: { sn: 'S1' } });
    const base = await stage.app.listen({ host: '127.0.0.1', port: 0 });
    const page = await openStream({ base, appKey, token });
    const ready = async () => (await stage.app.inject('/readyz')).json();
    await page.next('broker', ({ reachable }) => reachable);
    expect(await ready()).toMatchObject({ status: 'ok', parts: { broker: true } });

    await broker.kill();
    await page.next('broker', ({ reachable }) => !reachable);
    expect(await ready()).toMatchObject({ status: 'unavailable', parts: { broker: false } });
    expect((await call(contract.event.diagnose, { params: { appKey, sn: 'S1' } })).data.causes[0]).toEqual({ code: 'brokerUnreachable' });

    await broker.start();
    await page.next('broker', ({ reachable }) => reachable);
    expect(await ready()).toMatchObject({ status: 'ok' });
    const line = await connectAsync(broker.url, { clientId: clientIdOf(appKey, 'S1') });
    await line.publishAsync(upTopic(appKey, 'S1', 'telemetry'), '{"values":{"t":1}}', { qos: 1 });
    await line.endAsync();
    await eventually(
      async () => (await call(event.list, { params: { appKey, sn: 'S1' }, query: {} })).data.list,
      ({ length }) => length === 1,
    );

    page.close();
    await stage.close();
  });

  test('does not keep the platform from starting, and is found when it comes', async () => {
    await broker.kill();

    const stage = await startPlatform({ mqttUrl: broker.url });
    expect((await stage.app.inject('/readyz')).statusCode).toBe(503);
    await broker.start();

    await eventually(async () => (await stage.app.inject('/readyz')).statusCode === 200);
    await stage.close();
  });
});
