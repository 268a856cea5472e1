import { contract } from '../contract';
import { DAY_MS, MINUTE_MS } from '../contract/duration';
import { folded } from '../server/db/text';
import type { Platform } from '../server/platform';
import type { As } from './large-world';
import type { LiveDevice } from './live';
import type { Settled } from './past-events';
import { appKeyOf, type Fate, fateOf, type Planned } from './projects';
import { recountStates } from './world';

const { application, device } = contract;

/** A created project of the mock. */
export interface Project {
  plan: Planned;
  id: number;
  appKey: string;
  /** Devices with their secrets and the packet version they report, '' if they were never online. */
  devices: (Settled & { secret: string; version: string })[];
}

/** Creates a project with its devices, none of them connected yet. */
export async function addProject(platform: Platform, as: As, plan: Planned): Promise<Project> {
  const { db, now } = platform;
  const appKey = appKeyOf(plan);
  const createdAt = now() - plan.age * DAY_MS;
  const { id } = await as(application.create, { body: { name: plan.name, description: plan.description, categoryId: 1 } });
  const search = folded(plan.name, appKey, plan.description);
  await db.updateTable('application').set({ appKey, search, createdAt, updatedAt: createdAt }).where('id', '=', id).execute();

  const devices = plan.devices > 0 ? await addDevices(platform, as, plan, { id, appKey }) : [];
  if (plan.isDisabled) await as(application.switch, { params: { id }, body: { id, status: 'disabled' } });
  return { plan, id, appKey, devices };
}

async function addDevices({ db, now }: Platform, as: As, plan: Planned, { id: applicationId, appKey }: { id: number; appKey: string }) {
  // Created in descending order, because the list shows the newest first, and should start with number 1.
  const numbers = Array.from({ length: plan.devices }, (_, index) => plan.devices - index);
  const drafts = numbers.map((n) => ({
    sn: plan.sn(n),
    name: plan.deviceName(n),
    tags: plan.tags(n),
    remark: n % 25 === 0 ? '镜头已更换' : '',
  }));
  const { created } = await as(device.createMany, { params: { appKey }, body: { devices: drafts } });
  const ids = new Map(
    (await db.selectFrom('device').select(['id', 'sn']).where('applicationId', '=', applicationId).execute()).map(({ id, sn }) => [sn, id]),
  );
  const devices = created.map(({ sn, secret }, index) => {
    const n = numbers[index] as number;
    const fate = fateOf(plan, n);
    const version = fate === 'inactive' || fate === 'disabled' ? '' : versionOf(plan, n);
    return { id: ids.get(sn) as number, applicationId, sn, secret, n, fate, version };
  });

  const disabled = devices.filter(({ fate }) => fate === 'disabled').map(({ sn }) => sn);
  if (disabled.length > 0) await as(device.disableMany, { params: { appKey }, body: { sns: disabled } });
  for (const { id, n, fate, version } of devices) {
    const createdAt = now() - Math.round(plan.age * DAY_MS * (0.2 + (0.7 * n) / plan.devices));
    const hasBeen = fate === 'offline' || fate === 'commuter';
    await db
      .updateTable('device')
      .set({
        createdAt,
        stateSince: createdAt,
        ...(hasBeen && { state: 'offline', packetName: plan.packet, packetVersion: version }),
      })
      .where('id', '=', id)
      .execute();
  }
  await recountStates(db, applicationId);
  return devices;
}

const versionOf = ({ packet }: Planned, n: number): string => {
  if (packet !== 'depth-cam') return { 'weather-station': '2.0.1', 'cold-box': '0.9.4', 'level-meter': '3.1.0' }[packet] ?? '1.0.0';
  // The devices upgraded to the beta version (upgrades.ts).
  if (n > 80 && n % 20 === 9) return '1.5.0-beta.1';
  return n % 11 === 0 ? '1.2.0' : n % 4 === 0 ? '1.3.0' : '1.4.2';
};

const TELEMETRY_MS = MINUTE_MS;
/** Devices on the first page of the list send telemetry more often. */
const BUSY = { upTo: 10, telemetryEveryMs: 4000 };

/** The devices of a project that are online permanently or from time to time. */
export function liveDevicesOf({ plan, appKey, devices }: Project): (LiveDevice & { fate: Fate })[] {
  return devices
    .filter(({ fate }) => fate === 'online' || fate === 'commuter')
    .map(({ sn, secret, n, fate, version }) => ({
      appKey,
      sn,
      secret,
      fate,
      packet: { name: plan.packet, version },
      telemetryEveryMs: n <= BUSY.upTo ? BUSY.telemetryEveryMs : TELEMETRY_MS,
      ...(plan.key === 'warehouse' && mannersOf(n)),
    }));
}

/** Whether the n-th camera of the warehouse does not support configurations. */
export const isDeaf = (n: number): boolean => n % 23 === 10;

/** How a camera of the warehouse handles configurations and upgrades: most accept them. */
function mannersOf(n: number): Pick<LiveDevice, 'config' | 'isDeaf' | 'failsUpgrades'> {
  const tooFast = [{ path: 'depth.fps', beyond: { is: '>' as const, limit: 20 } }];
  return {
    ...(n % 17 === 5 && { config: { rejects: tooFast } }),
    ...(n % 19 === 1 && n > 1 && { config: { leavesOut: tooFast } }),
    isDeaf: isDeaf(n),
    failsUpgrades: n % 5 === 0,
  };
}
