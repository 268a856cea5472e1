import { MINUTE_MS } from '../../contract/duration';
import type { Diagnosis, Reason } from '../../contract/event';
import type { Broker } from '../broker/broker';
import type { Database } from '../db/database';
import type { ApplicationRow, DeviceEventRow, DeviceRow } from '../db/tables';
import { breaksSince, latestEvent, resetSince } from './queries';

type Cause = Diagnosis['causes'][number];

/** This many broken or replaced connections within ten minutes mean that a device keeps reconnecting. */
const FLAPPING = { times: 5, withinMs: 10 * MINUTE_MS };

/** Causes by the reason of a disconnection. None for a taken-over session: the device is still online. */
const codes: Partial<Record<Reason, Cause['code']>> = {
  normal: 'closedByDevice',
  kicked: 'kicked',
  keepalive_timeout: 'keepaliveTimeout',
  rate_limited: 'rateLimited',
  bad_payload: 'badPayload',
  not_authorized: 'wrongTopic',
  platform_restarted: 'platformRestarted',
  disabled: 'wasDisabled',
  secret_reset: 'secretReset',
};

/** Causes by the reason of a refusal, if the fault is the device's own; the others are reported as their own causes. */
const refusals: Partial<Record<Reason, Cause['code']>> = {
  wrong_secret: 'wrongSecret',
  names_differ: 'namesDiffer',
  too_many_tries: 'tooManyTries',
};

/** Possible causes why a device is offline or does not stay online, likeliest first. */
export async function diagnose(db: Database, broker: Broker, project: ApplicationRow, device: DeviceRow, now: number): Promise<Diagnosis> {
  const causes: Cause[] = [];
  if (!broker.isReachable()) causes.push({ code: 'brokerUnreachable' });
  const isShut = project.status === 'disabled' || device.state === 'disabled';
  if (project.status === 'disabled') causes.push({ code: 'projectDisabled', at: iso(project.updatedAt) });
  if (device.state === 'disabled') causes.push({ code: 'deviceDisabled', at: iso(device.stateSince) });

  // Only a refusal after the last accepted connection explains the current state.
  const newest = await latestEvent(db, device.id, 'device.refused');
  // Throttling (`too_many_tries`) follows other refusals; their reason is what has to be fixed.
  const before =
    newest?.reason === 'too_many_tries' ? await latestEvent(db, device.id, 'device.refused', { besides: newest.reason }) : undefined;
  for (const refused of [before, newest]) {
    const why = refused?.reason && refusals[refused.reason];
    if (why && refused.at > device.connectedAt) causes.push({ code: why, at: iso(refused.at), address: refused.address });
  }

  const unsteady = await unsteadiness(db, device, now);
  if (unsteady) causes.push(unsteady);

  const ended = await latestEvent(db, device.id, 'device.offline');
  const ending = (ended?.reason && codes[ended.reason]) || 'connectionLost';
  if (device.connectedAt === 0) causes.push({ code: 'neverConnected' });
  // What ended the connection may keep the device away, or end every one of its connections, and is listed already.
  else if (device.state !== 'online' && !(isShut && ended?.reason === 'disabled') && unsteady?.code !== ending)
    causes.push({ code: ending, ...howItEnded(device, ended) });
  return { causes };
}

const howItEnded = ({ stateSince, address }: DeviceRow, ended?: DeviceEventRow) => ({
  at: iso(ended?.at ?? stateSince),
  address,
  topic: (JSON.parse(ended?.data ?? 'null') as { topic?: string } | null)?.topic,
});

/** Does the device keep reconnecting, and is there one reason for most of it? */
async function unsteadiness(db: Database, device: DeviceRow, now: number): Promise<Cause | undefined> {
  const since = now - FLAPPING.withinMs;
  const breaks = await breaksSince(db, device.id, Math.max(since, await resetSince(db, device.id, since)));
  const all = breaks.reduce((sum, { count }) => sum + count, 0);
  const [most] = breaks;
  if (!most || all < FLAPPING.times) return undefined;
  const isOne = most.count * 2 > all;
  if (isOne && most.reason === 'takenover') return { code: 'replaced', count: most.count };
  const code = isOne && codes[most.reason];
  if (!code) return { code: 'flapping', count: all };
  return { code, count: most.count, ...howItEnded(device, await latestEvent(db, device.id, 'device.offline', { of: most.reason })) };
}

const iso = (ms: number) => new Date(ms).toISOString();
