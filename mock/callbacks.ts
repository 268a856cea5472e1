import { contract } from '../contract';
import { DAY_MS } from '../contract/duration';
import type { WebhookRow } from '../server/db/tables';
import type { Platform } from '../server/platform';
import type { As } from './large-world';
import { addPastCallbacks, type PastCallback } from './past-callbacks';
import { addPastRequests } from './past-requests';
import type { Project } from './project';

const { bin, webhook } = contract;

type Fortune = NonNullable<Project['plan']['callback']>;
type Health = Partial<Pick<WebhookRow, 'status' | 'disabledReason' | 'failingSince' | 'warnedAt' | 'hasPaused'>>;

/** The history of each kind of callback: records per day, and days since it has been failing or disabled. */
const fortunes: Record<Fortune, Pick<PastCallback, 'aDay' | 'failing' | 'pausedDays'>> = {
  healthy: { aDay: 70 },
  failing: { aDay: 9, failing: { days: 2.9, as: 'dnsFailed' } },
  'given-up': { aDay: 6, failing: { days: 6.5, as: 'connectionRefused' }, pausedDays: 1.5 },
  gone: { aDay: 3, failing: { days: 3, as: 'gone' }, pausedDays: 2.6 },
};

function healthOf(fortune: Fortune, now: number): Health {
  const { failing, pausedDays = 0 } = fortunes[fortune];
  if (!failing) return {};
  const failingSince = Math.round(now - failing.days * DAY_MS);
  if (fortune === 'failing') return { failingSince, warnedAt: failingSince + 2.5 * DAY_MS };
  const disabledReason = fortune === 'gone' ? ('gone' as const) : ('failing' as const);
  return { status: 'disabled', disabledReason, failingSince, warnedAt: 0, hasPaused: pausedDays > 0 ? 1 : 0 };
}

/** Adds callbacks and up to a year of records to projects: one to a request bin, one that is failing, and two that were disabled. */
export async function addCallbacks(platform: Platform, as: As, projects: Project[]) {
  const { db, now } = platform;
  const past: PastCallback[] = [];
  for (const { plan, id, appKey, devices } of projects) {
    const { callback } = plan;
    if (!callback) continue;
    const params = { appKey };
    const url = callback === 'healthy' ? (await as(bin.open, { params, body: {} })).url : `https://hooks.${plan.key}.example/iot`;
    const { secret = '' } = await as(webhook.save, { params, body: { url } as never });
    const createdAt = Math.round(now() - Math.min(plan.age, 365) * DAY_MS);
    await db
      .updateTable('webhook')
      .set({ createdAt, updatedAt: createdAt, ...healthOf(callback, now()) })
      .where('applicationId', '=', id)
      .execute();
    const sns = devices.filter(({ fate }) => fate !== 'inactive').map(({ sn }) => sn);
    past.push({ applicationId: id, appKey, url, secret, sns, age: Math.min(plan.age, 365), ...fortunes[callback] });
  }
  await addPastCallbacks(platform, past);
  const healthy = past.find(({ failing }) => !failing) as PastCallback;
  await addPastRequests(platform, healthy.applicationId, new URL(healthy.url).host);
}
