import { z } from 'zod';
import { AppKey } from './application';
import { DeviceFilter, DeviceState, Tag } from './device';
import { MINUTE_MS } from './duration';
import { endpoint } from './endpoint';
import { rule } from './field-text';
import { Id } from './id';
import { PacketChoice } from './packet';
import { PageQuery, page } from './page';
import { line, lines } from './text';

/** Devices that can be chosen one by one for an upgrade. */
const MAX_CHOSEN = 10_000;

/**
 * How far a device has come: it waits for its turn or to be online, was told, downloads, installs (until it says that it runs the
 * version), and how it ended. A device has one upgrade at a time: a newer one ends the older one of that device, as `cancelled`.
 * Who had failed and waits for another try when an upgrade is cancelled has failed, with the same reason, unless it is on its way to another version.
 */
export const UpgradeOutcome = z.enum(['waiting', 'notified', 'downloading', 'installing', 'done', 'failed', 'timedOut', 'cancelled']);
export type UpgradeOutcome = z.infer<typeof UpgradeOutcome>;

/** Not over yet. */
export const ACTIVE_OUTCOMES = ['waiting', 'notified', 'downloading', 'installing'] as const satisfies UpgradeOutcome[];

/** Not done, and nobody wanted it so. */
export const FAILED_OUTCOMES = ['failed', 'timedOut'] as const satisfies UpgradeOutcome[];

/**
 * Why a device's upgrade ended without its own words. `otherVersion`: it said it had succeeded, and came back with another version.
 * `underWay`: the device had been told when the upgrade was cancelled, or when the wait for it ended; when it finishes or fails all the
 * same, it counts as that.
 */
export const UpgradeReason = z.enum(['superseded', 'deviceDeleted', 'otherVersion', 'underWay']);
export type UpgradeReason = z.infer<typeof UpgradeReason>;

/** `preparing`: the devices are being gathered; `finished`: no device is under way any more. */
export const UpgradeState = z.enum(['preparing', 'running', 'paused', 'finished', 'cancelled']);
export type UpgradeState = z.infer<typeof UpgradeState>;

/**
 * With a threshold so many `devices` are under way at a time, or this `share` of all if that is more: a bad version reaches few. Who is
 * silent for `silentMs` makes room for another. The threshold is asked once `sample` devices are through.
 */
export const WAVE = { devices: 5, share: 0.1, silentMs: 10 * MINUTE_MS, sample: 5 };

/** Is the threshold exceeded, and are enough devices through to ask? @param thresholdPercent 0: there is none */
export const failsTooOften = ({ size, failures }: { size: number; failures: number }, thresholdPercent: number): boolean =>
  thresholdPercent > 0 && size >= WAVE.sample && (failures / size) * 100 > thresholdPercent;

/** How many of so many devices are under way at a time, with a threshold. */
export const waveOf = (all: number): number => Math.max(WAVE.devices, Math.ceil(all * WAVE.share));

/** Of the largest project, a hundred devices. */
export const LEAST_PERCENT = 0.01;

/** A share of devices. */
export const Percent = z.number().min(LEAST_PERCENT).max(100);

/** Whom an upgrade is for: devices by SN, all that match a filter, all with a tag, or a share of all (or of those that match `filter`). */
export const UpgradeTarget = z
  .object({
    sns: z.array(line(64)).min(1).max(MAX_CHOSEN).optional(),
    filter: DeviceFilter.optional(),
    tag: Tag.optional(),
    /** Always the same devices for the same packet: 20 % are the 10 % of before and as many more. */
    percent: Percent.optional(),
    /** As in a selection of devices: those of a list that was looked at, without what was added later. */
    upTo: z.int().min(0).optional(),
  })
  .refine(
    ({ sns, filter, tag, percent }) =>
      [sns, percent === undefined ? filter : undefined, tag, percent].filter((one) => one !== undefined).length === 1,
    rule('upgradeTarget'),
  );
