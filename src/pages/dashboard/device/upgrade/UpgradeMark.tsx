import type { Upgrade } from '@contract/upgrade';
import { endOf, useUpgradeWords } from '@/components/upgrade/useUpgradeWords';

/** The state of an upgrade; one that is finished has the colour of its end. */
export function UpgradeMark({ upgrade }: { upgrade: Pick<Upgrade, 'state' | 'pausedBy' | 'counts'> }) {
  const { stateOf } = useUpgradeWords();
  const { state, counts } = upgrade;
  return (
    <span className="upgrade-state" data-kind={state === 'finished' ? endOf(counts) : state}>
      {stateOf(upgrade)}
    </span>
  );
}
