import type { Device } from '@contract/device';
import { ErrorCode } from '@contract/errors';
import type { StreamMessage } from '@contract/event';
import { clientIdOf } from '@contract/topics';
import { useState } from 'react';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';
import { useRead } from '@/utils/useRead';

/** How often the broker's counters are looked up while a device is connected. */
const COUNTERS_EVERY_MS = 5000;
/** How often it came and went is reckoned by the last ten minutes: also of one that is quiet now. */
const DIAGNOSIS_EVERY_MS = 60_000;

/** One device, what the broker says of it, and why it is not online, or does not stay so; `hear` keeps it true. @param changes counts what was done to devices on this page */
export function useDevice(appKey: string, sn: string, changes: number) {
  const quietly = { skipErrorHandler: true };
  const of = { params: { appKey, sn } };
  const [heard, setHeard] = useState<Partial<Device> & { at: number }>({ at: 0 });
  const {
    data: read,
    error,
    refresh,
  } = useRead(async () => ({ askedAt: Date.now(), device: await api.device.read(of, quietly) }), {
    refreshDeps: [changes],
    // The drawer says it in its place.
    onError: () => {},
  });
  const { at, ...news } = heard;
  const isGone = error instanceof RequestFailure && error.code === ErrorCode.notFound;
  const device: Device | undefined = isGone ? undefined : read && (at >= read.askedAt ? { ...read.device, ...news } : read.device);
  const { state, stateSince } = device ?? {};

  const { data: client, error: clientError } = useRead(() => api.broker.client({ params: { id: clientIdOf(appKey, sn) } }, quietly), {
    ready: state === 'online',
    refreshDeps: [state, stateSince],
    pollingInterval: COUNTERS_EVERY_MS,
    pollingWhenHidden: false,
    // Gone again before it was asked for: the next message of the stream says so.
    onError: () => {},
  });
  const { data: diagnosis, refresh: diagnose } = useRead(async () => ({ of: state, ...(await api.event.diagnose(of, quietly)) }), {
    // Once it is known since when it is connected: of one whose place is taken again and again only the time of its connection moves.
    ready: state === 'online' ? Boolean(client ?? clientError) : state !== undefined,
    refreshDeps: [state, stateSince, client?.connected_at, changes],
    pollingInterval: DIAGNOSIS_EVERY_MS,
    pollingWhenHidden: false,
    onError: () => {},
  });

  function hear(message: StreamMessage) {
    if (message.type === 'device') {
      const { type: _, sn: about, ...news } = message;
      if (about === sn) setHeard({ ...news, at: Date.now() });
    }
    if (message.type === 'broker') diagnose();
    if (message.type === 'event' && message.event.type === 'device.refused') diagnose();
    if (message.type === 'reset' || message.type === 'gone') refresh();
  }

  return {
    device,
    error: device ? undefined : error,
    refresh,
    client,
    /** What the broker says of it cannot be read. */
    isClientUnread: !client && Boolean(clientError),
    diagnosis: diagnosis?.of === state ? diagnosis : undefined,
    diagnose,
    hear,
  };
}

export type DeviceStory = ReturnType<typeof useDevice>;
