import { createHash } from 'node:crypto';
import { type DepthControl, DepthProfile, depthProfiles } from '../../contract/depth';
import type { Encoding } from '../../contract/depth-frame';
import type { Birth } from '../../contract/topics';

/** How long a device streams after the last `start`, in seconds; and how often `start` is renewed, in milliseconds. */
export const TTL_SECONDS = 15;
export const RENEW_MS = 5000;

/** The single stream that all viewers of a device share. */
export interface Stream {
  profile: DepthProfile;
  session: number;
}

/**
 * The stream that serves all viewers: the largest profile anybody asked for. The session is derived from the watches, so that instances
 * agree on it without communicating.
 */
export function streamFor(deviceId: number, watches: { profile: string; since: number }[]): Stream | undefined {
  const [profile] = watches
    .map((watch) => DepthProfile.parse(watch.profile))
    .sort((a, b) => DepthProfile.options.indexOf(b) - DepthProfile.options.indexOf(a));
  if (!profile) return undefined;
  const since = Math.min(...watches.map((watch) => watch.since));
  return { profile, session: createHash('sha256').update(`${deviceId} ${profile} ${since}`).digest().readUInt32LE() };
}

/** Smallest first. A device that lists no encodings is assumed to support ZDELTA. */
const PREFERRED: Encoding[] = ['zdelta', 'rvl', 'raw'];

export function startOf({ profile, session }: Stream, camera: Birth['depth'] | undefined, issuedAt: number): DepthControl {
  const { width = camera?.width ?? 4096, height = camera?.height ?? 4096, fps } = depthProfiles[profile];
  const encoding = PREFERRED.find((one) => camera?.encodings.includes(one)) ?? 'zdelta';
  return { op: 'start', session, ttl: TTL_SECONDS, issuedAt, fps, width, height, encoding };
}

export const stopOf = (session: number, issuedAt: number): DepthControl => ({
  op: 'stop',
  session,
  ttl: 0,
  issuedAt,
  fps: 0,
  width: 1,
  height: 1,
  encoding: 'zdelta',
});
