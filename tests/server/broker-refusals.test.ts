import { contract } from '../../contract';
import { clientIdOf, upTopic } from '../../contract/topics';
import { addDevice, appKey, call, connect, enable, projectId, setBrokerStage, shown, stage, timeline } from '../support/broker-stage';
import { eventually } from '../support/eventually';

setBrokerStage();

const causes = async () => (await call(contract.event.diagnose, { params: { appKey, sn: 'S1' } })).data.causes.map(({ code }) => code);

describe('connecting', () => {
  test.each([
    ['a wrong secret', async () => connect('x'.repeat(43))],
    ['an unknown device', async () => connect('x', 'S2')],
    ['a user name that is not the client id', async () => connect('x', 'S1', { username: 'S1' })],
    ['a client id of another form', async () => connect('x', 'S1', { clientId: '$SYS', username: '$SYS' })],
  ])('with %s it is refused, and not told why', async (_, attempt) => {
    await addDevice();

    await expect(attempt()).rejects.toMatchObject({ code: 4 });
  });

  test('a refused secret is told of in the timeline, once for a flood; the next one says how many were left out', async () => {
    await addDevice();
    for (let n = 0; n < 5; n++) await connect('wrong').catch(() => {});
    const refused = { type: 'device.refused', reason: 'wrong_secret', address: '127.0.0.1' };
    expect(await timeline()).toEqual([expect.objectContaining({ ...refused, data: null })]);

    stage.pass(10_000);
    await connect('wrong').catch(() => {});
    stage.pass(10_000);
    await connect('wrong').catch(() => {});
    expect((await timeline()).map(({ data }) => data)).toEqual([null, { more: 4 }, null]);
  });

  test('who tried too often is refused for a while, with the right secret, too: that is told, and how often', async () => {
    const secret = await addDevice();
    for (let n = 0; n < 22; n++) await connect('wrong').catch(() => {});
    await expect(connect(secret)).rejects.toMatchObject({ code: 4 });
    expect((await timeline()).map(({ reason }) => reason)).toEqual(['too_many_tries', 'wrong_secret']);
    expect(await causes()).toEqual(['wrongSecret', 'tooManyTries', 'neverConnected']);
    stage.pass(11_000);
    await connect(secret);
    await shown('online');
    expect((await timeline()).map(({ type, data }) => [type, (data as { more?: number } | null)?.more])).toEqual([
      ['device.online', undefined],
      ['device.refused', 1],
      ['device.refused', 18],
      ['device.refused', undefined],
      ['device.refused', undefined],
    ]);
  });

  test('what was left out of refusals is told before it comes online and speaks, with the time of the last', async () => {
    const secret = await addDevice();
    for (let n = 0; n < 3; n++) {
      await connect('wrong').catch(() => {});
      stage.pass(1000);
    }
    stage.pass(4000);
    const client = await connect(secret);
    // An immediate message must be listed after the connection.
    await client.publishAsync(upTopic(appKey, 'S1', 'telemetry'), '{"values":{"t":21}}', { qos: 1 });
    await shown('online');

    const events = await timeline();
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['device.telemetry', { values: { t: 21 } }],
      ['device.online', null],
      ['device.refused', { more: 1 }],
      ['device.refused', null],
    ]);
    const [, onlineAt = 0, lastAt = 0, firstAt = 0] = events.map(({ ts }) => Date.parse(ts));
    expect(onlineAt - lastAt).toBeGreaterThanOrEqual(5000);
    expect(lastAt - firstAt).toBeGreaterThanOrEqual(2000);
  });

  test.each([
    ['a client id that its library made up', { clientId: 'mqttjs_7' }],
    ['another user name', { username: 'S1' }],
    ['the client id of another project', { clientId: `${'x'.repeat(20)}.S1` }],
  ])('with its secret and %s it is refused, which is told in the timeline with both names', async (_, names) => {
    const secret = await addDevice();
    await expect(connect(secret, 'S1', names)).rejects.toMatchObject({ code: 4 });

    const own = clientIdOf(appKey, 'S1');
    expect(await timeline()).toEqual([
      expect.objectContaining({
        type: 'device.refused',
        reason: 'names_differ',
        address: '127.0.0.1',
        data: { clientId: own, username: own, ...names },
      }),
    ]);
  });

  test.each([
    ['the secret', (secret: string) => secret, '••••••'],
    ['its name and its secret', (secret: string) => `S1:${secret}`, 'S1:••••••'],
    ['a long name that ends in the secret', (secret: string) => `${'x'.repeat(120)}${secret}`, `${'x'.repeat(120)}••••••`],
  ])('with %s as user name it is refused, and the secret is not told', async (_, typed, told) => {
    const secret = await addDevice();
    await expect(connect(secret, 'S1', { username: typed(secret) })).rejects.toMatchObject({ code: 4 });

    expect(await timeline()).toEqual([
      expect.objectContaining({ reason: 'names_differ', data: { clientId: clientIdOf(appKey, 'S1'), username: told } }),
    ]);
  });

  test('a program with its secret and another name does not keep it out', async () => {
    const secret = await addDevice();
    for (let n = 0; n < 20; n++) await connect(secret, 'S1', { clientId: `lib-${n}` }).catch(() => {});
    await connect(secret);
  });

  test('who has not the secret is told of as that, whatever the client id, and is soon refused unasked under any', async () => {
    const secret = await addDevice();
    for (let n = 0; n < 20; n++) await connect('wrong', 'S1', { clientId: `guess-${n}` }).catch(() => {});

    expect(await timeline()).toEqual([expect.objectContaining({ reason: 'wrong_secret', data: null })]);
    await expect(connect(secret)).rejects.toMatchObject({ code: 4 });
    stage.pass(10_000);
    await connect(secret);
  });

  test('a disabled device and a device of a disabled project are refused', async () => {
    const secret = await addDevice();
    await call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled: false } });
    await expect(connect(secret)).rejects.toMatchObject({ code: 4 });

    await call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled: true } });
    await call(contract.application.switch, { params: { id: projectId }, body: { id: projectId, status: 'disabled' } });
    await expect(connect(secret)).rejects.toMatchObject({ code: 4 });
  });
});

