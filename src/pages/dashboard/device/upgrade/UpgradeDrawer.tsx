import { ArrowLeftOutlined, PlusOutlined } from '@ant-design/icons';
import { Id } from '@contract/id';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useBesideVirtual } from '@/components/beside-virtual';
import { LiveIndicator } from '@/components/LiveIndicator';
import { StatusPage } from '@/components/StatusPage';
import { UpgradeDetails } from './UpgradeDetails';
import { UpgradeBones, UpgradeList } from './UpgradeList';
import './upgrade.css';
import { useUpgradeWords } from '@/components/upgrade/useUpgradeWords';
import { useUpgrade, useUpgradeNews } from './useUpgrades';

interface UpgradeDrawerProps {
  appKey: string;
  /** `all`, or the id of one. */
  shown: string;
  onShow: (which: string) => void;
  onCreate: () => void;
  onOpenDevice: (sn: string) => void;
  onClosed: () => void;
}

/** The upgrades of a project, beside its devices; the URL says which is open. */
export default function UpgradeDrawer({ appKey, shown, onShow, onCreate, onOpenDevice, onClosed }: UpgradeDrawerProps) {
  const { t } = useUpgradeWords();
  const [open, setOpen] = useState(true);
  const { changes, live, isBrokerAway } = useUpgradeNews(appKey);
  const besideVirtual = useBesideVirtual(open);
  const { data: id } = Id.safeParse(shown);

  return (
    <Drawer
      title={
        id === undefined ? (
          <h2>{t.upgrades}</h2>
        ) : (
          <span className="upgrade-title">
            <Button
              type="text"
              size="small"
              icon={<ArrowLeftOutlined aria-hidden />}
              aria-label={t.back}
              title={t.back}
              onClick={() => onShow('all')}
            />
            <OneTitle key={id} appKey={appKey} id={id} changes={changes} />
          </span>
        )
      }
      open={open}
      size={880}
      className="upgrade-drawer"
      {...besideVirtual}
      extra={
        <span className="upgrade-extra">
          <LiveIndicator live={live} isBrokerAway={isBrokerAway} />
          {id === undefined && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onCreate}>
              {t.create}
            </Button>
          )}
        </span>
      }
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
    >
      {id === undefined ? (
        <UpgradeList appKey={appKey} changes={changes} onOpen={(one) => onShow(String(one))} onCreate={onCreate} />
      ) : (
        <OneUpgrade key={id} appKey={appKey} id={id} changes={changes} onShow={onShow} onOpenDevice={onOpenDevice} />
      )}
    </Drawer>
  );
}

function OneTitle({ appKey, id, changes }: { appKey: string; id: number; changes: number }) {
  const { t } = useUpgradeWords();
  const { data } = useUpgrade(appKey, id, changes);
  return data ? (
    <h2>
      {data.packetName} <span className="code">{data.packetVersion}</span>
    </h2>
  ) : (
    <h2>{t.upgradeOne}</h2>
  );
}

interface OneUpgradeProps extends Pick<UpgradeDrawerProps, 'appKey' | 'onShow' | 'onOpenDevice'> {
  id: number;
  changes: number;
}

function OneUpgrade({ appKey, id, changes, onShow, onOpenDevice }: OneUpgradeProps) {
  const { t } = useUpgradeWords();
  const { data, error, refresh } = useUpgrade(appKey, id, changes);
  if (data) {
    return (
      <UpgradeDetails
        appKey={appKey}
        upgrade={data}
        changes={changes}
        onChanged={refresh}
        onStarted={(one) => onShow(String(one))}
        onOpenDevice={onOpenDevice}
      />
    );
  }
  if (!error) return <UpgradeBones label={t.loading} />;
  return (
    <StatusPage scene="missing" title={t.missing} action={<Button onClick={() => onShow('all')}>{t.back}</Button>}>
      {t.missingWhy}
    </StatusPage>
  );
}
