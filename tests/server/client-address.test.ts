import { connectAsync } from 'mqtt';
import { WebSocket } from 'ws';
import { contract } from '../../contract';
import { clientIdOf } from '../../contract/topics';
import { eventually } from '../support/eventually';
import { startPlatform, type TestPlatform } from '../support/platform';

/** The first address was sent by the client, the second was appended by the proxy in front of the platform. */
const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
let stage: TestPlatform;

afterEach(() => stage.close());

test.each([
  { trustProxy: true, address: '203.0.113.7' },
  { trustProxy: '127.0.0.1, 203.0.113.0/24', address: '198.51.100.1' },
  { trustProxy: false, address: '127.0.0.1' },
])('a device that comes by WebSocket has its own address behind a proxy that is believed: $trustProxy', async ({ trustProxy, address }) => {
  stage = await startPlatform({ trustProxy });
  const { call } = await stage.signIn();
  const { appKey } = (await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } })).data;
  const { secret } = (await call(contract.device.create, { params: { appKey }, body: { sn: 'S1' } })).data;
  const base = await stage.app.listen({ host: '127.0.0.1', port: 0 });
  const clientId = clientIdOf(appKey, 'S1');

  const line = await connectAsync(`${base.replace('http', 'ws')}/mqtt`, {
    clientId,
    username: clientId,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
    wsOptions: { headers },
  });

  const { data } = await eventually(
    () => call(contract.device.read, { params: { appKey, sn: 'S1' } }),
    ({ data }) => data.state === 'online',
  );
  expect(data.address).toBe(address);
  await line.endAsync();
});

test('who guesses tickets of depth streams behind a proxy keeps nobody else there from trying', async () => {
  stage = await startPlatform({ trustProxy: true });
  const base = await stage.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `${base.replace('http', 'ws')}/v1/platform/${'a'.repeat(20)}/device/S1/depth`;
  const statusFor = (forwardedFor: string) =>
    new Promise<number | undefined>((answered) => {
      const socket = new WebSocket(url, ['depth.v1', 'ticket.wrong'], { headers: { 'x-forwarded-for': forwardedFor } });
      socket.on('error', () => {});
      socket.on('unexpected-response', (_, { statusCode }) => answered(statusCode));
    });

  const guessed: (number | undefined)[] = [];
  for (let n = 0; n < 301; n++) guessed.push(await statusFor('203.0.113.7'));

  expect(guessed.slice(0, 300).every((status) => status === 401)).toBe(true);
  expect(guessed[300]).toBe(429);
  expect(await statusFor('203.0.113.8')).toBe(401);
});
