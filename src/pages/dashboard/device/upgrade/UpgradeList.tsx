import type { Upgrade } from '@contract/upgrade';
import { Button } from 'antd';
import { useState } from 'react';
import { FailedRead } from '@/components/FailedRead';
import { LastAnswer } from '@/components/LastAnswer';
import { Pages } from '@/components/Pages';
import { RelativeTime } from '@/components/RelativeTime';
import { StatusPage } from '@/components/StatusPage';
import { OutcomeBar } from '@/components/upgrade/OutcomeBar';
import { useUpgradeWords } from '@/components/upgrade/useUpgradeWords';
import { UpgradeMark } from './UpgradeMark';
import { useUpgradeList } from './useUpgrades';
import { VersionShares } from './VersionShares';

interface UpgradeListProps {
  appKey: string;
  changes: number;
  onOpen: (id: number) => void;
  onCreate: () => void;
}

/** The versions in use, and every upgrade with how far it is. */
export function UpgradeList({ appKey, changes, onOpen, onCreate }: UpgradeListProps) {
  const { t } = useUpgradeWords();
  const [current, setCurrent] = useState(1);
  const { data, isOld, error, refresh } = useUpgradeList(appKey, current, changes);

  return (
    <>
      <VersionShares appKey={appKey} changes={changes} />
      {!data && error ? (
        <FailedRead error={error} onRetry={refresh} />
      ) : !data ? (
        <UpgradeBones label={t.loading} />
      ) : data.total === 0 ? (
        <StatusPage
          scene="packet"
          title={t.emptyTitle}
          action={
            <Button type="primary" onClick={onCreate}>
              {t.create}
            </Button>
          }
        >
          {t.emptyWhy}
        </StatusPage>
      ) : (
        <section aria-label={t.upgrades}>
          <LastAnswer isAwaited={isOld}>
            <ul className="upgrade-list">
              {data.list.map((one) => (
                <UpgradeRow key={one.id} upgrade={one} onOpen={() => onOpen(one.id)} />
              ))}
            </ul>
          </LastAnswer>
          {data.total > data.list.length && (
            <Pages size="small" current={current} total={data.total} showSizeChanger={false} onChange={setCurrent} />
          )}
        </section>
      )}
    </>
  );
}

function UpgradeRow({ upgrade, onOpen }: { upgrade: Upgrade; onOpen: () => void }) {
  const { t, targetOf } = useUpgradeWords();
  const { packetName, packetVersion, counts, target, note, createdAt } = upgrade;
  const failed = counts.failed + counts.timedOut;
  return (
    <li className="upgrade-row">
      <p className="upgrade-row-head">
        <button type="button" className="upgrade-open" onClick={onOpen}>
          {packetName} <b className="code">{packetVersion}</b>
        </button>
        <UpgradeMark upgrade={upgrade} />
        <span className="spring" />
        <small className="muted">
          <RelativeTime at={createdAt} />
        </small>
      </p>
      <OutcomeBar counts={counts} />
      <p className="upgrade-row-foot">
        <span className="muted upgrade-row-target">
          {targetOf(target)}
          {note && ` · ${note}`}
        </span>
        <span className="spring" />
        <span className="number">
          {t.number(counts.done)} / {t.number(counts.all)}
        </span>
        {counts.cancelled > 0 && (
          <span className="number muted">
            {t.cancelled} {t.number(counts.cancelled)}
          </span>
        )}
        {failed > 0 && (
          <span className="number upgrade-failed">
            {t.failed} {t.number(failed)}
          </span>
        )}
      </p>
    </li>
  );
}

/** Rows on their way. */
export function UpgradeBones({ label }: { label: string }) {
  return (
    <div className="upgrade-bones" role="status" aria-label={label}>
      {[1, 2, 3, 4].map((n) => (
        <i key={n} className="bone" />
      ))}
    </div>
  );
}
