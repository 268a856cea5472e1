import { contract } from '../../contract';
import type { JsonObject } from '../../contract/merge-patch';
import { clientIdOf, upTopic } from '../../contract/topics';
import { type Call, startPlatform, type TestPlatform } from './platform';

const { config, device } = contract;

export const SECRET = 'hunter22-of-the-barn';
export const wifi = { network: { wifi: { ssid: 'barn', password: SECRET } } };

// Created anew for each test.
export let stage: TestPlatform;
/** Calls the API as li@example.com. */
export let call: Call;
export let appKey: string;
export let applicationId: number;
/** The messages published to devices. */
export const sent: { topic: string; payload: { version: number; state: JsonObject } }[] = [];

/** Starts for each test of a file a platform where li has a project with one device, S1, without configuration. */
export function setConfigStage() {
  beforeEach(async () => {
    stage = await startPlatform();
    ({ call } = await stage.signIn('li@example.com'));
    ({
      data: { appKey, id: applicationId },
    } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } }));
    await call(device.create, { params: { appKey }, body: { sn: 'S1' } });
    sent.splice(0);
    stage.platform.broker.publish = async (topic, payload) => void sent.push({ topic, payload: payload as never });
  });
  afterEach(() => stage.close());
}

export const at = (sn = 'S1') => ({ params: { appKey, sn } });
export const read = async (sn?: string) => (await call(config.read, at(sn))).data;
/** Changes the desired configuration. @param version of `If-Match`; `undefined` sends no header */
export const patch = (
  version: number | undefined,
  body: object,
  { sn = 'S1', note, language }: { sn?: string; note?: string; language?: string } = {},
) =>
  call(
    config.change,
    { ...at(sn), headers: version === undefined ? {} : { 'if-match': `"${version}"` }, query: note ? { note } : {}, body: body as never },
    language ? { 'accept-language': language } : {},
  );
export const rollback = (version: number, { note, basedOn }: { note?: string; basedOn?: number } = {}) =>
  call(config.rollback, { ...at(), headers: basedOn === undefined ? {} : { 'if-match': `"${basedOn}"` }, body: { version, note } });
export const revisions = async () => (await call(config.revisions, at())).data.list;
/** A message from a device. */
export const says = (name: Parameters<typeof upTopic>[2], payload: object, sn = 'S1') =>
  stage.platform.gate.received({ topic: upTopic(appKey, sn, name), payload: Buffer.from(JSON.stringify(payload)) });
/** S1 reports its configuration. */
export const reports = (version: number, state: object, result = 'ok', errors: object[] = []) =>
  says('config/reported', { version, state, result, errors });
export const connects = (sn = 'S1') =>
  stage.platform.gate.connected({ clientId: clientIdOf(appKey, sn), connectedAt: stage.platform.now(), address: '10.0.0.7' });
/** The events of S1. */
export const story = async () => (await call(contract.event.list, { ...at(), query: {} })).data.list;
