import { DownloadOutlined, SendOutlined } from '@ant-design/icons';
import type { RecordFilter } from '@contract/webhook';
import { Button } from 'antd';
import { useState } from 'react';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useProject } from '@/services/useProject';
import { save } from '@/utils/save';
import type { RecordPage } from './useRecords';

interface RecordActionsProps {
  appKey: string;
  filter: RecordFilter;
  data: RecordPage | undefined;
  onResendAll: () => void;
}

/** How many match, and what can be done with all of them. */
export function RecordActions({ appKey, filter, data, onResendAll }: RecordActionsProps) {
  const t = useTexts(recordTexts);
  return (
    <div className="record-actions">
      <strong className="number">{data ? t.total(data.total, data.more) : t.title}</strong>
      <span className="spring" />
      <ExportButton appKey={appKey} filter={filter} />
      <Button icon={<SendOutlined aria-hidden />} disabled={!data || data.total === 0} onClick={onResendAll}>
        {t.resendAll}
      </Button>
    </div>
  );
}

/** The records that match, as CSV. How long it takes is not known, so it says how much has come. */
function ExportButton({ appKey, filter }: { appKey: string; filter: RecordFilter }) {
  const t = useTexts(recordTexts);
  const { project } = useProject(appKey);
  const [loaded, setLoaded] = useState<number>();

  async function download() {
    setLoaded(0);
    try {
      const onDownloadProgress = (progress: { loaded: number }) => setLoaded(progress.loaded);
      const file = await api.webhook.exportRecords({ params: { appKey }, query: filter }, { onDownloadProgress });
      save(file, t.exportName(project?.name ?? appKey, new Date().toISOString().slice(0, 10)));
    } finally {
      setLoaded(undefined);
    }
  }

  const isBusy = loaded !== undefined;
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={isBusy} onClick={download}>
      {isBusy ? t.exporting((loaded / 1_000_000).toFixed(1)) : t.export}
    </Button>
  );
}
