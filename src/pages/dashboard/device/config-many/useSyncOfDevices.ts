import { type ConfigError, MAX_SYNCS } from '@contract/config';
import { useInterval } from 'ahooks';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { api } from '@/services/api';
import { BATCH } from '@/services/batch';
import { type Standing, standingOf } from '@/utils/config-standing';

const LOOK_MS = 2000;
/** Devices per repeated read: few, because each compares whole configurations. */
const AGAIN_AT_ONCE = 20;
/** A device's answer; `errors` say why it refused something. */
export interface SyncAnswer {
  standing: Standing;
  errors: ConfigError[];
}

/** Answers that no longer change; a device with other values may still apply the saved ones. */
const isFinal = (answer?: SyncAnswer) => answer !== undefined && ['inSync', 'partial', 'rejected'].includes(answer.standing);

/**
 * Whether devices have applied their saved configuration, polled until each has answered: first visible ones, then those not read yet,
 * then the others in turn.
 * @returns the known answers, and how many devices were read
 */
export function useSyncOfDevices(appKey: string, sns: string[], inSight: RefObject<string[]>) {
  // Undefined for devices that were read, but no longer exist.
  const [answers, setAnswers] = useState<ReadonlyMap<string, SyncAnswer | undefined>>(new Map());
  const turn = useRef(0);
  const isUnderWay = useRef(false);
  const isOpen = (sn: string) => !isFinal(answers.get(sn));
  const unread = useMemo(() => sns.filter((sn) => !answers.has(sn)), [sns, answers]);

  function next(): string[] {
    const seen = inSight.current.filter(isOpen);
    if (unread.length > 0) return [...new Set([...seen, ...unread.slice(0, MAX_SYNCS)])].slice(0, MAX_SYNCS);
    const asked = new Set(seen);
    for (let n = 0; n < sns.length && asked.size < AGAIN_AT_ONCE; n++) {
      const sn = sns[turn.current++ % sns.length] as string;
      if (isOpen(sn)) asked.add(sn);
    }
    return [...asked];
  }

  async function look() {
    if (document.hidden || isUnderWay.current) return;
    isUnderWay.current = true;
    const asked = next();
    const list = await syncsOf(appKey, asked);
    isUnderWay.current = false;
    if (!list) return;
    const read = list.map(({ sn, state, version, unread, ...known }) => {
      const standing = standingOf({ ...known, desired: { version } }, state, unread);
      const isRefused = standing === 'rejected' || standing === 'partial';
      return [sn, { standing, errors: isRefused ? (known.reported?.errors ?? []) : [] }] as const;
    });
    setAnswers((before) => new Map([...before, ...asked.map((sn) => [sn, undefined] as const), ...read]));
  }

  useInterval(look, sns.some(isOpen) ? LOOK_MS : undefined, { immediate: true });
  return { answers, looked: sns.length - unread.length };
}

/** Polled, so failures are not reported; the next poll follows. */
const syncsOf = (appKey: string, sns: string[]) =>
  api.config.readSync({ params: { appKey }, body: { sns } }, BATCH).then(
    ({ list }) => list,
    () => undefined,
  );
