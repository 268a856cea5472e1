import { Button } from 'antd';
import { StatusPage } from '@/components/StatusPage';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { VirtualButton } from './VirtualButton';

interface NoDevicesProps {
  appKey: string;
  onAdd: () => void;
  onImport: () => void;
  /** A virtual device was added. */
  onStarted: () => void;
}

export function NoDevices({ appKey, onAdd, onImport, onStarted }: NoDevicesProps) {
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

export function NoSuchDevices({ onClear }: { onClear: () => void }) {
  const t = useTexts(deviceTexts);
  return (
    <StatusPage scene="empty" title={t.nothingTitle} action={<Button onClick={onClear}>{t.clear}</Button>}>
      {t.nothingWhy}
    </StatusPage>
  );
}