describe('why is it offline', () => {
  test('it never connected', async () => {
    await addDevice();
    expect(await causes()).toEqual(['neverConnected']);
  });

  test('a wrong secret was tried', async () => {
    await addDevice();
    await connect('wrong').catch(() => {});
    await stage.platform.ingest.settle();
    expect(await causes()).toEqual(['wrongSecret', 'neverConnected']);
  });

  test('its secret came with another client id', async () => {
    await connect(await addDevice(), 'S1', { clientId: 'mqttjs_7' }).catch(() => {});
    await stage.platform.ingest.settle();
    expect(await causes()).toEqual(['namesDiffer', 'neverConnected']);
  });

  test('it was closed, disabled, or its project was', async () => {
    const client = await connect(await addDevice());
    await shown('online');
    await client.endAsync();
    await shown('offline');
    expect(await causes()).toEqual(['closedByDevice']);

    await call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled: false } });
    await call(contract.application.switch, { params: { id: projectId }, body: { id: projectId, status: 'disabled' } });
    expect((await causes()).slice(0, 2)).toEqual(['projectDisabled', 'deviceDisabled']);
  });

  test('it was disabled while it was online; enabled again, it is offline since then', async () => {
    await connect(await addDevice());
    await shown('online');
    await enable(false);
    await eventually(timeline, ([newest]) => newest?.type === 'device.offline');
    expect(await causes()).toEqual(['deviceDisabled']);

    stage.pass(60_000);
    await enable(true);
    const [ended] = await timeline();
    expect((await shown('offline')).stateSince).toBe(ended?.ts);
    expect(await causes()).toEqual(['wasDisabled']);
  });
});
