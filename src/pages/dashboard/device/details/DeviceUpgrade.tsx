import { Button } from 'antd';
import { RelativeTime } from '@/components/RelativeTime';
import { Outcome } from '@/components/upgrade/Outcome';
import { useUpgradeWords } from '@/components/upgrade/useUpgradeWords';
import { api } from '@/services/api';
import { useRead } from '@/utils/useRead';

interface DeviceUpgradeProps {
  appKey: string;
  sn: string;
  /** Counts how often upgrades were heard to have changed. */
  changes: number;
  onOpen: (id: number) => void;
}

/** The last upgrade of one device, for as long as it has had any. */
export default function DeviceUpgrade({ appKey, sn, changes, onOpen }: DeviceUpgradeProps) {
  const { t } = useUpgradeWords();
  const { data } = useRead(() => api.upgrade.ofDevice({ params: { appKey, sn } }, { skipErrorHandler: true }), {
    refreshDeps: [appKey, sn, changes],
  });
  const last = data?.list[0];
  if (!last) return null;
  return (
    <section className="details-section device-upgrade" aria-label={t.latest}>
      <header>
        <h3>{t.latest}</h3>
        <span className="spring" />
        <Button size="small" onClick={() => onOpen(last.upgradeId)}>
          {t.toUpgrade}
        </Button>
      </header>
      <p>
        <span>
          {last.packetName} <b className="code">{last.packetVersion}</b>
        </span>
        <Outcome of={{ ...last, upgradeState: last.state }} />
        <span className="spring" />
        <small className="muted">
          <RelativeTime at={last.changedAt} />
        </small>
      </p>
    </section>
  );
}
