import type { Twin } from '@contract/config';
import type { Device } from '@contract/device';
import { ErrorCode } from '@contract/errors';
import type { StreamMessage } from '@contract/event';
import { useInterval } from 'ahooks';
import { useEffect, useState } from 'react';
import { api, forgetReads } from '@/services/api';
import { useLive } from '@/services/live';
import { standingOf } from '@/utils/config-standing';
import { RequestFailure } from '@/utils/failure';
import { useRead } from '@/utils/useRead';
import { isUnreadAnswer, useUnreadAnswer } from './useUnreadAnswer';

/** No event tells whether a device has subscribed, so it is polled this often while its answer is awaited. */
const LOOK_EVERY_MS = 5000;

/** A device and its configuration, wanted and reported, as they are now: the platform tells when they change. */
export function useTwin(appKey: string, sn: string) {
  const of = { params: { appKey, sn } };
  const quietly = { skipErrorHandler: true };
  const [device, setDevice] = useState<Device>();
  const [twin, setTwin] = useState<Twin>();
  const [successor, setSuccessor] = useState<{ device: Device; twin: Twin }>();
  const [isBrokerAway, setBrokerAway] = useState(false);
  const [heard, setHeard] = useState<number>();

  // An older answer may arrive after a newer one. Equal objects are kept, so that nothing depends on a new identity.
  const take = (answer: Twin) =>
    setTwin((known) => {
      if (known && known.desired.version > answer.desired.version) return known;
      if (JSON.stringify(known) === JSON.stringify(answer)) return known;
      return known && JSON.stringify(known.schema) === JSON.stringify(answer.schema) ? { ...answer, schema: known.schema } : answer;
    });

  const { error, refresh } = useRead(() => Promise.all([api.device.read(of, quietly), api.config.read(of, quietly)]), {
    refreshDeps: [appKey, sn],
    onSuccess: ([readDevice, readTwin]) => {
      const isAnother = device !== undefined && readDevice.createdAt !== device.createdAt;
      setSuccessor(isAnother ? { device: readDevice, twin: readTwin } : undefined);
      if (isAnother) return;
      setDevice(readDevice);
      take(readTwin);
    },
    // The page shows the error itself.
    onError: () => {},
  });

  function hear(message: StreamMessage) {
    if (message.type === 'reset' || ((message.type === 'config' || message.type === 'gone') && message.sn === sn)) readAgain();
    if (message.type === 'event' && isUnreadAnswer(message.event)) setHeard(message.event.id);
    if (message.type === 'broker') setBrokerAway(!message.reachable);
    if (message.type !== 'device' || message.sn !== sn) return;
    const { type: _, ...news } = message;
    setDevice((known) => known && { ...known, ...news });
    // `sync` and `listens` depend on the device's connection.
    if (message.state !== device?.state) readAgain();
  }

  /** The project's schema may have changed since it was read here. @returns the present one */
  async function recheck() {
    forgetReads();
    const answer = await api.config.read(of);
    take(answer);
    return answer.schema;
  }

  function succeed() {
    setDevice(successor?.device);
    setTwin(successor?.twin);
    setSuccessor(undefined);
  }

  function readAgain() {
    // Skips cached answers, which are older than this event.
    forgetReads();
    refresh();
  }

  const live = useLive({ appKey, sn, ready: twin !== undefined, onMessage: hear });
  // Events before the stream was connected were missed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the stream connects
  useEffect(() => {
    if (live.state === 'live') readAgain();
  }, [live.state]);

  const standing = device && twin && standingOf(twin, device.state);
  const isWaiting = standing === 'waiting' || standing === 'deaf';
  useInterval(() => document.hidden || readAgain(), isWaiting ? LOOK_EVERY_MS : undefined);

  const unread = useUnreadAnswer({ appKey, sn, twin, isAwaited: standing === 'waiting', news: [heard, live.since] });

  const isGone = error instanceof RequestFailure && error.code === ErrorCode.notFound;
  return {
    device,
    twin,
    /** Why the answer that is waited for could not be read, if one came. */
    unread,
    isGone,
    /** Set when the device was deleted and another one has its serial number; shows that one. */
    succeed: successor && !isGone ? succeed : undefined,
    error: twin ? undefined : error,
    live,
    isBrokerAway,
    refresh: readAgain,
    recheck,
    take,
  };
}
