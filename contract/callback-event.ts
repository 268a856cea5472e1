import { z } from 'zod';
import type { Language } from './errors';
import { Reason } from './event';

/** What a callback can be about; `ping` is only ever sent as a test. New ones go to the end: records are indexed by their place here. */
export const CallbackType = z.enum([
  'ping',
  'device.online',
  'device.offline',
  'device.telemetry',
  'device.event',
  'device.config.applied',
  'device.config.rejected',
  'device.upgrade.succeeded',
  'device.upgrade.failed',
]);
export type CallbackType = z.infer<typeof CallbackType>;

/** What a callback may be subscribed to. */
export const SubscribedType = CallbackType.exclude(['ping']);
export type SubscribedType = z.infer<typeof SubscribedType>;

/** What a callback is subscribed to unless told otherwise: telemetry is many a second and rarely wanted. */
export const DEFAULT_TYPES = SubscribedType.options.filter((type) => type !== 'device.telemetry');

interface Described {
  description: Record<Language, string>;
  /** Of the body's `data`; what devices add of their own is kept. */
  data: z.ZodObject;
  example: Record<string, unknown>;
}

const OfDevice = z.looseObject({ appKey: z.string(), sn: z.string() });
const DeviceTime = z.union([z.int(), z.string()]);
const Reported = OfDevice.extend({
  version: z.int(),
  result: z.enum(['ok', 'partial', 'rejected']),
  state: z.record(z.string(), z.unknown()),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
});
const Upgraded = OfDevice.extend({
  packetId: z.int(),
  stage: z.string(),
  percent: z.number().optional(),
  error: z.string().optional(),
  /** What the device came back with, if it is the platform that says so. */
  running: z.object({ name: z.string(), version: z.string() }).optional(),
});

const sn = 'DC-2026-0042';

/** Every type of callback: what it says, the form of its `data`, and an example, which tests of that type send. */
export const callbackTypes: Record<CallbackType, Described> = {
  ping: {
    description: { 'zh-CN': '测试消息', 'en-US': 'A test message' },
    data: z.looseObject({ appKey: z.string(), message: z.string() }),
    example: { message: 'pong?' },
  },
  'device.online': {
    description: { 'zh-CN': '设备上线', 'en-US': 'A device came online' },
    data: OfDevice.extend({ address: z.string(), reason: Reason.optional() }),
    example: { sn, address: '203.0.113.24' },
  },
  'device.offline': {
    description: {
      'zh-CN': '设备离线：等待 5 秒后发送；5 秒内重新上线则离线与上线均不发送',
      'en-US': 'A device went offline: held for 5 s; when it is back within them, neither is sent',
    },
    data: OfDevice.extend({ address: z.string(), reason: Reason, topic: z.string().optional() }),
    example: { sn, address: '203.0.113.24', reason: 'keepalive_timeout' },
  },
  'device.telemetry': {
    description: { 'zh-CN': '设备上报遥测数据，默认不订阅', 'en-US': 'A device reported telemetry; not subscribed by default' },
    data: OfDevice.extend({ ts: DeviceTime.optional(), values: z.record(z.string(), z.unknown()) }),
    example: { sn, ts: 1790000000123, values: { temperature: 21.5, fill: 0.63 } },
  },
  'device.event': {
    description: { 'zh-CN': '设备上报自定义事件，`name` 为事件名', 'en-US': 'A device reported an event of its own, named by `name`' },
    data: OfDevice.extend({
      name: z.string(),
      id: z.string().optional(),
      ts: DeviceTime.optional(),
      level: z.string().optional(),
      data: z.unknown(),
    }),
    example: { sn, name: 'pallet-measured', id: 'm-1081', level: 'info', data: { volume: 1.284, unit: 'm3' } },
  },
  'device.config.applied': {
    description: {
      'zh-CN': '设备已应用配置；`result` 为 `partial` 时只应用了一部分，`errors` 为原因',
      'en-US': 'A device applied its configuration; with the result `partial` only some of it, and `errors` says why',
    },
    data: Reported,
    example: { sn, version: 7, result: 'ok', state: { telemetry: { intervalS: 60 } }, errors: [] },
  },
  'device.config.rejected': {
    description: { 'zh-CN': '设备拒绝了配置，`errors` 为原因', 'en-US': 'A device rejected its configuration; `errors` says why' },
    data: Reported,
    example: {
      sn,
      version: 8,
      result: 'rejected',
      state: {},
      errors: [{ path: 'depth.fps', code: 'unsupported', message: '60 fps is not supported' }],
    },
  },
  'device.upgrade.succeeded': {
    description: {
      'zh-CN': '设备报告升级成功；没有报告、但以新版本重新上线时，由平台发送，带 `running`',
      'en-US': 'A device reported that its upgrade succeeded; or, with `running`, it came back with the new version without a word',
    },
    data: Upgraded,
    example: { sn, packetId: 12, stage: 'succeeded', percent: 100 },
  },
  'device.upgrade.failed': {
    description: {
      'zh-CN': '设备报告升级失败；报告成功后却以另一个版本重新上线时，由平台发送，带 `running`',
      'en-US': 'A device reported that its upgrade failed; or, with `running`, it had reported success and came back with another version',
    },
    data: Upgraded,
    example: { sn, packetId: 12, stage: 'failed', error: 'checksum mismatch' },
  },
};

/** The body of every callback (Standard Webhooks 1.0.0). */
export const callbackBody = (type: CallbackType) =>
  z.object({
    type: z.literal(type),
    /** When the platform learnt of it. */
    timestamp: z.iso.datetime(),
    data: callbackTypes[type].data,
  });
