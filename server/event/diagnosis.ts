import { MINUTE_MS } from '../../contract/duration';
import type { Diagnosis, Reason } from '../../contract/event';
import type { Broker } from '../broker/broker';
import type { Database } from '../db/database';
import type { ApplicationRow, DeviceRow } from '../db/tables';
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
  const newest = await latestEvent(db, device.id, ['device.refused']);
  // Throttling (`too_many_tries`) follows other refusals; their reason is what has to be fixed.
  const before = newest?.reason === 'too_many_tries' ? await latestEvent(db, device.id, ['device.refused'], newest.reason) : undefined;
  for (const refused of [before, newest]) {
    const why = refused?.reason && refusals[refused.reason];
    if (why && refused.at > device.connectedAt) causes.push({ code: why, at: iso(refused.at), address: refused.address });
  }

  causes.push(...(await unsteadiness(db, device.id, now)));

  if (device.connectedAt === 0) causes.push({ code: 'neverConnected' });
  else if (device.state !== 'online') {
    const ended = await latestEvent(db, device.id, ['device.offline']);
    // What ended the connection also keeps the device away, and is listed already.
    if (isShut && ended?.reason === 'disabled') return { causes };
    causes.push({
      code: (ended?.reason && codes[ended.reason]) || 'connectionLost',
      at: iso(ended?.at ?? device.stateSince),
      address: device.address,
      topic: (JSON.parse(ended?.data ?? 'null') as { topic?: string } | null)?.topic,
    });
  }
  return { causes };
}

/** Does the device keep reconnecting, and is it because two devices replace each other's connection? */
async function unsteadiness(db: Database, deviceId: number, now: number): Promise<Cause[]> {
  const since = now - FLAPPING.withinMs;
  const { broken, replaced } = await breaksSince(db, deviceId, Math.max(since, await resetSince(db, deviceId, since)));
  if (broken + replaced < FLAPPING.times) return [];
  return [replaced > broken ? { code: 'replaced', count: replaced } : { code: 'flapping', count: broken + replaced }];
}

const iso = (ms: number) => new Date(ms).toISOString();
