import { Button } from 'antd';
import { RelativeTime } from '@/components/RelativeTime';
import { Outcome } from '@/components/upgrade/Outcome';
import { useUpgradeWords } from '@/components/upgrade/useUpgradeWords';
import type { api } from '@/services/api';

interface DeviceUpgradeProps {
  last: Awaited<ReturnType<typeof api.upgrade.ofDevice>>['list'][number];
  onOpen: (id: number) => void;
}

/** The latest upgrade of a device. */
export default function DeviceUpgrade({ last, onOpen }: DeviceUpgradeProps) {
  const { t } = useUpgradeWords();
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
