import { Button } from 'antd';
import { StatusPage } from '@/components/StatusPage';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { useIsDismissed } from '@/services/guide';
import { VirtualButton } from './VirtualButton';

interface EmptyDevicesProps {
  appKey: string;
  onAdd: () => void;
  onImport: () => void;
  /** A virtual device was added. */
  onStarted: () => void;
}

/** A project without a device: three ways to the first one. */
export function EmptyDevices({ appKey, onAdd, onImport, onStarted }: EmptyDevicesProps) {
  const t = useTexts(deviceTexts);
  // Above it stands what to do next, with a button of its own.
  const isGuided = !useIsDismissed(appKey);
  return (
    <StatusPage
      scene="device"
      title={t.emptyTitle}
      action={
        <span className="actions">
          <Button type={isGuided ? 'default' : 'primary'} onClick={onAdd}>
            {t.add}
          </Button>
          <Button onClick={onImport}>{t.importCsv}</Button>
          <VirtualButton appKey={appKey} onAdded={onStarted} />
        </span>
      }
    >
      {t.emptyWhy}
    </StatusPage>
  );
}
