import type { Twin } from '@contract/config';
import type { Language } from '@contract/errors';
import type { DeviceEvent } from '@contract/event';
import { useLanguage } from '@/locales/language';
import { api } from '@/services/api';
import { useRead } from '@/utils/useRead';

const TOPIC = 'config/reported';

/** Did a device say something of its configuration that could not be read? */
export const isUnreadAnswer = ({ type, name }: DeviceEvent): boolean => type === 'device.invalid' && name === TOPIC;

interface Awaited {
  appKey: string;
  sn: string;
  twin?: Twin;
  /** Whether an answer is waited for; while it is not, nothing is looked up. */
  isAwaited: boolean;
  /** With each of these, there may be another one. */
  news: unknown[];
}

/** Why the last answer of a device could not be read, if it came after what is wanted now, and after all that could be read. */
export function useUnreadAnswer({ appKey, sn, twin, isAwaited, news }: Awaited): string | undefined {
  const language = useLanguage();
  // Times of one kind: their order is that of their letters.
  const since = [twin?.desired.updatedAt ?? '', twin?.reported?.at ?? ''].sort().at(-1) ?? '';
  const query = { type: 'device.invalid', name: TOPIC, limit: 1 };
  const { data } = useRead(() => api.event.list({ params: { appKey, sn }, query }, { skipErrorHandler: true }), {
    ready: isAwaited,
    refreshDeps: [since, ...news],
    // Nobody asked.
    onError: () => {},
  });
  const answer = isAwaited ? data?.list.find(({ ts }) => ts >= since) : undefined;
  const { messages, message } = (answer?.data ?? {}) as { messages?: Record<Language, string>; message?: string };
  return messages?.[language] ?? message;
}
