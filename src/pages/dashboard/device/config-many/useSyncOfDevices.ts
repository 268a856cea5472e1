import { MAX_SYNCS } from '@contract/config';
import { useInterval } from 'ahooks';
import { type RefObject, useRef, useState } from 'react';
import { api } from '@/services/api';
import { type Standing, standingOf } from '@/utils/config-standing';

const LOOK_MS = 2000;
/** Once each has had its turn: whole configurations are compared for it. */
const AGAIN_AT_ONCE = 20;
/** What a device has said of a version does not change any more; one that has other values may still get there. */
const isFinal = (standing?: Standing) => standing === 'inSync' || standing === 'partial' || standing === 'rejected';

/**
 * Whether devices have taken what was saved for them, looked up until each has answered: those in sight each time, the others in turn.
 * @param sns undefined: it is not time to ask yet
 * @returns what is known of them, and how many have had their turn
 */
export function useSyncOfDevices(appKey: string, sns: string[] = [], inSight: RefObject<string[]>) {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Standing>>(new Map());
  const turn = useRef(0);
  const isUnderWay = useRef(false);
  const isOpen = (sn: string) => !isFinal(answers.get(sn));

  async function look() {
    if (document.hidden || isUnderWay.current) return;
    isUnderWay.current = true;
    const asked = new Set(inSight.current.filter(isOpen));
    const atOnce = turn.current < sns.length ? MAX_SYNCS : AGAIN_AT_ONCE;
    for (let seen = 0; seen < sns.length && asked.size < atOnce; seen++) {
      const sn = sns[turn.current++ % sns.length] as string;
      if (isOpen(sn)) asked.add(sn);
    }
    const list = await syncsOf(appKey, [...asked]);
    isUnderWay.current = false;
    const standings = list.map(
      ({ sn, state, version, unread, ...known }) => [sn, standingOf({ ...known, desired: { version } }, state, unread)] as const,
    );
    setAnswers((before) => new Map([...before, ...standings]));
  }

  useInterval(look, sns.some(isOpen) ? LOOK_MS : undefined, { immediate: true });
  return { answers, looked: Math.min(turn.current, sns.length) };
}

/** Nobody asked: that it cannot be read now is not told, and it is tried again. */
const syncsOf = (appKey: string, sns: string[]) =>
  api.config.readSync({ params: { appKey }, body: { sns } }, { skipErrorHandler: true }).then(
    ({ list }) => list,
    () => [],
  );
