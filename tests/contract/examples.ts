import { type Contract, contract } from '../../contract';
import type { Endpoint } from '../../contract/endpoint';
import type { Sent } from '../support/platform';
import type { Stage } from './stage';

type Example<E> = E extends Endpoint ? (stage: Stage) => Sent<E> | Promise<Sent<E>> : never;
type Examples = { [Feature in keyof Contract]: { [Name in keyof Contract[Feature]]: Example<Contract[Feature][Name]> } };

const password = 'green-contour-43';
const ofProject = ({ owner }: Stage) => ({ params: { appKey: owner.appKey } });
const ofDevice = ({ owner }: Stage) => ({ params: { appKey: owner.appKey, sn: owner.sn } });
const byId = ({ owner }: Stage) => ({ params: { id: owner.applicationId } });
/** A project with a callback that has been tested, with a failure, because nothing listens there. */
async function withCallback(stage: Stage) {
  const { params } = ofProject(stage);
  await stage.owner.call(contract.webhook.save, { params, body: { url: 'http://127.0.0.1:8699/hook' } });
  const { data } = await stage.owner.call(contract.webhook.test, { params, body: {} });
  return { params, ofRecord: { params: { ...params, id: data.recordId } }, recordId: data.recordId };
}
const ofCallback = async (stage: Stage) => ({ params: (await withCallback(stage)).params });
const ofRecord = async (stage: Stage) => (await withCallback(stage)).ofRecord;
/** The admin's packet, uploaded on the first use. */
const aPacket = { name: 'camera', version: '1.0.0' };
const ofPacket = async ({ admin }: Stage) => {
  const { data: before } = await admin.call(contract.packet.check, { query: aPacket });
  if (before.taken) return { params: { id: before.taken.id } };
  const { data } = await admin.call(contract.packet.upload, { body: aPacket, file: new File(['content'], 'camera.bin') });
  return { params: { id: data.id } };
};
/** An upgrade of the owner's device, which is offline. */
async function withUpgrade(stage: Stage) {
  const { params } = await ofPacket(stage);
  const body = { packetId: params.id, target: { sns: [stage.owner.sn] } };
  const { data } = await stage.owner.call(contract.upgrade.create, { ...ofProject(stage), body });
  return { packetId: params.id, ofUpgrade: { params: { ...ofProject(stage).params, id: data.id } } };
}
const ofUpgrade = async (stage: Stage) => (await withUpgrade(stage)).ofUpgrade;
/** The owner's device with a first configuration. */
async function configured(stage: Stage) {
  const { params } = ofDevice(stage);
  await stage.owner.call(contract.config.change, {
    params,
    headers: { 'if-match': '"0"' },
    query: {},
    body: { telemetry: { intervalS: 30 } },
  });
  return { params };
}
const selected = (stage: Stage) => ({ ...ofProject(stage), body: { sns: [stage.owner.sn] } });

