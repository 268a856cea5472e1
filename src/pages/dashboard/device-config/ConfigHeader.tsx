import { EllipsisOutlined, EyeOutlined, HistoryOutlined } from '@ant-design/icons';
import type { Twin } from '@contract/config';
import type { Device } from '@contract/device';
import { Link } from '@umijs/max';
import { Button } from 'antd';
import { CopyText } from '@/components/CopyText';
import { DropMenu } from '@/components/DropMenu';
import { LiveIndicator } from '@/components/LiveIndicator';
import { StateSince } from '@/components/StateSince';
import { StateTag } from '@/components/StateTag';
import { UpgradeButton } from '@/components/upgrade/UpgradeButton';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import type { Live } from '@/services/live';
import { deviceListPath } from '@/utils/device-list';
import { SyncState } from './SyncState';

interface ConfigHeaderProps {
  appKey: string;
  device: Device;
  twin: Twin;
  unread?: string;
  live: Live;
  isBrokerAway: boolean;
  /** There is something to begin with on a device that nobody has configured. */
  hasDefaults: boolean;
  /** There is something to fill in. */
  hasFields: boolean;
  onHistory: () => void;
  onSchema: () => void;
}

/** Which device it is, how it is, and how far its configuration has come. */
export function ConfigHeader({
  appKey,
  device,
  twin,
  unread,
  live,
  isBrokerAway,
  hasDefaults,
  hasFields,
  onHistory,
  onSchema,
}: ConfigHeaderProps) {
  const t = useTexts(configTexts);
  const { sn, name, state, stateSince } = device;
  const details = deviceListPath(appKey, { device: sn });
  const more = [
    { key: 'details', label: <Link to={details}>{t.details}</Link> },
    { type: 'divider' as const },
    { key: 'schema', label: t.editSchema, onClick: onSchema },
  ];

  return (
    <section className="config-head" aria-label={t.title}>
      <div className="config-title">
        <h1>{name || sn}</h1>
        {name && <CopyText text={sn} what="SN" />}
        <span className="config-state">
          <StateTag state={state} />
          <small className="muted">
            <StateSince state={state} since={stateSince} />
          </small>
        </span>
        <div className="config-actions">
          <LiveIndicator live={live} isBrokerAway={isBrokerAway} />
          <Link className="button" to={`/dashboard/${appKey}/device/${sn}/depth`}>
            <EyeOutlined aria-hidden /> {t.depth}
          </Link>
          <UpgradeButton appKey={appKey} device={device} />
          <Button icon={<HistoryOutlined aria-hidden />} disabled={twin.desired.version === 0} onClick={onHistory}>
            {t.history}
          </Button>
          <DropMenu menu={{ items: more }} placement="bottomRight">
            <Button aria-label={t.more} title={t.more} icon={<EllipsisOutlined aria-hidden />} />
          </DropMenu>
        </div>
      </div>
      <SyncState twin={twin} unread={unread} state={state} hasDefaults={hasDefaults} hasFields={hasFields} detailsAt={details} />
    </section>
  );
}
