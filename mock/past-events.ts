import type { Insertable } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/duration';
import { randomOf } from '../device-kit/noise';
import type { Tables } from '../server/db/tables';
import { insertEvents } from '../server/event/queries';
import type { Platform } from '../server/platform';
import type { Fate } from './projects';

/** A device that gets a history; `n` is its number in its project, from 1. */
export interface Settled {
  id: number;
  applicationId: number;
  sn: string;
  n: number;
  fate: Fate;
}

type NewEvent = Omit<Insertable<Tables['deviceEvent']>, 'id'>;

/** Replaces the events of the devices with a history of several days, and sets the time of their current state to match. */
export async function addPastEvents({ db, now }: Platform, devices: Settled[]) {
  const present = now();
  const events = devices.flatMap((device) => eventsOf(device, present)).sort((a, b) => a.at - b.at);
  // Removes the events of the mock's own start.
  await db.deleteFrom('deviceEvent').execute();
  await insertEvents(db, events);
  for (const { id, n, fate } of devices) {
    if (fate === 'inactive') continue;
    const since = sinceOf(n, fate, present);
    await db
      .updateTable('device')
      .set({
        address: addressOf(n),
        stateSince: since,
        ...(fate !== 'online' && { lastSeenAt: since, connectedAt: since - HOUR_MS }),
      })
      .where('id', '=', id)
      .execute();
  }
}

const addressOf = (n: number) => `10.2.${n % 4}.${10 + (n % 240)}`;

function sinceOf(n: number, fate: Fate, now: number): number {
  const random = randomOf(n);
  if (fate === 'commuter') return Math.round(now - 30_000 - random() * 5 * MINUTE_MS);
  if (fate === 'online') return Math.round(now - 3 * MINUTE_MS - random() ** 3 * 21 * DAY_MS);
  return Math.round(now - 9 * MINUTE_MS - random() ** 2 * 12 * DAY_MS);
}

function eventsOf(device: Settled, now: number): NewEvent[] {
  const { n, fate } = device;
  const random = randomOf(n * 31);
  const address = addressOf(n);
  const of = (type: NewEvent['type'], at: number, more: Partial<NewEvent> = {}): NewEvent => ({
    applicationId: device.applicationId,
    deviceId: device.id,
    sn: device.sn,
    type,
    name: '',
    at: Math.round(at),
    data: '{}',
    reason: '',
    address,
    ...more,
  });
  if (fate === 'inactive') {
    return n % 2 ? [] : [1, 2, 3].map((hours) => of('device.refused', now - hours * HOUR_MS, { reason: 'wrong_secret' }));
  }

  const since = sinceOf(n, fate, now);
  const reasons = ['keepalive_timeout', 'tcp_closed', 'normal'] as const;
  const reason = reasons[n % 3] as NewEvent['reason'];
  const spells = fate === 'commuter' ? 12 : 1 + (n % 4);
  const events: NewEvent[] = [];
  // Its former periods online and offline, up to the current state.
  let at = since - spells * 7 * HOUR_MS;
  for (let spell = 0; spell < spells; spell++) {
    events.push(of('device.online', at), of('device.status', at + 400, { data: '{"online":true}' }));
    if (n % 5 === 2) events.push(measured(of, at + 20 * MINUTE_MS, random));
    const stayed = (4 + random() * 2) * HOUR_MS;
    const isStillAway = fate !== 'online' && spell === spells - 1;
    events.push(of('device.offline', isStillAway ? since : at + stayed, { reason }));
    at += 7 * HOUR_MS;
  }
  if (fate === 'disabled') events.push(of('device.refused', now - 20 * MINUTE_MS, { reason: 'disabled' }));
  if (fate !== 'online') return events;
  events.push(of('device.online', since));
  if (n % 37 === 5)
    events.push(
      of('device.invalid', now - 2 * HOUR_MS, {
        name: 'telemetry',
        data: JSON.stringify({
          topic: 'telemetry',
          problem: 'wrong-shape',
          message: 'values is missing',
          messages: { 'zh-CN': '缺少 values', 'en-US': 'values is missing' },
        }),
      }),
    );
  // The first devices are those people look at, so they get telemetry, too.
  if (n <= 10) {
    for (let past = now - 20 * HOUR_MS; past < now - MINUTE_MS; past += 10 * MINUTE_MS) {
      events.push(of('device.telemetry', past, { data: telemetryAt(past, n, random) }));
      if (random() < 0.1) events.push(measured(of, past + 2 * MINUTE_MS, random));
    }
  }
  return events;
}

const measured = (of: (type: NewEvent['type'], at: number, more: Partial<NewEvent>) => NewEvent, at: number, random: () => number) =>
  of('device.event', at, {
    name: 'pallet-measured',
    data: JSON.stringify({ level: 'info', data: { volume: Number((0.4 + random() * 1.6).toFixed(3)), unit: 'm3' } }),
  });

function telemetryAt(at: number, n: number, random: () => number): string {
  const wave = Math.sin((at / DAY_MS) * 2 * Math.PI + n);
  const values = { temperature: Number((41 + wave * 4 + random()).toFixed(1)), humidity: Number((62 - wave * 6).toFixed(1)), fps: 15 };
  return JSON.stringify({ ts: Math.round(at), values });
}
