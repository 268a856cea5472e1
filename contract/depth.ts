import { z } from 'zod';
import { AppKey } from './application';
import { MINUTE_MS } from './duration';
import { endpoint } from './endpoint';

/** What a viewer may ask for; the first is the default. `native` is the size of the device's own picture. */
export const DepthProfile = z.enum(['320x240@10', '640x480@10', 'native@15', 'native@30']);
export type DepthProfile = z.infer<typeof DepthProfile>;

/** From the smallest to the largest: when viewers of one device ask for different ones, the larger wins. */
export const depthProfiles: Record<DepthProfile, { width?: number; height?: number; fps: number }> = {
  '320x240@10': { width: 320, height: 240, fps: 10 },
  '640x480@10': { width: 640, height: 480, fps: 10 },
  'native@15': { fps: 15 },
  'native@30': { fps: 30 },
};

/** Frames a viewer may have that it has not acknowledged. */
export const DEPTH_CREDIT = 2;
export const MAX_VIEWERS = 5;
/** Milliseconds without a frame after which a stream is called stalled. */
export const STALLED_AFTER_MS = 3000;

/** `busy`: 5 viewers look at it already. `broker-away`: the platform cannot reach the broker, so neither asks the device nor hears it. `unsupported`: the device never said that it has depth. `ended`: nobody may look any more. */
export const DepthState = z.enum(['waiting', 'live', 'stalled', 'broker-away', 'device-offline', 'unsupported', 'busy', 'ended']);
export type DepthState = z.infer<typeof DepthState>;

/** How the WebSocket is closed, besides 1000 and 1001. After `ended` and `busy` a new ticket is of no use before something changes. */
export const DepthClose = { ended: 4001, busy: 4002, silent: 4003, malformed: 4004 } as const;

/** The WebSocket's subprotocols: `new WebSocket(url, depthProtocols(ticket))`; the platform answers with the first. */
export const DEPTH_PROTOCOL = 'depth.v1';
export const depthProtocols = (ticket: string): string[] => [DEPTH_PROTOCOL, `ticket.${ticket}`];

/** Milliseconds since the epoch, by the platform's clock. */
const PlatformTime = z.number();

/** What the platform says, as text. Between these come frames (depth-frame.ts), as binary. */
export const DepthMessage = z.discriminatedUnion('type', [
  /** The first message to who is let in, and again when the profile that is streamed changes, or what the device says of its camera. */
  z.object({
    type: z.literal('hello'),
    sn: z.string(),
    /** What this viewer asked for. */
    profile: DepthProfile,
    /** What the device was asked for: the largest that any viewer wants. */
    streaming: DepthProfile,
    /** What the device says it streams at the most; null when it has said nothing of it. */
    camera: z.object({ width: z.int(), height: z.int(), fps: z.number() }).nullable().default(null),
    viewers: z.int(),
    at: PlatformTime,
  }),
  z.object({ type: z.literal('state'), state: DepthState, at: PlatformTime }),
  /** Answers the page's `ping`; `sentAt` is the page's own. The page's clock is behind the platform's by `at − (sentAt + receivedAt) / 2`. */
  z.object({ type: z.literal('pong'), sentAt: z.number(), at: PlatformTime }),
  /** Once a second while frames may come. */
  z.object({
    type: z.literal('stats'),
    at: PlatformTime,
    /** Frames of the device that arrived at the platform in the last second. */
    deviceFps: z.number(),
    /** Since this viewer came: frames sent to it, and frames it was not sent because newer ones overtook them. */
    sent: z.int(),
    dropped: z.int(),
    /** Since the room opened: frames the device's numbering says were lost before the platform, and frames that could not be read or were of another session. */
    lost: z.int(),
    refused: z.int(),
    /**
     * How far the device's clock is ahead of the platform's, milliseconds: latency is `at + aheadMs − capturedAt`. `withinMs: null`: known only from
     * the fastest frame, so that what every frame takes on its way is not in the latency. Null before the first frame.
     */
    clock: z.object({ aheadMs: z.number(), withinMs: z.number().nullable() }).nullable(),
    viewers: z.int(),
  }),
]);
export type DepthMessage = z.infer<typeof DepthMessage>;

/** What a page says, as text. */
export const ViewerMessage = z.discriminatedUnion('type', [
  /** A frame was decoded: there is room for one more. */
  z.object({ type: z.literal('ack'), seq: z.int().min(0) }),
  z.object({ type: z.literal('ping'), sentAt: z.number() }),
  /** Asks for another profile on the same connection. */
  z.object({ type: z.literal('profile'), profile: DepthProfile }),
]);
export type ViewerMessage = z.infer<typeof ViewerMessage>;

/** `down/depth/ctl`. A device ends a session by itself `ttl` seconds after the last `start` of it. */
export const DepthControl = z.object({
  op: z.enum(['start', 'stop']),
  session: z.int().min(0).max(0xffffffff),
  /** Seconds. */
  ttl: z.number().min(0).max(300),
  /** Milliseconds since the epoch, by the platform's clock: a start that lay about longer than `ttl` is ignored. */
  issuedAt: z.number(),
  fps: z.number().min(0).max(240),
  /** The device sends no more than this, whole fractions of its own picture. */
  width: z.int().min(1).max(4096),
  height: z.int().min(1).max(4096),
  encoding: z.enum(['raw', 'rvl', 'zdelta']),
});
export type DepthControl = z.infer<typeof DepthControl>;

/** `up/depth/state`: told when it begins, changes or ends, and in answer to every `start`. */
export const DepthReport = z.looseObject({
  session: z.int().min(0).max(0xffffffff),
  streaming: z.boolean(),
  fps: z.number().min(0).max(240),
  reason: z.string().max(64),
  /** The `issuedAt` of the start it answers, and the device's own clock then, milliseconds since the epoch: tells how far the two are apart. */
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
