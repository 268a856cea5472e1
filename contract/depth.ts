import { z } from 'zod';
import { AppKey } from './application';
import { MINUTE_MS } from './duration';
import { endpoint } from './endpoint';

/** Size and frame rate a viewer may request; the first is the default. `native` is the device's own resolution. */
export const DepthProfile = z.enum(['320x240@10', '640x480@10', 'native@15', 'native@30']);
export type DepthProfile = z.infer<typeof DepthProfile>;

/** In ascending order: if the viewers of a device request different profiles, the largest is streamed. */
export const depthProfiles: Record<DepthProfile, { width?: number; height?: number; fps: number }> = {
  '320x240@10': { width: 320, height: 240, fps: 10 },
  '640x480@10': { width: 640, height: 480, fps: 10 },
  'native@15': { fps: 15 },
  'native@30': { fps: 30 },
};

/** The maximum number of unacknowledged frames of a viewer. */
export const DEPTH_CREDIT = 2;
export const MAX_VIEWERS = 5;
/** A stream without a frame for this time is stalled. */
export const STALLED_AFTER_MS = 3000;

/**
 * `broker-away`: the platform cannot reach the broker, so it can neither control the device nor receive frames. `unsupported`: the
 * device never reported a depth camera. `busy`: the device has `MAX_VIEWERS` viewers. `ended`: the viewer is no longer allowed to watch.
 */
export const DepthState = z.enum(['waiting', 'live', 'stalled', 'broker-away', 'device-offline', 'unsupported', 'busy', 'ended']);
export type DepthState = z.infer<typeof DepthState>;

/** Close codes of the WebSocket besides 1000 and 1001. After `ended` and `busy`, reconnecting fails until the situation changes. */
export const DepthClose = { ended: 4001, busy: 4002, silent: 4003, malformed: 4004 } as const;

/** The subprotocols for `new WebSocket(url, depthProtocols(ticket))`; the platform selects the first. */
export const DEPTH_PROTOCOL = 'depth.v1';
export const depthProtocols = (ticket: string): string[] => [DEPTH_PROTOCOL, `ticket.${ticket}`];

/** Epoch milliseconds of the platform's clock. */
const PlatformTime = z.number();

/** Text messages of the platform. Frames (depth-frame.ts) are binary messages between them. */
export const DepthMessage = z.discriminatedUnion('type', [
  /** The first message to an admitted viewer; sent again when the streamed profile or the reported camera changes. */
  z.object({
    type: z.literal('hello'),
    sn: z.string(),
    /** The profile this viewer requested. */
    profile: DepthProfile,
    /** The profile requested from the device: the largest of all viewers. */
    streaming: DepthProfile,
    /** The largest stream of the device, as reported by it; null if unknown. */
    camera: z.object({ width: z.int(), height: z.int(), fps: z.number() }).nullable().default(null),
    viewers: z.int(),
    at: PlatformTime,
  }),
  z.object({ type: z.literal('state'), state: DepthState, at: PlatformTime }),
  /** The answer to a `ping`, with its `sentAt`. The page's clock is `at − (sentAt + receivedAt) / 2` behind the platform's. */
  z.object({ type: z.literal('pong'), sentAt: z.number(), at: PlatformTime }),
  /** Sent every second while frames may arrive. */
  z.object({
    type: z.literal('stats'),
    at: PlatformTime,
    /** Frames per second from the device to the platform, over the last second. */
    deviceFps: z.number(),
    /** Since this viewer connected: frames sent to it, and frames skipped in favour of newer ones. */
    sent: z.int(),
    dropped: z.int(),
    /** For all viewers together: frames lost before the platform, by gaps in `seq`, and frames that were invalid or of another session. */
    lost: z.int(),
    refused: z.int(),
    /**
     * The offset of the device's clock to the platform's in ms: latency is `at + aheadMs − capturedAt`. `withinMs` is its uncertainty in
     * ms; null if it is estimated from the fastest frame, so that the latency lacks the transmission time all frames have in common.
     * `clock` is null before the first frame.
     */
    clock: z.object({ aheadMs: z.number(), withinMs: z.number().nullable() }).nullable(),
    viewers: z.int(),
  }),
]);
export type DepthMessage = z.infer<typeof DepthMessage>;

/** Text messages of a page. */
export const ViewerMessage = z.discriminatedUnion('type', [
  /** A frame was decoded, so another one may be sent. */
  z.object({ type: z.literal('ack'), seq: z.int().min(0) }),
  z.object({ type: z.literal('ping'), sentAt: z.number() }),
  /** Changes the profile without reconnecting. */
  z.object({ type: z.literal('profile'), profile: DepthProfile }),
]);
export type ViewerMessage = z.infer<typeof ViewerMessage>;

/** The payload of `down/depth/ctl`. A device ends a session by itself `ttl` seconds after its last `start`. */
export const DepthControl = z.object({
  op: z.enum(['start', 'stop']),
  session: z.int().min(0).max(0xffffffff),
  /** Seconds. */
  ttl: z.number().min(0).max(300),
  /** Epoch milliseconds of the platform's clock. A `start` that was delayed for more than `ttl` is ignored. */
  issuedAt: z.number(),
  fps: z.number().min(0).max(240),
  /** The maximum size. The device divides its own resolution by a whole number to fit. */
  width: z.int().min(1).max(4096),
  height: z.int().min(1).max(4096),
  encoding: z.enum(['raw', 'rvl', 'zdelta']),
});
export type DepthControl = z.infer<typeof DepthControl>;

/** The payload of `up/depth/state`, sent when a stream starts, changes or ends, and in answer to every `start`. */
export const DepthReport = z.looseObject({
  session: z.int().min(0).max(0xffffffff),
  streaming: z.boolean(),
  fps: z.number().min(0).max(240),
  reason: z.string().max(64),
  /** `issuedAt` of the `start`, and the device's clock, both in epoch milliseconds, from which the platform computes the clock offset. */
  issuedAt: z.number().optional(),
  ts: z.number().optional(),
});
export type DepthReport = z.infer<typeof DepthReport>;

export const depth = {
  ticket: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/:sn/depth/ticket',
    access: 'user',
    limit: { max: 120, windowMs: MINUTE_MS },
    params: z.object({ appKey: AppKey, sn: z.string().max(64) }),
    body: z.object({ profile: DepthProfile.default('320x240@10') }),
    data: z.object({
      url: z.string(),
      ticket: z.string(),
      /** Seconds. */
      expiresIn: z.literal(30),
    }),
  }),
};
