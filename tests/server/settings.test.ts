import { contract } from '../../contract';
import { startPlatform } from '../support/platform';

const { read } = contract.settings;
const readWith = async (changes: Parameters<typeof startPlatform>[0], headers = { host: '127.0.0.1:8000' }) => {
  const platform = await startPlatform(changes);
  const { data } = await platform.call(read, {}, headers);
  await platform.close();
  return data;
};

test('anyone may read what a client has to know', async () => {
  expect(await readWith({})).toEqual({
    productName: 'IoT Base',
    version: 'development',
    adminExists: false,
    emailCode: false,
    registration: 'open',
    docsUrl: '/docs',
    downloadBase: 'http://127.0.0.1:5000',
    mqttUrl: 'mqtt://127.0.0.1:1883',
    mqttWsUrl: 'ws://127.0.0.1:8000/mqtt',
  });
});

test('who reaches the platform by another name is told that name', async () => {
  const data = await readWith({ host: '0.0.0.0' }, { host: 'factory.local:9000' });

  expect(data).toMatchObject({
    downloadBase: 'http://factory.local:5000',
    mqttUrl: 'mqtt://factory.local:1883',
    mqttWsUrl: 'ws://factory.local:9000/mqtt',
  });
  expect((await readWith({}, { host: 'no host at all' })).mqttUrl).toBe('mqtt://127.0.0.1:1883');
});

test('behind a proxy the public addresses are told', async () => {
  const data = await readWith({
    publicUrl: 'https://iot.example.com',
    downloadUrl: 'https://files.example.com',
    docsUrl: 'https://docs.example.com',
  });

  expect(data).toMatchObject({
    docsUrl: 'https://docs.example.com',
    downloadBase: 'https://files.example.com',
    mqttUrl: 'mqtt://iot.example.com:1883',
    mqttWsUrl: 'wss://iot.example.com/mqtt',
  });
});

test('the operator names the product and closes registration', async () => {
  expect(await readWith({ productName: '云图物联', registration: 'closed' })).toMatchObject({
    productName: '云图物联',
    registration: 'closed',
  });
});