export type UpgradeTarget = z.output<typeof UpgradeTarget>;

const Counts = z.object({
  all: z.int(),
  ...(Object.fromEntries(UpgradeOutcome.options.map((one) => [one, z.int()])) as Record<UpgradeOutcome, z.ZodInt>),
});

export const Upgrade = z.object({
  id: z.int(),
  packetId: z.int(),
  packetName: z.string(),
  packetVersion: z.string(),
  /** Bytes. */
  packetSize: z.int(),
  /** The packet has been deleted since: no device can be sent there any more. */
  packetGone: z.boolean(),
  target: z.object({
    /** How many were chosen by SN, without those that are disabled. */
    chosen: z.int().optional(),
    /** As it was asked for, whatever is refused by now. */
    filter: z.object({ keyword: z.string(), state: DeviceState, tag: z.string() }).partial().optional(),
    tag: z.string().optional(),
    percent: z.number().optional(),
    upTo: z.int().optional(),
  }),
  /** It pauses by itself when more than this share of the devices that are through has failed. */
  pauseThresholdPercent: z.number().nullable(),
  note: z.string(),
  state: UpgradeState,
  /** Why it is paused. */
  pausedBy: z.enum(['person', 'failures']).nullable(),
  /** Devices per outcome. */
  counts: Counts,
  /** What the threshold is asked of: devices that are through, and those of them that failed; anew from where it was let go on after too many had failed, or those that failed were let try again. */
  sample: z.object({ size: z.int(), failures: z.int() }),
  /** Of `counts.done`, those that ran the version before it began. */
  already: z.int(),
  /** The name of the account; '' by the developer's own server. */
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Upgrade = z.infer<typeof Upgrade>;

export const ReadUpgrade = Upgrade.extend({
  /** Devices that failed or timed out, have not been deleted since, and are in no upgrade now; none once it is cancelled, or its packet gone. */
  retryable: z.int(),
  /** The upgrade that took the same packet to the largest share of the same devices since; those cancelled are left out. Null: none, or no share. */
  widened: z.object({ id: z.int(), percent: z.number() }).nullable(),
});
export type ReadUpgrade = z.infer<typeof ReadUpgrade>;

/** One device of an upgrade. */
export const UpgradeDevice = z.object({
  sn: z.string(),
  name: z.string(),
  outcome: UpgradeOutcome,
  /** Of the download, or of what comes after it. */
  percent: z.number(),
  /** The device's own words when it failed. */
  error: z.string(),
  reason: UpgradeReason.nullable(),
  /** While it is tried again: how the try before ended. */
  last: z.object({ outcome: z.enum(FAILED_OUTCOMES), error: z.string(), reason: UpgradeReason.nullable() }).nullable(),
  /** Null: the device has been deleted. */
  deviceState: DeviceState.nullable(),
  /** Whether the device, which is connected, listens where it is told of upgrades; absent where that is not known. */
  listens: z.boolean().optional(),
  /** What it runs now; '' when it never said, or was deleted. */
  packetName: z.string(),
  packetVersion: z.string(),
  changedAt: z.iso.datetime(),
});
export type UpgradeDevice = z.infer<typeof UpgradeDevice>;

/** How many devices run a version. */
const Running = z.object({ packetName: z.string(), packetVersion: z.string(), devices: z.int() });
export type Running = z.infer<typeof Running>;

const OfProject = z.object({ appKey: AppKey });
const OfUpgrade = z.object({ appKey: AppKey, id: Id });
const ROOT = '/v1/platform/:appKey/upgrade';

/** Names a request, so that one whose answer was lost can be sent again (draft-ietf-httpapi-idempotency-key-header). */
const IdempotencyKey = z
  .string()
  .meta({ examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'] })
  .min(1)
  .max(128);

/** Serial numbers of `target.sns` that are none of the project's: they are left out. */
const UnknownSns = z.array(z.string());

export const UpgradeDraft = z.object({
  packetId: Id,
  target: UpgradeTarget,
  pauseThresholdPercent: Percent.optional(),
  note: lines(200).default(''),
});

export const upgrade = {
  list: endpoint({
    method: 'GET',
    path: ROOT,
    access: 'project',
    params: OfProject,
    query: PageQuery.extend({ active: z.stringbool().optional() }),
    data: page(Upgrade),
  }),
  create: endpoint({
    method: 'POST',
    path: ROOT,
    access: 'project',
    params: OfProject,
    headers: z.object({ 'idempotency-key': IdempotencyKey.optional() }),
    body: UpgradeDraft,
    data: Upgrade.extend({ unknownSns: UnknownSns }),
  }),
  preview: endpoint({
    method: 'POST',
    path: `${ROOT}/preview`,
    access: 'project',
    asksOnly: true,
    params: OfProject,
    body: z.object({ packetId: Id.optional(), target: UpgradeTarget }),
    data: z.object({
      devices: z.int(),
      /** So many more are meant, and left out because they are disabled. */
      disabled: z.int(),
      offline: z.int(),
      /** They run it already, and are not on their way to another. */
      already: z.int(),
      /** They are in another upgrade, which this one would end for them. */
      busy: z.int(),
      /** What these run now, the most used first; an empty name: they never said. Of a share, a version that few run may have 0. */
      running: z.array(Running),
      unknownSns: UnknownSns,
    }),
  }),
  /** For the developer's own server, which has no account to read `packet.all` with. */
  packets: endpoint({
    method: 'GET',
    path: `${ROOT}/packet`,
    access: 'project',
    params: OfProject,
    data: z.object({ list: z.array(PacketChoice) }),
  }),
  versions: endpoint({
    method: 'GET',
    path: `${ROOT}/version`,
    access: 'project',
    params: OfProject,
    data: z.object({ list: z.array(Running), total: z.int() }),
  }),
  read: endpoint({
    method: 'GET',
    path: `${ROOT}/:id`,
    access: 'project',
    params: OfUpgrade,
    data: ReadUpgrade,
  }),
  devices: endpoint({
    method: 'GET',
    path: `${ROOT}/:id/device`,
    access: 'project',
    params: OfUpgrade,
    query: PageQuery.extend({ outcome: UpgradeOutcome.optional(), keyword: line(64).optional() }),
    data: page(UpgradeDevice),
  }),
  retry: endpoint({
    method: 'POST',
    path: `${ROOT}/:id/retry`,
    access: 'project',
    params: OfUpgrade,
    body: z.object({ sns: z.array(line(64)).min(1).max(MAX_CHOSEN).optional() }),
    /** `left`: have failed, and cannot be retried: deleted, or in another upgrade. */
    data: Upgrade.extend({ retried: z.int(), left: z.int() }),
  }),
  pause: endpoint({
    method: 'POST',
    path: `${ROOT}/:id/pause`,
    access: 'project',
    params: OfUpgrade,
    data: Upgrade,
  }),
  resume: endpoint({
    method: 'POST',
    path: `${ROOT}/:id/resume`,
    access: 'project',
    params: OfUpgrade,
    data: Upgrade,
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${ROOT}/:id/cancel`,
    access: 'project',
    params: OfUpgrade,
    data: Upgrade,
  }),
  ofDevice: endpoint({
    method: 'GET',
    path: '/v1/platform/:appKey/device/:sn/upgrade',
    access: 'project',
    params: z.object({ appKey: AppKey, sn: line(64) }),
    data: z.object({
      list: z.array(
        UpgradeDevice.pick({ outcome: true, percent: true, error: true, reason: true, last: true, listens: true, changedAt: true }).extend({
          upgradeId: z.int(),
          packetName: z.string(),
          packetVersion: z.string(),
          state: UpgradeState,
        }),
      ),
    }),
  }),
};
