import { CloudDownloadOutlined } from '@ant-design/icons';
import type { Device } from '@contract/device';
import { history } from '@umijs/max';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '@/locales/texts';
import { upgradeTexts } from '@/locales/upgrade';

const UpgradeDialog = lazy(() => import('./UpgradeDialog'));

/** The upgrade of one device begins here, and is followed beside the devices. */
export function UpgradeButton({ appKey, device: { sn, enabled } }: { appKey: string; device: Device }) {
  const t = useTexts(upgradeTexts);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button icon={<CloudDownloadOutlined aria-hidden />} disabled={!enabled} onClick={() => setAsking(true)}>
        {t.upgradeOne}
      </Button>
      <Suspense>
        {isAsking && (
          <UpgradeDialog
            appKey={appKey}
            chosen={{ sns: [sn] }}
            onStarted={(id) => history.push(`/dashboard/${appKey}/device?upgrade=${id}`)}
            onClosed={() => setAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}
