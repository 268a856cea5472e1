import { createConnection } from 'node:net';
import { contract } from '../../contract';
import { clientIdOf, upTopic } from '../../contract/topics';
import { addDevice, appKey, call, connect, setBrokerStage, shown, stage, timeline, url } from '../support/broker-stage';
import { eventually } from '../support/eventually';
import { connectBytes, publishBytes } from '../support/mqtt-bytes';

setBrokerStage();

describe('what a device says', () => {
  test('comes after its coming, however quick it is', async () => {
    const secret = await addDevice();
    const clientId = clientIdOf(appKey, 'S1');
    const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(url).port) });
    // Clients may publish before the CONNACK (MQTT 3.1.1, 3.1.4).
    const said = publishBytes({ topic: upTopic(appKey, 'S1', 'event/door'), payload: '{"data":{}}' });
    socket.write(Buffer.concat([connectBytes({ clientId, secret }), said]));
    await shown('online');

    const happened = await eventually(timeline, (list) => list.length === 2);
    expect(happened.map(({ type }) => type)).toEqual(['device.event', 'device.online']);
    socket.destroy();
  });

  test('is stored before it is acknowledged', async () => {
    const client = await connect(await addDevice());

    await client.publishAsync(upTopic(appKey, 'S1', 'telemetry'), '{"values":{"t":21}}', { qos: 1 });
    const { data } = await call(contract.event.list, { params: { appKey, sn: 'S1' }, query: { type: 'device.telemetry' } });

    expect(data.list).toEqual([expect.objectContaining({ type: 'device.telemetry', data: { values: { t: 21 } } })]);
  });

  test('in its birth message is the version it runs', async () => {
    const client = await connect(await addDevice());

    await client.publishAsync(upTopic(appKey, 'S1', 'status'), JSON.stringify({ packet: { name: 'cam', version: '2.1.0' } }), { qos: 1 });

    const { data } = await call(contract.device.read, { params: { appKey, sn: 'S1' } });
    expect(data).toMatchObject({ packetName: 'cam', packetVersion: '2.1.0' });
  });

  test('is listed newest first, by type, and page by page', async () => {
    const client = await connect(await addDevice());
    for (let n = 0; n < 5; n++) await client.publishAsync(upTopic(appKey, 'S1', 'event/door'), JSON.stringify({ data: { n } }), { qos: 1 });

    const ask = (cursor?: number) =>
      call(contract.event.list, { params: { appKey, sn: 'S1' }, query: { type: 'device.event', limit: 2, ...(cursor && { cursor }) } });
    const pages = [];
    for (let cursor: number | null | undefined; cursor !== null; ) {
      const { data } = await ask(cursor);
      pages.push(data.list.map((event) => (event.data as { data: { n: number } }).data.n));
      cursor = data.nextCursor;
    }

    expect(pages).toEqual([[4, 3], [2, 1], [0]]);
  });

  test('when it cannot be read is told of, and neither lost nor the end of the connection', async () => {
    const client = await connect(await addDevice());

    await client.publishAsync(upTopic(appKey, 'S1', 'telemetry'), 'not json', { qos: 1 });

    expect((await timeline())[0]).toMatchObject({ type: 'device.invalid', name: 'telemetry', data: { problem: 'not-json' } });
    expect(client.connected).toBe(true);
  });

  test('when it cannot be read is told of at once whatever the topic and the problem; of a flood it is said how large it was', async () => {
    const client = await connect(await addDevice());
    const say = (name: Parameters<typeof upTopic>[2], payload: string) =>
      client.publishAsync(upTopic(appKey, 'S1', name), payload, { qos: 1 });
    const told = async () =>
      (await timeline())
        .filter(({ type }) => type === 'device.invalid')
        .map(({ name, data }) => [name, (data as { problem: string }).problem, (data as { more?: number }).more]);

    for (let n = 0; n < 30; n++) await say('telemetry', `not json ${n}`);
    await say('event/door', 'not json');
    await say('telemetry', '{"temperature":21}');
    const first = Array.from({ length: 5 }, () => ['telemetry', 'not-json', undefined]);
    expect(await told()).toEqual([['telemetry', 'wrong-shape', undefined], ['event', 'not-json', undefined], ...first]);

    stage.pass(10_000);
    await say('telemetry', 'still not json');
    await say('telemetry', 'and again');
    expect((await told()).slice(0, 2)).toEqual([
      ['telemetry', 'not-json', undefined],
      ['telemetry', 'not-json', 25],
    ]);
  });

  test('is not heard by a device that asks for topics of others: it is told which one was refused', async () => {
    const secret = await addDevice();
    const client = await connect(secret);
    const ask = (filter: string) => client.subscribeAsync(filter).catch(() => undefined);

    await ask(`v1/${appKey}/S1/down/#`);
    await ask(`v1/${appKey}/S2/down/#`);
    await ask(`v1/${appKey}/S1/donw/${secret}`);

    const allowed = `v1/${appKey}/S1/down/#`;
    const problems = () => call(contract.event.list, { params: { appKey, sn: 'S1' }, query: { problem: 'true' } });
    const { data } = await eventually(problems, ({ data }) => data.list.length === 2);
    // In any order: the device is answered before its refusal is stored, so two within a millisecond may pass each other.
    expect(data.list.map(({ type }) => type)).toEqual(['device.subscription.refused', 'device.subscription.refused']);
    expect(data.list.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { topic: `v1/${appKey}/S1/donw/••••••`, allowed },
        { topic: `v1/${appKey}/S2/down/#`, allowed },
      ]),
    );
  });

  test('is told of more topics of its own than it may listen to', async () => {
    const client = await connect(await addDevice());
    const names = Array.from({ length: 51 }, (_, n) => `${String.fromCharCode(97 + (n % 26))}${'x'.repeat(n)}`);
    await client.subscribeAsync(names.map((name) => `v1/${appKey}/S1/down/${name}`)).catch(() => undefined);

    const problems = () => call(contract.event.list, { params: { appKey, sn: 'S1' }, query: { problem: 'true' } });
    const { data } = await eventually(problems, ({ data }) => data.list.length === 1);
    expect(data.list[0]?.data).toEqual({ topic: `v1/${appKey}/S1/down/${names[50]}`, most: 50 });
  });

  test('to a topic that the protocol does not have is told of, where a broker lets it through', async () => {
    await addDevice();
    const topic = `v1/${appKey}/S1/up/event/温度`;
    await stage.platform.gate.received({ topic, payload: Buffer.from('{}') });
    await stage.platform.gate.received({ topic: topic.replace('S1', 'S2'), payload: Buffer.from('{}') });

    const [told] = await eventually(timeline, ({ length }) => length === 1);
    expect(told).toMatchObject({ type: 'device.invalid', name: 'event/温度', data: { problem: 'wrong-topic', topic } });
  });

  test.each([
    ['somebody else’s topic', () => upTopic(appKey, 'S2', 'telemetry'), '{"values":{}}', 'not_authorized'],
    ['a topic of its own making', () => `v1/${appKey}/S1/up/anything`, '{}', 'not_authorized'],
    ['more than 64 KB', () => upTopic(appKey, 'S1', 'telemetry'), ' '.repeat(65 * 1024), 'bad_payload'],
  ])('to %s ends the connection, and the reason and the topic are kept', async (_, topic, payload, reason) => {
    const client = await connect(await addDevice());
    await shown('online');

    client.publish(topic(), payload, { qos: 1 });
    await shown('offline');

    expect((await timeline())[0]).toMatchObject({ type: 'device.offline', reason, data: { topic: topic() } });
    const { data } = await call(contract.event.diagnose, { params: { appKey, sn: 'S1' } });
    expect(data.causes).toMatchObject([{ topic: topic() }]);
  });

  test.each([
    ['very long', () => `v1/${'x'.repeat(5000)}`, () => `v1/${'x'.repeat(253)}`],
    ['with its secret in it', (secret: string) => `v1/${appKey}/${secret}/up/telemetry`, () => `v1/${appKey}/••••••/up/telemetry`],
    ['with its secret where it is cut off', (secret: string) => `v1/${'x'.repeat(240)}/${secret}`, () => `v1/${'x'.repeat(240)}/••••••`],
  ])('to a topic %s is told with what may be known of it', async (_, topic, told) => {
    const secret = await addDevice();
    const client = await connect(secret);
    await shown('online');

    client.publish(topic(secret), '{}', { qos: 1 });
    await shown('offline');

    expect((await timeline())[0]?.data).toEqual({ topic: told() });
  });

  test('faster than anybody may ends the connection; a burst of a hundred does not', async () => {
    const client = await connect(await addDevice());
    const topic = upTopic(appKey, 'S1', 'telemetry');
    await Promise.all(Array.from({ length: 100 }, () => client.publishAsync(topic, '{"values":{}}', { qos: 1 })));
    expect(client.connected).toBe(true);

    for (let n = 0; n < 600; n++) client.publish(topic, '{"values":{}}');
    await shown('offline');

    expect((await timeline())[0]).toMatchObject({ type: 'device.offline', reason: 'rate_limited' });
  });

  test('listening anywhere but below its own down/ is refused with 128', async () => {
    const client = await connect(await addDevice());

    await expect(client.subscribeAsync('#')).rejects.toThrow();
    expect(await client.subscribeAsync(`v1/${appKey}/S1/down/#`)).toEqual([expect.objectContaining({ qos: 0 })]);
  });
});

