import { Button } from 'antd';
import { StatusPage } from '@/components/StatusPage';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';

export function NoDevices({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
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
