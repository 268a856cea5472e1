import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { contract } from '../../contract';
import { clientIdOf } from '../../contract/topics';
import { eventually } from './eventually';
import { type Call, startPlatform, type TestPlatform } from './platform';

// Created anew for each test.
export let stage: TestPlatform;
export let call: Call;
export let appKey: string;
export let projectId: number;
/** The broker's URL. */
export let url: string;
const open = new Set<MqttClient>();

/** Starts for each test of a file a platform with its own broker, an account and a project without devices. */
export function setBrokerStage() {
  beforeEach(async () => {
    stage = await startPlatform({ mqttPort: 0 });
    ({ call } = await stage.signIn());
    const { data } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } });
    ({ appKey, id: projectId } = data);
    url = `mqtt://127.0.0.1:${stage.platform.config.mqttPort}`;
  });

  afterEach(async () => {
    await Promise.all([...open].map((client) => client.endAsync(true)));
    open.clear();
    await stage.close();
  });
}

/** @returns the device's secret */
export async function addDevice(sn = 'S1') {
  const { data } = await call(contract.device.create, { params: { appKey }, body: { sn } });
  return data.secret;
}

/** Connects a device; it is disconnected after the test. @throws if the broker refuses it */
export async function connect(secret: string, sn = 'S1', options: IClientOptions = {}) {
  const clientId = clientIdOf(appKey, sn);
  const client = await connectAsync(
    url,
    { clientId, username: clientId, password: secret, protocolVersion: 4, reconnectPeriod: 0, ...options },
    false,
  );
  open.add(client);
  return client;
}

/** Waits until the API shows a device in a state. It polls, because there is no promise for effects of MQTT packets. */
export async function shown(state: string, sn = 'S1') {
  const ask = async () => (await call(contract.device.read, { params: { appKey, sn } })).data;
  const data = await eventually(ask, (device) => device.state === state);
  await stage.platform.ingest.settle();
  return data;
}

/** Enables or disables S1. */
export const enable = (enabled: boolean) => call(contract.device.update, { params: { appKey, sn: 'S1' }, body: { enabled } });

/** The events of a device, newest first. */
export const timeline = async (sn = 'S1') => {
  await stage.platform.ingest.settle();
  const { data } = await call(contract.event.list, { params: { appKey, sn }, query: { limit: 100 } });
  return data.list;
};
