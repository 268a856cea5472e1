import { DAY_MS, HOUR_MS } from '../contract/duration';
import { UpgradeOutcome, upgrade } from '../contract/upgrade';
import { insertMany } from '../server/db/bulk';
import type { UpgradeRow } from '../server/db/tables';
import type { AuthoredPacket } from '../server/packet/queries';
import type { Platform } from '../server/platform';
import type { As } from './large-world';
import type { Project } from './project';

interface Story {
  version: string;
  state: UpgradeRow['state'];
  pausedBy?: UpgradeRow['pausedBy'];
  /** Days since its creation. */
  age: number;
  /** Its duration in hours; undefined if it is not over. */
  hours?: number;
  target: { tag?: string; percent?: number; chosen?: number };
  pauseThreshold?: number;
  note: string;
  /** The index in the project's devices from which they are chosen. */
  from: number;
  /** The number of devices by outcome. */
  outcomes: Partial<Record<UpgradeOutcome, number>>;
}

/** Upgrades in different states, the oldest first. */
const stories: Story[] = [
  {
    version: '1.3.0',
    state: 'finished',
    age: 180,
    hours: 30,
    target: {},
    note: '全部相机',
    from: 0,
    outcomes: { done: 290, failed: 6, timedOut: 11 },
  },
  {
    version: '1.4.2',
    state: 'cancelled',
    age: 74,
    hours: 2,
    target: { tag: '二号库' },
    note: '误选了二号库',
    from: 40,
    outcomes: { done: 12, cancelled: 114 },
  },
  { version: '1.4.2', state: 'finished', age: 70, hours: 55, target: { percent: 55 }, note: '', from: 20, outcomes: { done: 209 } },
  {
    version: '1.5.0-beta.1',
    state: 'paused',
    pausedBy: 'failures',
    age: 5,
    target: { percent: 10 },
    pauseThreshold: 20,
    note: '先试一成，失败超过两成就停',
    from: 100,
    outcomes: { done: 9, failed: 5, waiting: 24 },
  },
  {
    version: '1.5.0-beta.1',
    state: 'paused',
    pausedBy: 'person',
    age: 3,
    target: { chosen: 8 },
    note: '等现场确认',
    from: 0,
    outcomes: { done: 3, waiting: 5 },
  },
];

const ERRORS = ['checksum mismatch', 'no space left on device', 'battery below 20 %', 'download interrupted'];

/** Adds past upgrades to a project. */
export async function addUpgrades(
  { db, now }: Platform,
  { plan, id: applicationId, devices }: Project,
  packets: AuthoredPacket[],
  createdBy: string,
) {
  const placeOf = (version: string) => packets.findIndex((packet) => packet.name === 'depth-cam' && packet.version === version);
  for (const { version, age, hours, from, outcomes, target, pausedBy = '', pauseThreshold = 0, ...story } of stories) {
    const packet = cameraPacket(packets, version);
    const createdAt = now() - age * DAY_MS;
    const finishedAt = hours ? createdAt + hours * HOUR_MS : 0;
    const { id: upgradeId } = await db
      .insertInto('upgrade')
      .values({
        ...story,
        applicationId,
        packetId: packet.id,
        packetName: packet.name,
        packetVersion: packet.version,
        packetSize: packet.size,
        target: JSON.stringify(target),
        pauseThreshold,
        pausedBy,
        prepared: 1,
        settled: finishedAt ? 1 : 0,
        createdBy,
        createdAt,
        waitingSince: createdAt,
        finishedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();

    // Successfully upgraded devices must be running this version or a later one.
    const isThrough = (device: Project['devices'][number]) => placeOf(device.version) >= placeOf(version);
    const isMeant = ({ n }: Project['devices'][number]) => !target.tag || plan.tags(n).includes(target.tag);
    const inOrder = [...devices.slice(from), ...devices.slice(0, from)].filter(isMeant);
    const [through, others] = [inOrder.filter(isThrough), inOrder.filter((device) => !isThrough(device))];
    const ends = UpgradeOutcome.options.flatMap((outcome) => Array.from({ length: outcomes[outcome] ?? 0 }, () => outcome));
    const rows = ends.map((outcome, place) => {
      // What was not done then may have been done later.
      const pool = outcome === 'done' || others.length === 0 ? through : others;
      const { id: deviceId, sn } = pool.shift() as { id: number; sn: string };
      return {
        upgradeId,
        deviceId,
        sn,
        outcome,
        percent: outcome === 'done' ? 100 : outcome === 'failed' ? 40 : 0,
        error: outcome === 'failed' ? (ERRORS[place % ERRORS.length] as string) : '',
        reason: '' as const,
        dueAt: null,
        changedAt: createdAt + (place + 1) * 90_000,
      };
    });
    await insertMany(db, 'upgradeDevice', rows);
    await insertMany(
      db,
      'upgradeCount',
      Object.entries(outcomes).map(([outcome, count]) => ({ upgradeId, outcome: outcome as UpgradeOutcome, count })),
    );
  }
}

/** Starts a real upgrade: cameras that are online execute it now, some without success; the others wait until they connect. */
export async function startUpgrade(as: As, { appKey, devices }: Project, packets: AuthoredPacket[]) {
  const old = devices.filter(({ n, fate }) => n % 4 === 0 && n <= 80 && fate !== 'disabled').map(({ sn }) => sn);
  const body = { packetId: cameraPacket(packets, '1.4.2').id, target: { sns: old }, note: '收尾：仍在 1.3.0 的相机' };
  await as(upgrade.create, { params: { appKey }, body });
}

const cameraPacket = (packets: AuthoredPacket[], version: string) =>
  packets.find((one) => one.name === 'depth-cam' && one.version === version) as AuthoredPacket;
