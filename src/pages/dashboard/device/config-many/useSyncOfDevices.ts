import { useInterval } from 'ahooks';
import { useState } from 'react';
import { api } from '@/services/api';
import { type Standing, standingOf } from '@/utils/config-standing';

const LOOK_MS = 2000;
/** What a device has said of a version does not change any more; one that has other values may still get there. */
const isFinal = (standing?: Standing) => standing === 'inSync' || standing === 'partial' || standing === 'rejected';

/** Whether devices have taken what was saved for them, looked up until each has answered; those in sight only. @param isAsked false: not yet */
export function useSyncOfDevices(appKey: string, sns: string[], isAsked: boolean): ReadonlyMap<string, Standing> {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Standing>>(new Map());
  const open = isAsked ? sns.filter((sn) => !isFinal(answers.get(sn))) : [];

  async function look() {
    if (document.hidden) return;
    const list = await syncsOf(appKey, open);
    const standings = list.map(
      ({ sn, state, version, unread, ...known }) => [sn, standingOf({ ...known, desired: { version } }, state, unread)] as const,
    );
    setAnswers((before) => new Map([...before, ...standings]));
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
