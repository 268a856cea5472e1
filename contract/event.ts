import { z } from 'zod';
import { AppKey } from './application';
import { DeviceCounts, DeviceState } from './device';
import { endpoint } from './endpoint';

/**
 * What can happen to a device; callbacks use the same names. `device.refused`: somebody tried to connect as this device and was turned
 * away; `device.invalid`: it sent something that could not be read; `device.subscription.refused`: it asked for a topic that is not
 * its own; `device.status`: its birth message; `device.depth.watched`: somebody
 * saw its depth pictures. Of many refusals and unreadable messages of one kind some are told, and `data.more` says how many were left out before.
 */
export const EventType = z.enum([
  'device.online',
  'device.offline',
  'device.refused',
  'device.invalid',
  'device.subscription.refused',
  'device.status',
  'device.telemetry',
  'device.event',
  'device.config.applied',
  'device.config.rejected',
  'device.upgrade.succeeded',
  'device.upgrade.failed',
  'device.depth.watched',
]);
export type EventType = z.infer<typeof EventType>;

/**
 * Why a connection ended or was refused: EMQX's words, and a few of our own:
 * `rate_limited`, `bad_payload` and `secret_reset` ended it, `wrong_secret` refused it,
 * `names_differ` refused who had the secret, but not the device's name as both client id and user name,
 * `too_many_tries` refused who came too often, or from where a wrong secret was tried too often, unasked for a while;
 * `disabled` (the device or its project) refused or ended it, `deleted` ended it (only callbacks hear of that), `platform_restarted` and `unknown` were noticed by the sweep.
 */
export const Reason = z.enum([
  'normal',
  'kicked',
  'keepalive_timeout',
  'not_authorized',
  'tcp_closed',
  'takenover',
  'discarded',
  'internal_error',
  'rate_limited',
  'bad_payload',
  'secret_reset',
  'platform_restarted',
  'unknown',
  'wrong_secret',
  'names_differ',
  'disabled',
  'deleted',
  'too_many_tries',
]);
export type Reason = z.infer<typeof Reason>;

/** Ends of a connection that the device brought about by what it sent. */
export const FAULTS = ['not_authorized', 'bad_payload', 'rate_limited', 'internal_error'] as const satisfies readonly Reason[];
/** What is a problem whatever the reason. */
export const PROBLEMS = [
  'device.refused',
  'device.invalid',
  'device.subscription.refused',
  'device.config.rejected',
  'device.upgrade.failed',
] as const satisfies readonly EventType[];

/** Was only a part of a configuration applied? */
export const isPartial = ({ type, data }: Pick<DeviceEvent, 'type' | 'data'>): boolean =>
  type === 'device.config.applied' && (data as { result?: unknown } | null)?.result === 'partial';

/** Is this something that somebody has to mend? */
export const isProblem = ({ type, reason, data }: Pick<DeviceEvent, 'type' | 'reason' | 'data'>): boolean =>
  PROBLEMS.some((one) => one === type) || (type === 'device.offline' && FAULTS.some((one) => one === reason)) || isPartial({ type, data });

export const DeviceEvent = z.object({
  id: z.int(),
  sn: z.string(),
  type: EventType,
  /** Of `device.event`: the name the device gave it; of `device.invalid`: the topic it was sent to, without its `v1/{appKey}/{sn}/up/`. */
  name: z.string().optional(),
  /** When the platform learnt of it. */
  ts: z.iso.datetime(),
  data: z.unknown(),
  reason: Reason.optional(),
  address: z.string().optional(),
});
export type DeviceEvent = z.infer<typeof DeviceEvent>;

/** What may stand behind a device that is not online, the likeliest first; of one that is online, why it does not stay so (those with `count`, within ten minutes). */
export const Diagnosis = z.object({
  causes: z.array(
    z.object({
      code: z.enum([
        'brokerUnreachable',
        'projectDisabled',
        'deviceDisabled',
        'wrongSecret',
        'namesDiffer',
        'neverConnected',
        'keepaliveTimeout',
        'replaced',
        'flapping',
        'kicked',
        'wasDisabled',
        'secretReset',
        'rateLimited',
        'tooManyTries',
        'badPayload',
        'wrongTopic',
        'closedByDevice',
        'connectionLost',
        'platformRestarted',
      ]),
      at: z.iso.datetime().optional(),
      address: z.string().optional(),
      count: z.int().optional(),
      /** Where it published what ended its connection. */
      topic: z.string().optional(),
    }),
  ),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

/** What an open page hears, as server-sent events; `id:` is the event's, sent back as `Last-Event-ID`. */
export const StreamMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('event'), event: DeviceEvent }),
  z.object({
    type: z.literal('device'),
    sn: z.string(),
    state: DeviceState,
    stateSince: z.iso.datetime(),
    address: z.string(),
    packetName: z.string(),
    packetVersion: z.string(),
    lastSeenAt: z.iso.datetime().nullable(),
  }),
  /** The device whose stream this is has been deleted. */
  z.object({ type: z.literal('gone'), sn: z.string() }),
  z.object({ type: z.literal('counts'), counts: DeviceCounts }),
  z.object({ type: z.literal('broker'), reachable: z.boolean() }),
  /** A device's configuration, wanted (`version`) or reported, has changed, or the schema it has to meet: read it again. */
  z.object({ type: z.literal('config'), sn: z.string(), version: z.int() }),
  /** Callback records are new or have changed: read them again. At most one a second. */
  z.object({ type: z.literal('callbacks') }),
  /** Upgrades of the project, or the versions that its devices run, have changed: read them again. At most one a second. */
  z.object({ type: z.literal('upgrade') }),
  /** Too much happened since `Last-Event-ID`: read everything again. */
  z.object({ type: z.literal('reset') }),
]);
export type StreamMessage = z.infer<typeof StreamMessage>;

const OfDevice = z.object({ appKey: AppKey, sn: z.string().max(64) });

export const event = {
  list: endpoint({
    method: 'GET',
    path: '/v1/platform/:appKey/device/:sn/event',
    access: 'project',
    params: OfDevice,
    query: z.object({
      cursor: z.coerce.number().int().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      /** Several, separated by commas. */
      type: z
        .string()
        .transform((types) => types.split(','))
        .pipe(z.array(EventType))
        .optional(),
      /** Events of this name. */
      name: z.string().max(200).optional(),
      /** Only what somebody has to mend: refusals, failures, and connections that ended for what the device sent. */
      problem: z.stringbool().optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
    }),
    data: z.object({ list: z.array(DeviceEvent), nextCursor: z.int().nullable() }),
  }),
  diagnose: endpoint({
    method: 'GET',
    path: '/v1/platform/:appKey/device/:sn/diagnosis',
    access: 'project',
    params: OfDevice,
    data: Diagnosis,
  }),
  stream: endpoint({
    method: 'GET',
    path: '/v1/platform/:appKey/stream',
    access: 'project',
    stream: 'text/event-stream',
    params: z.object({ appKey: AppKey }),
    query: z.object({ sn: z.string().max(64).optional() }),
    data: StreamMessage,
  }),
};
