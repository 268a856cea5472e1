import type { Language } from '@contract/errors';
import { type DeviceEvent, type EventType, isPartial } from '@contract/event';
import { reasonTexts } from '@/locales/diagnosis';
import { eventTexts } from '@/locales/event';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';

/** Telemetry readings that fit on a line. */
const READINGS = 4;

const titles = {
  'device.online': 'online',
  'device.offline': 'offline',
  'device.refused': 'refused',
  'device.invalid': 'invalid',
  'device.subscription.refused': 'subscriptionRefused',
  'device.status': 'status',
  'device.telemetry': 'telemetry',
  'device.event': 'event',
  'device.config.applied': 'configApplied',
  'device.config.rejected': 'configRejected',
  'device.upgrade.succeeded': 'upgradeSucceeded',
  'device.upgrade.failed': 'upgradeFailed',
  'device.depth.watched': 'depthWatched',
} as const satisfies Record<EventType, keyof (typeof eventTexts)['zh-CN']>;

const seenTitles: Partial<Record<EventType, 'upgradeDone' | 'upgradeUndone'>> = {
  'device.upgrade.succeeded': 'upgradeDone',
  'device.upgrade.failed': 'upgradeUndone',
};

/** An event's title and one-line summary. Its data comes from the device, and may be any JSON. */
export function useHeadline(): (event: DeviceEvent) => { title: string; detail: string } {
  const t = useTexts(eventTexts);
  const reasons = useTexts(reasonTexts);
  const language = useLanguage();

  const moreBefore = ({ more }: Record<string, unknown>) => typeof more === 'number' && t.moreBefore(more);

  return (event) => {
    const { type, name, reason, address } = event;
    const data = recordOf(event.data);
    // Seen by the platform; otherwise the device says so.
    const running = Object.values(recordOf(data.running)).filter(isShort).join(' ');
    const said: Record<EventType, (unknown | false)[]> = {
      'device.online': [address, data.replaced && t.replacedOld(String(data.replaced))],
      'device.offline': [reason && reasons[reason]],
      'device.refused': [reason && reasons[reason], address, moreBefore(data)],
      'device.invalid': [name, moreBefore(data), recordOf(data.messages)[language] ?? data.message],
      'device.subscription.refused': [data.topic, typeof data.most === 'number' && t.mostTopics(data.most), moreBefore(data)],
      'device.status': Object.values(recordOf(data.packet)),
      'device.telemetry': readingsOf(data.values),
      'device.event': [data.level, ...readingsOf(data.data)],
      'device.config.applied': [versionOf(data), isPartial(event) && firstError(data)],
      'device.config.rejected': [versionOf(data), firstError(data)],
      'device.upgrade.succeeded': [],
      'device.upgrade.failed': [running ? t.cameBackWith(running) : data.error],
      'device.depth.watched': [data.by],
    };
    const seen = running && seenTitles[type];
    const named = isPartial(event) ? 'configPartial' : seen || titles[type];
    const title = type === 'device.event' && name ? `${t.event} ${name}` : t[named];
    return { title, detail: said[type].filter(isShort).map(String).join(' · ') };
  };
}

/** An event's data to unfold; the reason of an unreadable message only in the user's language. */
export function unfolded({ type, data }: DeviceEvent, language: Language): unknown {
  if (type !== 'device.invalid') return data;
  const { messages, ...rest } = recordOf(data);
  return { ...rest, message: recordOf(messages)[language] ?? rest.message };
}

const readingsOf = (values: unknown) =>
  Object.entries(recordOf(values))
    .filter(([, value]) => isShort(value))
    .slice(0, READINGS)
    .map(([name, value]) => `${name} ${value}`);

const versionOf = ({ version }: Record<string, unknown>) => version !== undefined && `v${version}`;

const firstError = ({ errors }: Record<string, unknown>) => recordOf((errors as unknown[])?.[0]).message;

const isShort = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value) && value !== false && value !== '';

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
