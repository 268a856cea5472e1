import type { Data, Endpoint, Input } from '../contract/endpoint';
import type { Platform } from '../server/platform';
import { addCallbacks } from './callbacks';
import { configure } from './configurations';
import { connectDevices } from './live';
import { addPackets } from './packets';
import { addPastEvents } from './past-events';
import { addProject, liveDevicesOf, type Project } from './project';
import { projects } from './projects';
import { until } from './until';
import { addUpgrades, startUpgrade } from './upgrades';
import { ADMIN, type Caller, DEVELOPER, signUp } from './world';

/** Calls the API as a given user. */
export type As = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Data<E>>;

/**
 * Creates the data of the mock: projects in every state, 500 devices, and a year of history. Devices that are online are connected by
 * MQTT. The data is the same each time, except for secrets, and for times, which are relative to now.
 */
export async function fillLargeWorld(call: Caller, platform: Platform) {
  const admin = await signUp(call, ADMIN, '管理员');
  const developer = await signUp(call, DEVELOPER, '林岚');
  const as: As = (endpoint, input) => call(endpoint, input, developer.token);

  const made: Project[] = [];
  for (const plan of projects) made.push(await addProject(platform, as, plan));
  const warehouse = made.find(({ plan }) => plan.key === 'warehouse') as Project;

  const live = made.flatMap(liveDevicesOf);
  const steady = live.filter(({ fate }) => fate === 'online');
  const { host } = platform.config;
  const devices = connectDevices(`mqtt://${host}:${platform.config.mqttPort}`, steady);
  await untilOnline(platform, steady.length);

  await configure(platform, warehouse, developer.user.name);
  await platform.settle();
  await addPastEvents(
    platform,
    made.flatMap(({ devices }) => devices),
  );
  const packets = await addPackets(platform, admin.user.id);
  await addUpgrades(platform, warehouse, packets, developer.user.name);
  await addCallbacks(platform, as, made);
  await startUpgrade(as, warehouse, packets);
  devices.commute(live.filter(({ fate }) => fate === 'commuter'));
  return { admin, developer, projects: made, devices };
}

const untilOnline = ({ db }: Platform, expected: number) =>
  until(`${expected} devices are online`, async () => {
    const { online } = await db
      .selectFrom('device')
      .select((q) => q.fn.countAll<number>().as('online'))
      .where('state', '=', 'online')
      .where('packetVersion', '!=', '')
      .executeTakeFirstOrThrow();
    return online === expected;
  });
