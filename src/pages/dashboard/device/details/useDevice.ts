import type { Device } from '@contract/device';
import { MINUTE_MS } from '@contract/duration';
import { ErrorCode } from '@contract/errors';
import type { StreamMessage } from '@contract/event';
import { clientIdOf } from '@contract/topics';
import { useState } from 'react';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';
import { useRead } from '@/utils/useRead';

/** Poll interval of the broker's counters while the device is connected. */
const COUNTERS_EVERY_MS = 5000;
/** The diagnosis covers the last ten minutes, so it changes even without events. */
const DIAGNOSIS_EVERY_MS = MINUTE_MS;

/** A device, its connection and diagnosis; `hear` applies stream messages. @param changes counts the user's actions on this page */
export function useDevice(appKey: string, sn: string, changes: number) {
  const quietly = { skipErrorHandler: true };
  const of = { params: { appKey, sn } };
  const [heard, setHeard] = useState<Partial<Device> & { at: number }>({ at: 0 });
  const [goneAt, setGoneAt] = useState(0);
  const {
    data: read,
    error,
    refresh,
  } = useRead(async () => ({ askedAt: Date.now(), device: await api.device.read(of, quietly) }), {
    refreshDeps: [changes],
    // Shown by the drawer.
    onError: () => {},
  });
  const { at, ...news } = heard;
  const isGone = (error instanceof RequestFailure && error.code === ErrorCode.notFound) || (read !== undefined && goneAt >= read.askedAt);
  const device: Device | undefined = isGone ? undefined : read && (at >= read.askedAt ? { ...read.device, ...news } : read.device);
  const { state, stateSince } = device ?? {};

  const { data: client, error: clientError } = useRead(() => api.broker.client({ params: { id: clientIdOf(appKey, sn) } }, quietly), {
    ready: state === 'online',
    refreshDeps: [state, stateSince],
    pollingInterval: COUNTERS_EVERY_MS,
    pollingWhenHidden: false,
    // Disconnected before the call; the next stream message will tell.
    onError: () => {},
  });
  const { data: diagnosis, refresh: diagnose } = useRead(async () => ({ of: state, ...(await api.event.diagnose(of, quietly)) }), {
    // After the connection's start is known: if devices keep replacing each other, only that changes, and triggers a new diagnosis.
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
    if (message.type === 'reset') refresh();
    // Not read again: whoever deletes it in this drawer would cause a failing request while the drawer closes.
    if (message.type === 'gone') setGoneAt(Date.now());
  }

  return {
    device,
    isGone,
    error: device ? undefined : error,
    refresh,
    client,
    /** The broker's data could not be read. */
    isClientUnread: !client && Boolean(clientError),
    diagnosis: diagnosis?.of === state ? diagnosis : undefined,
    diagnose,
    hear,
  };
}

export type DeviceStory = ReturnType<typeof useDevice>;
