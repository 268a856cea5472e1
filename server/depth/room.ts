import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { DepthProfile, type DepthState, depthProfiles, MAX_VIEWERS, STALLED_AFTER_MS } from '../../contract/depth';
import { downTopic } from '../../contract/topics';
import type { Platform } from '../platform';
import { Arrivals } from './arrivals';
import type { DepthMetrics } from './metrics';
import { deleteWatch, livingSessions, nameOf, type Standing, saveWatch, standingOf, type TicketRow, watchesOf } from './queries';
import { RENEW_MS, type Stream, startOf, stopOf, streamFor, TTL_SECONDS } from './stream';
import { Viewer } from './viewer';

export interface Room {
  /** Adds a viewer, or tells it that the room is full. */
  join(socket: WebSocket, ticket: TicketRow): void;
  close(): Promise<void>;
}

interface Parts {
  platform: Platform;
  device: Standing;
  metrics: DepthMetrics;
  /** The last viewer has left. */
  emptied: () => void;
}

/** The stream goes on for this long without viewers, so that a reloaded page finds it. */
const LINGER_MS = 2000;
/** How long the first frame may take: a camera may have to warm up. */
const FIRST_FRAME_MS = 10_000;
const LOOK_EVERY_MS = 500;
const STATS_EVERY_MS = 1000;
/** Nudges are handled at most this often: every message of the device causes one. */
const HEED_EVERY_MS = 500;

