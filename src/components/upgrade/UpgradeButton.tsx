import { CloudDownloadOutlined } from '@ant-design/icons';
import type { Device } from '@contract/device';
import { Link } from '@umijs/max';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { lazyDialog } from '@/components/lazy-part';
import { useTexts } from '@/locales/texts';
import { upgradeTexts } from '@/locales/upgrade';
import { deviceListPath } from '@/utils/device-list';

const UpgradeDialog = lazyDialog(() => import('./UpgradeDialog'));

/** Starts the upgrade of one device; its progress is shown on the device page, to which the user can go. */
export function UpgradeButton({ appKey, device: { sn, enabled } }: { appKey: string; device: Device }) {
  const t = useTexts(upgradeTexts);
  const [isAsking, setAsking] = useState(false);
  const [started, setStarted] = useState<number>();
  return (
    <>
      {started !== undefined && <Link to={deviceListPath(appKey, { upgrade: started })}>{t.follow}</Link>}
      <Button icon={<CloudDownloadOutlined aria-hidden />} disabled={!enabled} onClick={() => setAsking(true)}>
        {t.upgradeOne}
      </Button>
      <Suspense>
        {isAsking && <UpgradeDialog appKey={appKey} chosen={{ sns: [sn] }} onStarted={setStarted} onClosed={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}
