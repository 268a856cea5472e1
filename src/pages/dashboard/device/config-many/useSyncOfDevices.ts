import type { Sync } from '@contract/config';
import type { DeviceState } from '@contract/device';
import { useInterval } from 'ahooks';
import { useState } from 'react';
import { api } from '@/services/api';

/** The platform's `sync`, and of a device that is not online what has to happen first. */
export type Answer = Sync | Exclude<DeviceState, 'online'>;

const LOOK_MS = 2000;
/** What a device has said of a version does not change any more. */
const isFinal = (sync?: Answer) => sync === 'in-sync' || sync === 'rejected';

/** Whether devices have taken what was saved for them, looked up until each has answered; those in sight only. @param isAsked false: not yet */
export function useSyncOfDevices(appKey: string, sns: string[], isAsked: boolean): ReadonlyMap<string, Answer> {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const open = isAsked ? sns.filter((sn) => !isFinal(answers.get(sn))) : [];

  async function look() {
    if (document.hidden) return;
    const list = await syncsOf(appKey, open);
    setAnswers(
      (before) =>
        new Map([...before, ...list.map(({ sn, state, sync }) => [sn, sync === 'offline' && state !== 'online' ? state : sync] as const)]),
    );
  }

  useInterval(look, open.length > 0 ? LOOK_MS : undefined, { immediate: true });
  return answers;
}

/** Nobody asked: that it cannot be read now is not told, and it is tried again. */
const syncsOf = (appKey: string, sns: string[]) =>
  api.config.readSync({ params: { appKey }, body: { sns } }, { skipErrorHandler: true }).then(
    ({ list }) => list,
    () => [],
  );
