import mqtt from 'mqtt';
import type { Page } from 'playwright-core';
import { contract } from '../../contract';
import type { Application } from '../../contract/application';
import { clientIdOf } from '../../contract/topics';
import type { SignedIn } from './served';
import { stage } from './stage';

/** The owner of the projects and devices. */
export let developer: SignedIn;
let mqttUrl: string;
let server: ReturnType<typeof stage>['server'];

/** Starts the built product and a browser, with a developer's account for live devices. */
export function liveStage() {
  const staged = stage();
  ({ server } = staged);
  beforeAll(async () => {
    developer = await server().signUp('Developer');
    ({ mqttUrl } = await server().call(contract.settings.read));
  });
  return staged;
}

let projects = 0;

/** Creates a new project for a story. */
export const newProject = () => {
  projects += 1;
  return server().call(contract.application.create, { body: { name: `项目 ${projects}`, categoryId: 1 } }, developer.token);
};

export const newDevice = ({ appKey }: Application, sn: string) =>
  server().call(contract.device.create, { params: { appKey }, body: { sn } }, developer.token);

/** Connects a device to the broker over TCP. */
export function connect({ appKey }: Application, { sn, secret }: { sn: string; secret: string }) {
  const clientId = clientIdOf(appKey, sn);
  return mqtt.connectAsync(mqttUrl, {
    clientId,
    username: clientId,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
    keepalive: 60,
  });
}

export const row = (page: Page, sn: string) => page.getByRole('row').filter({ hasText: sn });
export const stateOf = (page: Page, sn: string, state: string) => row(page, sn).locator(`.state-tag[data-state=${state}]`);
export const devices = ({ appKey }: Application) => `/dashboard/${appKey}/device`;
export const drawer = (page: Page) => page.getByRole('dialog');
