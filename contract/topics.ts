import { z } from 'zod';

/** The largest payload a device may publish, in bytes; a depth frame may be larger. */
export const MAX_PAYLOAD_BYTES = 64 * 1024;
export const MAX_FRAME_BYTES = 2 * 1024 * 1024;
/** More than this many messages within the window end a device's connection; a burst is fine. */
export const DEVICE_RATE = { max: 500, windowMs: 10_000 } as const;
/** Depth frames have a limit of their own: 60 a second. */
export const FRAME_RATE = { max: 600, windowMs: 10_000 } as const;

/** What a device may publish, after `v1/{appKey}/{sn}/up/`. */
const FIXED_UP = ['status', 'telemetry', 'config/get', 'config/reported', 'depth/state', 'depth/frame', 'upgrade/progress'] as const;
export type UpName = (typeof FIXED_UP)[number] | 'event';
/** The same, as filters of MQTT. */
export const UP_FILTERS = [...FIXED_UP, 'event/+'] as const;

/** What a device is told, after `v1/{appKey}/{sn}/down/`. */
export type DownName = 'config/desired' | 'depth/ctl' | 'upgrade/notice';

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const APP_KEY = /^[a-z0-9]{20}$/;

/** Both the client id and the user name of a device. */
export const clientIdOf = (appKey: string, sn: string): string => `${appKey}.${sn}`;

/** The project and device a client id names, if it is one. An SN has no dot, so there is no second reading. */
export function parseClientId(clientId: string): { appKey: string; sn: string } | undefined {
  const [appKey = '', sn = '', ...rest] = clientId.split('.');
  return rest.length === 0 && APP_KEY.test(appKey) && NAME.test(sn) ? { appKey, sn } : undefined;
}

export const upTopic = (appKey: string, sn: string, name: Exclude<UpName, 'event'> | `event/${string}`): string =>
  `v1/${appKey}/${sn}/up/${name}`;
export const downTopic = (appKey: string, sn: string, name: DownName): string => `v1/${appKey}/${sn}/down/${name}`;

export interface UpTopic {
  appKey: string;
  sn: string;
  name: UpName;
  /** Of `up/event/{event}`. */
  event?: string;
}

/** What a topic a device published to means; undefined when a device may not publish there (device-protocol.md, Connecting). */
export function parseUpTopic(topic: string): UpTopic | undefined {
  const [version, appKey = '', sn = '', direction, ...rest] = topic.split('/');
  if (version !== 'v1' || direction !== 'up' || !APP_KEY.test(appKey) || !NAME.test(sn)) return undefined;
  const [first, event = '', ...more] = rest;
  if (first === 'event') return more.length === 0 && NAME.test(event) ? { appKey, sn, name: 'event', event } : undefined;
  const name = FIXED_UP.find((known) => known === rest.join('/'));
  return name && { appKey, sn, name };
}

/** May this device listen there? Only below its own `down/`, with or without a wildcard at the end. */
export function maySubscribe(device: { appKey: string; sn: string }, filter: string): boolean {
  const own = `v1/${device.appKey}/${device.sn}/down/`;
  return filter.startsWith(own) && /^(#|[a-z]+(\/(#|\+|[a-z]+))?|\+(\/(#|\+|[a-z]+))?)$/.test(filter.slice(own.length));
}

/** Does who listens with such a filter hear what is published there (MQTT 3.1.1, 4.7)? */
export function isHeardBy(filter: string, topic: string): boolean {
  const [wanted, names] = [filter.split('/'), topic.split('/')];
  const all = wanted.indexOf('#');
  const depth = all === -1 ? names.length : all;
  return (all !== -1 || wanted.length === depth) && wanted.slice(0, depth).every((name, at) => name === '+' || name === names[at]);
}

/** Milliseconds since the epoch, or an ISO 8601 time: devices send either. */
const DeviceTime = z.union([z.int().min(0).max(8.64e15), z.iso.datetime({ offset: true })]).optional();
const Json = z.record(z.string(), z.unknown());

/** What devices say; anything they add is kept. */
export const Birth = z.looseObject({
  online: z.boolean().optional(),
  /** With `online: false`: `normal` when the device itself says goodbye, not its will. */
  reason: z.string().max(64).optional(),
  packet: z.object({ name: z.string().max(64), version: z.string().max(32) }).optional(),
  depth: z
    .object({
      width: z.int().min(1).max(4096),
      height: z.int().min(1).max(4096),
      fps: z.number().min(0).max(240),
      encodings: z.array(z.enum(['raw', 'rvl', 'zdelta'])).max(8),
    })
    .optional(),
});
export type Birth = z.infer<typeof Birth>;

export const Telemetry = z.looseObject({ ts: DeviceTime, values: Json });
export type Telemetry = z.infer<typeof Telemetry>;

/** How far a device is with an upgrade; `error` is its own reason for having failed. */
export const UpgradeProgress = z.looseObject({
  packetId: z.int(),
  stage: z.enum(['downloading', 'installing', 'succeeded', 'failed']),
  percent: z.number().min(0).max(100).nullish(),
  error: z.string().nullish(),
});
export type UpgradeProgress = z.infer<typeof UpgradeProgress>;

/**
 * `down/upgrade/notice`: there is a version for this device. Sent again until it says that it runs it: one that does gives up another
 * version it is on its way to, and says its birth again.
 */
export const UpgradeNotice = z.object({
  packetId: z.int(),
  name: z.string(),
  version: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Hex. */
  sha256: z.string(),
  /** On the download host; understands `Range`. */
  url: z.string(),
  /** When the url ends. */
  expiresAt: z.iso.datetime(),
});
export type UpgradeNotice = z.infer<typeof UpgradeNotice>;

const CONFIG_VERSION = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const cut = (max: number) =>
  z
    .string()
    .default('')
    .transform((said) => said.slice(0, max));

/** `lines.0.x`, as `lines[0].x` and the JSON pointer `/lines/0/x` say it, too: devices pass on what their library gives. */
const dotted = (path: string) =>
  path.startsWith('/') ? path.slice(1).replaceAll('/', '.') : path.replace(/\[(\w+)\]/g, '.$1').replace(/^\./, '');

/** `up/config/get`: the version the device has, 0 when it has none. */
export const ConfigGet = z.looseObject({ version: CONFIG_VERSION.default(0) });

/** `down/config/desired`: the whole configuration that is wanted, with its secrets. A device that has this version or a newer one leaves it. */
export const ConfigDesired = z.looseObject({ version: CONFIG_VERSION, state: Json });
export type ConfigDesired = z.infer<typeof ConfigDesired>;

/**
 * `up/config/reported`: what the device has now, and what became of a version. `partial`: some of it was not taken, `rejected`: nothing;
 * `errors` says why, with keys and places in lists, from 0, joined by dots as the path. More errors than 50, and what is too long in them,
 * are cut off.
 */
export const ConfigReport = z.looseObject({
  version: CONFIG_VERSION,
  state: Json,
  result: z.enum(['ok', 'partial', 'rejected']),
  errors: z
    .array(z.object({ path: cut(256).transform(dotted), code: cut(64), message: cut(500) }))
    .default([])
    .transform((errors) => errors.slice(0, 50)),
});
export type ConfigReport = z.infer<typeof ConfigReport>;

export const NamedEvent = z.looseObject({
  id: z.string().max(64).optional(),
  ts: DeviceTime,
  level: z.string().max(16).optional(),
  data: z.unknown(),
});
export type NamedEvent = z.infer<typeof NamedEvent>;
