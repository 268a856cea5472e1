import type { Upgrade, UpgradeDevice, UpgradeState } from '@contract/upgrade';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { upgradeTexts } from '@/locales/upgrade';

/** What is known of how far one device is. What it waits for is told where its state, and that of the upgrade, are known. */
export type Progress = Pick<UpgradeDevice, 'outcome' | 'reason' | 'error' | 'percent' | 'last'> &
  Partial<Pick<UpgradeDevice, 'deviceState' | 'listens'>> & { upgradeState?: UpgradeState };

/** How an upgrade that is finished ended: some failed, some run the version now, or neither. */
export const endOf = ({ failed, timedOut, done }: Upgrade['counts']) => (failed + timedOut > 0 ? 'failed' : done > 0 ? 'done' : 'nothing');

/** Upgrades and their devices in words. */
export function useUpgradeWords() {
  const t = useTexts(upgradeTexts);
  const states = useTexts(deviceTexts);

  function targetOf({ chosen, tag, filter, percent }: Upgrade['target']): string {
    if (chosen !== undefined) return t.targetChosen(chosen);
    const onlyTag = tag ?? (filter?.tag && !filter.keyword && !filter.state ? filter.tag : undefined);
    const parts = [filter?.keyword && `“${filter.keyword}”`, filter?.state && states[filter.state], filter?.tag].filter(Boolean);
    const whole = onlyTag ? t.targetTag(onlyTag) : parts.length > 0 ? t.targetFilter(parts.join(' · ')) : t.targetAll;
    if (percent === undefined || percent === 100) return whole;
    return whole === t.targetAll ? t.targetShareOfAll(percent) : t.targetShare(percent, whole);
  }

  function stateOf({ state, pausedBy, counts }: Pick<Upgrade, 'state' | 'pausedBy' | 'counts'>): string {
    if (state === 'cancelled') return t.cancelledState;
    const end = endOf(counts);
    if (state === 'finished') return { failed: t.finishedBadly, done: t.finished, nothing: t.finishedEmpty }[end];
    // Once all failed devices are to be retried, none has failed that the words could be about.
    return state === 'paused' && pausedBy === 'failures' && end === 'failed' ? t.pausedByFailures : t[state];
  }

  /** What is behind an outcome, where there is more to say than its name. */
  function whyOf({ outcome, reason, error, deviceState, percent, listens, upgradeState }: Progress) {
    if (outcome === 'notified' && listens === false) return t.unheardWhy;
    if (outcome === 'timedOut') return reason === 'underWay' ? t.timedOutMayFinish : t.timedOutWhy;
    if (reason === 'otherVersion') return t.otherVersion(error);
    if (reason) return t[reason];
    if (outcome === 'failed') return error || t.noReason;
    if (outcome === 'waiting' && upgradeState === 'paused') return t.waitingResumed;
    if (outcome === 'waiting' && deviceState === 'disabled') return t.waitingEnabled;
    if (outcome === 'waiting' && deviceState) return deviceState === 'online' ? t.waitingTurn : t.waitingOnline;
    if (outcome === 'installing' && percent >= 100) return t.restarting;
    return '';
  }

  /** Why the try before failed. */
  const lastOf = ({ last }: Progress) =>
    last && t.last(last.outcome === 'timedOut' ? t.timedOutWhy : whyOf({ ...last, percent: 0, last: null }));

  /** The name of an outcome; of one who cannot have heard it is not said to have been told. */
  const nameOf = ({ outcome, listens }: Progress) => (outcome === 'notified' && listens === false ? t.unheard : t[outcome]);

  return { t, targetOf, stateOf, nameOf, whyOf, lastOf };
}
