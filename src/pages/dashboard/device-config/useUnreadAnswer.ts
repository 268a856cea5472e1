import type { Twin } from '@contract/config';
import type { Language } from '@contract/errors';
import type { DeviceEvent } from '@contract/event';
import { useLanguage } from '@/locales/language';
import { api } from '@/services/api';
import { useRead } from '@/utils/useRead';

const TOPIC = 'config/reported';

/** Is the event a configuration report of a device that could not be read? */
export const isUnreadAnswer = ({ type, name }: DeviceEvent): boolean => type === 'device.invalid' && name === TOPIC;

interface Awaited {
  appKey: string;
  sn: string;
  twin?: Twin;
  /** Whether an answer is awaited; if not, nothing is read. */
  isAwaited: boolean;
  /** A change of any of these triggers another read. */
  news: unknown[];
}

/** Why the device's last answer could not be read, if it is newer than the wanted version and the last readable report. */
export function useUnreadAnswer({ appKey, sn, twin, isAwaited, news }: Awaited): string | undefined {
  const language = useLanguage();
  // ISO 8601 times in one format sort as text.
  const since = [twin?.desired.updatedAt ?? '', twin?.reported?.at ?? ''].sort().at(-1) ?? '';
  const query = { type: 'device.invalid', name: TOPIC, limit: 1 };
  const { data } = useRead(() => api.event.list({ params: { appKey, sn }, query }, { skipErrorHandler: true }), {
    ready: isAwaited,
    refreshDeps: [since, ...news],
    // A background read: the user is not told that it failed.
    onError: () => {},
  });
  const answer = isAwaited ? data?.list.find(({ ts }) => ts >= since) : undefined;
  const { messages, message } = (answer?.data ?? {}) as { messages?: Record<Language, string>; message?: string };
  return messages?.[language] ?? message;
}
