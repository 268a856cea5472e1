import type { Diagnosis, Reason } from '../../contract/event';
import type { Broker } from '../broker/broker';
import type { Database } from '../db/database';
import type { ApplicationRow, DeviceRow } from '../db/tables';
import { breaksSince, latestEvent, resetSince } from './queries';

type Cause = Diagnosis['causes'][number];

/** So many connections that broke, or were replaced, within ten minutes are a device that comes and goes. */
const FLAPPING = { times: 5, withinMs: 10 * 60_000 };

/** Whose place another connection took is online still. */
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

/** Refusals that are the device's own fault; the others are told as what they come from. */
const refusals: Partial<Record<Reason, Cause['code']>> = {
  wrong_secret: 'wrongSecret',
  names_differ: 'namesDiffer',
  too_many_tries: 'tooManyTries',
};

/** What may stand behind a device that is not online, or does not stay so, the likeliest first. */
export async function diagnose(db: Database, broker: Broker, project: ApplicationRow, device: DeviceRow, now: number): Promise<Diagnosis> {
  const causes: Cause[] = [];
  if (!broker.isReachable()) causes.push({ code: 'brokerUnreachable' });
  const isShut = project.status === 'disabled' || device.state === 'disabled';
  if (project.status === 'disabled') causes.push({ code: 'projectDisabled', at: iso(project.updatedAt) });
  if (device.state === 'disabled') causes.push({ code: 'deviceDisabled', at: iso(device.stateSince) });

  // A refusal tells most when it came after the last good connection.
  const newest = await latestEvent(db, device.id, ['device.refused']);
  // Who is refused unasked was refused for something before, which is what there is to mend.
  const before = newest?.reason === 'too_many_tries' ? await latestEvent(db, device.id, ['device.refused'], newest.reason) : undefined;
  for (const refused of [before, newest]) {
    const why = refused?.reason && refusals[refused.reason];
    if (why && refused.at > device.connectedAt) causes.push({ code: why, at: iso(refused.at), address: refused.address });
  }

  causes.push(...(await unsteadiness(db, device.id, now)));

  if (device.connectedAt === 0) causes.push({ code: 'neverConnected' });
  else if (device.state !== 'online') {
    const ended = await latestEvent(db, device.id, ['device.offline']);
    // What ended the connection keeps it away, and has been said.
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

/** Does it come and go, and is that because two push each other out? */
async function unsteadiness(db: Database, deviceId: number, now: number): Promise<Cause[]> {
  const since = now - FLAPPING.withinMs;
  const { broken, replaced } = await breaksSince(db, deviceId, Math.max(since, await resetSince(db, deviceId, since)));
  if (broken + replaced < FLAPPING.times) return [];
  return [replaced > broken ? { code: 'replaced', count: replaced } : { code: 'flapping', count: broken + replaced }];
}

const iso = (ms: number) => new Date(ms).toISOString();
