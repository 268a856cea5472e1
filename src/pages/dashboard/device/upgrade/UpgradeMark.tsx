import type { Upgrade } from '@contract/upgrade';
import { useUpgradeWords } from '@/components/upgrade/useUpgradeWords';

/** The state of an upgrade; one that is finished is green only if it upgraded somebody, and red if somebody failed. */
export function UpgradeMark({ upgrade }: { upgrade: Pick<Upgrade, 'state' | 'pausedBy' | 'counts'> }) {
  const { stateOf } = useUpgradeWords();
  const { state, counts } = upgrade;
  const end = counts.failed + counts.timedOut > 0 ? 'failed' : counts.done > 0 ? 'done' : 'nothing';
  return (
    <span className="upgrade-state" data-kind={state === 'finished' ? end : state}>
      {stateOf(upgrade)}
    </span>
  );
}
