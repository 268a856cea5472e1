import { Button } from 'antd';
import { StatusPage } from '@/components/StatusPage';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
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
  return (
    <StatusPage
      scene="device"
      title={t.emptyTitle}
      action={
        <span className="actions">
          <Button type="primary" onClick={onAdd}>
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
