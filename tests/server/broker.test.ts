import { contract } from '../../contract';
import { clientIdOf, upTopic } from '../../contract/topics';
import { startDevice } from '../../device-kit/device';
import { addDevice, appKey, call, connect, enable, projectId, setBrokerStage, shown, stage, timeline, url } from '../support/broker-stage';
import { eventually } from '../support/eventually';

setBrokerStage();

describe('connecting', () => {
  test('with its secret a device is online, and offline once it has said goodbye', async () => {
    const client = await connect(await addDevice());
    expect(await shown('online')).toMatchObject({ address: '127.0.0.1' });

    await client.endAsync();
    await shown('offline');

    expect((await timeline()).map(({ type, reason }) => [type, reason])).toEqual([
      ['device.offline', 'normal'],
      ['device.online', undefined],
    ]);
  });

  test('a device that breaks off is offline because the connection was closed', async () => {
    const client = await connect(await addDevice());
    await shown('online');

    client.stream.destroy();
    await shown('offline');

    expect((await timeline())[0]).toMatchObject({ type: 'device.offline', reason: 'tcp_closed' });
  });

  test('a silent device is offline after one and a half keepalives', async () => {
    const client = await connect(await addDevice(), 'S1', { keepalive: 1, reschedulePings: false });
    (client as unknown as { keepaliveManager: { destroy(): void } }).keepaliveManager.destroy();
    await shown('online');
    await shown('offline');

    expect((await timeline())[0]).toMatchObject({ type: 'device.offline', reason: 'keepalive_timeout' });
  });

  test('a second connection replaces the first, and the device stays online', async () => {
    const secret = await addDevice();
    const first = await connect(secret);
    await shown('online');
    const gone = new Promise<void>((closed) => first.once('close', () => closed()));

    await connect(secret);
    await gone;
    await stage.platform.ingest.settle();

    expect(await shown('online')).toMatchObject({ state: 'online' });
    const types = (await timeline()).map(({ type }) => type);
    expect(types.filter((type) => type === 'device.offline')).toEqual([]);
  });
});

describe('a live connection ends at once', () => {
  test.each([
    ['disabling the device', () => enable(false), 'disabled', 'disabled'],
    [
      'disabling a selection',
      () => call(contract.device.disableMany, { params: { appKey }, body: { filter: {} } }),
      'disabled',
      'disabled',
    ],
    ['resetting the secret', () => call(contract.device.resetSecret, { params: { appKey, sn: 'S1' } }), 'offline', 'secret_reset'],
    ['kicking it', () => call(contract.broker.kick, { params: { appKey, sn: 'S1' } }), 'offline', 'kicked'],
    [
      'disabling the project',
      () => call(contract.application.switch, { params: { id: projectId }, body: { id: projectId, status: 'disabled' } }),
      'offline',
      'disabled',
    ],
  ])('by %s', async (_, end, state, reason) => {
    const client = await connect(await addDevice());
    await shown('online');
    const closed = new Promise<void>((done) => client.once('close', () => done()));

    await end();
    await closed;

    await shown(state);
    const [last] = await eventually(timeline, ([newest]) => newest?.type === 'device.offline');
    expect(last).toMatchObject({ reason, address: '127.0.0.1' });
  });

  test.each([
    ['deleting the device', () => call(contract.device.remove, { params: { appKey, sn: 'S1' } })],
    ['deleting a selection', () => call(contract.device.removeMany, { params: { appKey }, body: { sns: ['S1'] } })],
    ['deleting the project', () => call(contract.application.remove, { params: { id: projectId } })],
  ])('by %s', async (_, end) => {
    const client = await connect(await addDevice());
    await shown('online');
    const closed = new Promise<void>((done) => client.once('close', () => done()));

    await end();

    await closed;
  });
});

test('disabling a project answers when its connections have ended', async () => {
  await connect(await addDevice());
  await shown('online');
  const { data } = await call(contract.application.switch, { params: { id: projectId }, body: { id: projectId, status: 'disabled' } });
  expect(data).toMatchObject({ deviceCount: 1, onlineCount: 0 });
});

test('the broker tells of a connection in EMQX’s words, to its owner only', async () => {
  const client = await connect(await addDevice());
  await shown('online');
  await client.publishAsync(upTopic(appKey, 'S1', 'telemetry'), '{"values":{}}', { qos: 1 });
  const id = clientIdOf(appKey, 'S1');

  const { data } = await call(contract.broker.client, { params: { id } });
  expect(data).toMatchObject({
    clientid: id,
    connected: true,
    ip_address: '127.0.0.1',
    proto_name: 'MQTT',
    proto_ver: 4,
    keepalive: 60,
    recv_msg: 1,
  });

  const stranger = await stage.signIn();
  expect(await stranger.call(contract.broker.client, { params: { id } })).toMatchObject({ status: 404 });
});

test('after a restart devices that did not come back are shown offline', async () => {
  const secret = await addDevice();
  await stage.platform.gate.connected({ clientId: clientIdOf(appKey, 'S1'), connectedAt: Date.now() - 5000, address: '10.0.0.1' });
  await shown('online');

  await stage.platform.sweep();

  expect(await shown('offline')).toBeTruthy();
  expect((await timeline())[0]).toMatchObject({ reason: 'platform_restarted' });
  await connect(secret);
  await shown('online');
});

test('the device kit goes on trying while it is refused, and is back by itself once it may be', async () => {
  const secret = await addDevice();
  const heard: (number | undefined)[] = [];
  const kit = startDevice({
    url,
    appKey,
    sn: 'S1',
    secret,
    telemetryEveryMs: 0,
    onSaid: ({ kind, returnCode }) => kind === 'refused' && heard.push(returnCode),
  });
  await shown('online');
  await enable(false);
  await eventually(() => heard.length > 0);
  await enable(true);

  await shown('online');
  expect(new Set(heard)).toEqual(new Set([4]));
  await kit.stop();
});
