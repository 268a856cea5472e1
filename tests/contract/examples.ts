import type { Contract } from '../../contract';
import type { Endpoint, Input } from '../../contract/endpoint';
import type { Stage } from './stage';

type Example<E> = E extends Endpoint ? (stage: Stage) => Input<E> | Promise<Input<E>> : never;
type Examples = { [Feature in keyof Contract]: { [Name in keyof Contract[Feature]]: Example<Contract[Feature][Name]> } };

const password = 'green-contour-43';
const ofProject = ({ owner }: Stage) => ({ params: { appKey: owner.appKey } });
const ofDevice = ({ owner }: Stage) => ({ params: { appKey: owner.appKey, sn: owner.sn } });
const byId = ({ owner }: Stage) => ({ params: { id: owner.applicationId } });
const selected = (stage: Stage) => ({ ...ofProject(stage), body: { sns: [stage.owner.sn] } });

/** For every endpoint of the contract an input that its owner may send: without one, a new endpoint does not compile. */
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
  event: {
    list: (stage) => ({ ...ofDevice(stage), query: {} }),
    diagnose: ofDevice,
    stream: (stage) => ({ ...ofProject(stage), query: {} }),
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