/** A valid input for every endpoint of the contract. A missing one is a type error. */
export const examples: Examples = {
  settings: { read: () => ({}) },
  account: {
    sendCode: () => ({ body: { email: 'new@example.com', purpose: 'register' } }),
    register: () => ({ body: { email: 'new@example.com', password } }),
    login: ({ owner }) => ({ body: { email: owner.email, password: owner.password } }),
    resetPassword: ({ owner }) => ({ body: { email: owner.email, code: owner.resetCode, password } }),
    logout: () => ({}),
    current: () => ({}),
    update: () => ({ body: { name: 'Lin' } }),
    changePassword: ({ owner }) => ({ body: { password: owner.password, newPassword: password } }),
    close: async ({ owner }) => {
      // Only an account without projects can be closed.
      await owner.call(contract.application.remove, { params: { id: owner.applicationId } });
      return { body: { password: owner.password } };
    },
    sessions: () => ({}),
    endSession: ({ owner }) => ({ params: { id: owner.otherSessionId } }),
    endOtherSessions: () => ({}),
  },
  application: {
    list: () => ({ query: {} }),
    create: () => ({ body: { name: 'Another project', categoryId: 1 } }),
    read: byId,
    update: (stage) => ({ ...byId(stage), body: { name: 'Renamed', categoryId: 1 } }),
    remove: byId,
    switch: (stage) => ({ ...byId(stage), body: { id: stage.owner.applicationId, status: 'disabled' } }),
    rotateSecret: (stage) => ({ ...byId(stage), body: {} }),
  },
  device: {
    list: (stage) => ({ ...ofProject(stage), query: {} }),
    create: (stage) => ({ ...ofProject(stage), body: { sn: 'SN-NEW' } }),
    createMany: (stage) => ({ ...ofProject(stage), body: { devices: [{ sn: 'SN-NEW' }, { sn: 'not an SN' }] } }),
    removeMany: selected,
    countMany: selected,
    enableMany: selected,
    disableMany: selected,
    tagMany: (stage) => ({ ...ofProject(stage), body: { filter: {}, add: ['outdoor'] } }),
    export: (stage) => ({ ...ofProject(stage), query: {} }),
    tags: ofProject,
    read: ofDevice,
    update: (stage) => ({ ...ofDevice(stage), body: { name: 'Door' } }),
    remove: ofDevice,
    resetSecret: ofDevice,
  },
  config: {
    read: configured,
    change: (stage) => ({
      ...ofDevice(stage),
      headers: { 'if-match': '"0"' },
      query: { note: '夜间' },
      body: { telemetry: { intervalS: 30 } },
    }),
    revisions: configured,
    rollback: async (stage) => ({ ...(await configured(stage)), headers: { 'if-match': '"1"' }, body: { version: 1 } }),
    changeMany: (stage) => ({ ...ofProject(stage), body: { filter: {}, patch: { telemetry: { intervalS: 30 } } } }),
    readSync: (stage) => ({ ...ofProject(stage), body: { sns: ['S1', 'S2'] } }),
    readSchema: ofProject,
    changeSchema: (stage) => ({ ...ofProject(stage), body: { schema: { type: 'object' } } }),
    checkSchema: (stage) => ({ ...ofProject(stage), body: { schema: { type: 'object' } } }),
    resetSchema: ofProject,
  },
  event: {
    list: (stage) => ({ ...ofDevice(stage), query: {} }),
    diagnose: ofDevice,
    stream: (stage) => ({ ...ofProject(stage), query: {} }),
  },
  depth: { ticket: (stage) => ({ ...ofDevice(stage), body: {} }) },
  bin: {
    read: async (stage) => {
      const { params } = ofProject(stage);
      const { data } = await stage.owner.call(contract.bin.open, { params, body: {} });
      await stage.owner.call(contract.webhook.save, { params, body: { url: data.url } });
      await stage.owner.call(contract.webhook.test, { params, body: {} });
      return { params, query: { limit: 5 } };
    },
    open: (stage) => ({ ...ofProject(stage), body: { answer: 'slow' } }),
    remove: ofProject,
  },
  webhook: {
    read: ofCallback,
    save: (stage) => ({ ...ofProject(stage), body: { url: 'https://example.com/hook', headers: { 'x-team': 'depth' } } }),
    check: (stage) => ({ ...ofProject(stage), body: { url: 'http://127.0.0.1:8699/hook' } }),
    switch: async (stage) => ({ ...(await ofCallback(stage)), body: { status: 'disabled' } }),
    rotateSecret: async (stage) => ({ ...(await ofCallback(stage)), body: {} }),
    test: async (stage) => ({ ...(await ofCallback(stage)), body: { type: 'device.online' } }),
    doctor: async (stage) => {
      const { params, recordId } = await withCallback(stage);
      return { params, body: { recordId } };
    },
    eventTypes: ofProject,
    stats: async (stage) => ({ ...(await ofCallback(stage)), query: {} }),
    records: async (stage) => ({ ...(await ofCallback(stage)), query: {} }),
    exportRecords: async (stage) => ({ ...(await ofCallback(stage)), query: {} }),
    resendable: async (stage) => ({ ...(await ofCallback(stage)), query: {} }),
    resendRecords: async (stage) => ({ ...(await ofCallback(stage)), body: { filter: {} } }),
    record: ofRecord,
    resend: ofRecord,
    replay: async (stage) => ({ ...(await ofRecord(stage)), body: { url: 'http://127.0.0.1:8699/other' } }),
  },
  packet: {
    all: async (stage) => (await ofPacket(stage)) && {},
    list: async (stage) => (await ofPacket(stage)) && { query: {} },
    check: () => ({ query: aPacket }),
    read: ofPacket,
    update: async (stage) => ({ ...(await ofPacket(stage)), body: { description: '- Clearer depth at night' } }),
    upload: () => ({ body: aPacket, file: new File(['content'], 'camera.bin') }),
    remove: ofPacket,
  },
  upgrade: {
    list: async (stage) => (await withUpgrade(stage)) && { ...ofProject(stage), query: { active: 'true' } },
    create: async (stage) => ({
      ...ofProject(stage),
      body: { packetId: (await ofPacket(stage)).params.id, target: { percent: 10, filter: {} }, pauseThresholdPercent: 20, note: 'first' },
    }),
    preview: async (stage) => ({
      ...ofProject(stage),
      body: { packetId: (await ofPacket(stage)).params.id, target: { tag: 'indoor' } },
    }),
    packets: async (stage) => (await ofPacket(stage)) && ofProject(stage),
    versions: ofProject,
    read: ofUpgrade,
    devices: async (stage) => ({ ...(await ofUpgrade(stage)), query: { outcome: 'waiting', keyword: 'sn' } }),
    retry: async (stage) => ({ ...(await ofUpgrade(stage)), body: {} }),
    pause: ofUpgrade,
    resume: ofUpgrade,
    cancel: ofUpgrade,
    ofDevice: async (stage) => (await withUpgrade(stage)) && ofDevice(stage),
  },
  broker: {
    client: async ({ owner }) => {
      await owner.connect();
      return { params: { id: owner.clientId } };
    },
    kick: async (stage) => {
      await stage.owner.connect();
      return ofDevice(stage);
    },
  },
};