/** The viewers of one device on this instance, and the lease that keeps the device streaming while there are any. */
export function openRoom({ platform, device, metrics, emptied }: Parts): Room {
  const { db, broker, ingest, nudge, log, now } = platform;
  const { id: deviceId, appKey, sn } = device;
  const holder = randomUUID();
  const viewers = new Set<Viewer>();
  const greeted = new WeakMap<Viewer, string>();
  const arrivals = new Arrivals(now);
  let standing: Standing | undefined = device;
  let stream: Stream | undefined;
  let elsewhere = 0;
  /** Since when the device has been able to send frames; undefined while it is not. */
  let ableAt: number | undefined;
  let lingering: NodeJS.Timeout | undefined;
  let heeding: NodeJS.Timeout | undefined;
  let tending: Promise<void> | undefined;
  let again = false;
  let isClosed = false;

  const unwatch = broker.watchDepth(appKey, sn, { frame: hearFrame, state: (payload) => arrivals.hearState(payload) });
  const stopListening = [`device ${deviceId}` as const, `project ${device.applicationId}` as const].map((channel) =>
    nudge.on(channel, heed),
  );
  // After the broker is back, the stream is requested at once.
  stopListening.push(broker.onReachable(() => broker.isReachable() && void tend()));
  const timers = [setInterval(tend, RENEW_MS), setInterval(look, LOOK_EVERY_MS), setInterval(tellStats, STATS_EVERY_MS)];

  function join(socket: WebSocket, { profile, accountId, sessionId }: TicketRow) {
    const cameAt = now();
    const who = { accountId, appKey, sn, profile };
    const saw = () =>
      void tellTimeline(accountId).catch((error) => log.warn({ err: error, ...who }, 'that depth is watched could not be stored'));
    const viewer = new Viewer({ socket, profile: DepthProfile.parse(profile), accountId, sessionId, now, changed: tend, saw, left });
    if (viewers.size + elsewhere >= MAX_VIEWERS) return viewer.end('busy');
    clearTimeout(lingering);
    viewers.add(viewer);
    metrics.viewers.inc();
    log.info(who, 'depth is watched');
    socket.once('close', () =>
      log.info({ ...who, seconds: Math.round((now() - cameAt) / 1000), frames: viewer.sent }, 'depth was watched'),
    );
    void tend();
  }

  // Stored only once frames were shown.
  async function tellTimeline(accountId: number) {
    const data = JSON.stringify({ by: await nameOf(db, accountId) });
    const happening = { type: 'device.depth.watched' as const, data };
    await ingest.store({ device: { deviceId, applicationId: device.applicationId, sn }, at: now(), happening });
  }

  function left(viewer: Viewer) {
    if (!viewers.delete(viewer)) return;
    metrics.viewers.dec();
    if (isClosed) return;
    if (viewers.size > 0) void tend();
    else lingering = setTimeout(emptied, LINGER_MS);
  }

  // Runs do not overlap; another one follows if something happened meanwhile.
  function tend(): Promise<void> {
    again = tending !== undefined;
    tending ??= lookAfter()
      .catch((error) => log.warn({ err: error, sn }, 'a depth stream could not be looked after'))
      .finally(() => {
        tending = undefined;
        if (again && !isClosed) void tend();
      });
    return tending;
  }

  async function lookAfter() {
    await checkStanding();
    const [first] = viewers;
    if (!first || !standing || isClosed) return;
    const profile = [...viewers].map((viewer) => viewer.profile).reduce(larger);
    const watch = { deviceId, holder, profile, viewers: viewers.size, until: now() + TTL_SECONDS * 1000, now: now() };
    const before = stream;
    const watches = await saveWatch(db, watch);
    elsewhere = watches.reduce((sum, one) => sum + (one.holder === holder ? 0 : one.viewers), 0);
    stream = streamFor(deviceId, watches);
    if (stream?.session !== before?.session) {
      arrivals.begin(stream?.session);
      if (elsewhere > 0 || before) await nudge.tell(db, [`device ${deviceId}`]);
    }
    for (const viewer of viewers) {
      if (viewers.size + elsewhere > MAX_VIEWERS && !greeted.has(viewer)) viewer.end('busy');
      else greet(viewer);
    }
    if (stream && standing?.state === 'online' && standing.camera !== null) {
      await broker.publish(downTopic(appKey, sn, 'depth/ctl'), startOf(stream, standing.camera, now()));
    }
    look();
  }

  /** Disconnects viewers who are no longer allowed to watch. */
  async function checkStanding() {
    standing = await standingOf(db, deviceId);
    const living = await livingSessions(db, [...new Set([...viewers].map(({ sessionId }) => sessionId))], now());
    const isOpen = standing && standing.state !== 'disabled' && standing.projectStatus === 'enabled';
    for (const viewer of viewers) {
      if (!isOpen || standing?.ownerId !== viewer.accountId || !living.has(viewer.sessionId)) viewer.end('ended');
    }
  }

  function greet(viewer: Viewer) {
    if (!stream) return;
    const { profile } = viewer;
    const camera = standing?.camera ?? null;
    const key = `${profile} ${stream.session} ${JSON.stringify(camera)}`;
    if (greeted.get(viewer) === key) return;
    greeted.set(viewer, key);
    viewer.say({ type: 'hello', sn, profile, streaming: stream.profile, camera, viewers: viewers.size + elsewhere, at: now() });
  }

  function heed() {
    heeding ??= setTimeout(() => {
      heeding = undefined;
      void checkStandingOnly();
    }, HEED_EVERY_MS);
  }

  // Renews only if viewers or the camera changed; other messages of the device need no renewal.
  async function checkStandingOnly() {
    if (isClosed) return;
    const before = `${told()} ${stream?.session}`;
    await checkStanding().catch((error) => log.warn({ err: error, sn }, 'a depth stream could not be looked after'));
    const session = stream && streamFor(deviceId, await watchesOf(db, deviceId, now()).catch(() => []))?.session;
    if (`${told()} ${session}` !== before) await tend();
    else look();
  }

  const told = () => `${standing?.state} ${JSON.stringify(standing?.camera)}`;

  function hearFrame(payload: Buffer) {
    metrics.received.inc();
    const refusal = arrivals.take(payload);
    if (refusal) return metrics.dropped.inc({ reason: refusal });
    const fps = stream ? Math.min(depthProfiles[stream.profile].fps, standing?.camera?.fps || Infinity) : 1;
    for (const viewer of viewers) {
      const { sent, dropped } = viewer;
      viewer.offer(payload, fps);
      metrics.sent.inc(viewer.sent - sent);
      metrics.dropped.inc({ reason: 'overtaken' }, viewer.dropped - dropped);
    }
    if (arrivals.isFirst) look();
  }

  function look() {
    const isAble = broker.isReachable() && standing?.state === 'online' && standing.camera !== null;
    ableAt = isAble ? (ableAt ?? now()) : undefined;
    const state = stateNow();
    // The first message of a viewer must be `hello`.
    for (const viewer of viewers) if (greeted.has(viewer)) viewer.tellState(state);
  }

  function stateNow(): DepthState {
    const { hasFrames, quietMs } = arrivals;
    if (hasFrames && quietMs < STALLED_AFTER_MS) return 'live';
    // Without the broker, the stored state of the device may be outdated.
    if (!broker.isReachable()) return 'broker-away';
    if (standing?.state !== 'online') return 'device-offline';
    if (standing.camera === null) return 'unsupported';
    // Silence counts only since the device has been able to send.
    const ableMs = now() - (ableAt ?? now());
    const isFirstAwaited = !hasFrames || quietMs > ableMs;
    return isFirstAwaited && Math.min(quietMs, ableMs) < FIRST_FRAME_MS ? 'waiting' : 'stalled';
  }

  function tellStats() {
    const facts = arrivals.everySecond();
    if (!arrivals.hasFrames) return;
    for (const viewer of viewers) {
      const { sent, dropped } = viewer;
      viewer.say({ type: 'stats', at: now(), sent, dropped, ...facts, viewers: viewers.size + elsewhere });
    }
  }

  async function close() {
    isClosed = true;
    for (const timer of timers) clearInterval(timer);
    clearTimeout(lingering);
    clearTimeout(heeding);
    for (const stop of stopListening) stop();
    unwatch();
    for (const viewer of viewers) viewer.goAway();
    await tending;
    const others = await deleteWatch(db, deviceId, holder, now());
    if (others.length > 0) return nudge.tell(db, [`device ${deviceId}`]);
    if (stream && standing) await broker.publish(downTopic(appKey, sn, 'depth/ctl'), stopOf(stream.session, now()));
  }

  return { join, close };
}

const larger = (a: DepthProfile, b: DepthProfile) => (DepthProfile.options.indexOf(b) > DepthProfile.options.indexOf(a) ? b : a);