test('it is known whether a connected device listens where it is sent its configuration and told of upgrades', async () => {
  const params = { appKey, sn: 'S1' };
  const twin = async () => (await call(contract.config.read, { params })).data;
  const client = await connect(await addDevice());
  await shown('online');
  await call(contract.config.change, { params, headers: { 'if-match': '"0"' }, query: {}, body: { log: { level: 'info' } } });
  const { data: packet } = await call(contract.packet.upload, {
    body: { name: 'camera', version: '2.0.0' },
    file: new File(['content'], 'camera.bin'),
  });
  const { data: upgrade } = await call(contract.upgrade.create, { params, body: { packetId: packet.id, target: { sns: ['S1'] } } });
  const listed = async () =>
    (await call(contract.upgrade.devices, { params: { appKey, id: upgrade.id }, query: {} })).data.list[0]?.listens;
  // Unknown at first, because the device may still subscribe.
  expect([(await twin()).listens, await listed()]).toEqual([undefined, undefined]);

  stage.pass(3000);
  expect([(await twin()).listens, await listed()]).toEqual([false, false]);
  const { data: sync } = await call(contract.config.readSync, { params, body: { sns: ['S1'] } });
  expect(sync.list).toMatchObject([{ sn: 'S1', sync: 'waiting', listens: false }]);

  await client.subscribeAsync(`v1/${appKey}/S1/down/config/desired`, { qos: 1 });
  expect([(await twin()).listens, await listed()]).toEqual([true, false]);
  await client.subscribeAsync(`v1/${appKey}/S1/down/#`, { qos: 1 });
  expect(await listed()).toBe(true);

  await client.endAsync();
  await shown('offline');
  expect([(await twin()).listens, await listed()]).toEqual([undefined, undefined]);
});
