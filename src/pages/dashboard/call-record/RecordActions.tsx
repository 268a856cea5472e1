import { SendOutlined } from '@ant-design/icons';
import type { RecordFilter } from '@contract/webhook';
import { Button } from 'antd';
import { ExportButton } from '@/components/ExportButton';
import { LiveIndicator } from '@/components/LiveIndicator';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import type { Live } from '@/services/live';
import type { RecordPage } from './useRecords';

interface RecordActionsProps {
  appKey: string;
  filter: RecordFilter;
  data: RecordPage | undefined;
  live: Live;
  /** Why nothing is sent now. */
  heldWhy?: string;
  /** Shows the newest records, if there are any that the page does not show. */
  onNewest?: () => void;
  onResendAll: () => void;
}

/** The number of matches, and the actions for all of them. */
export function RecordActions({ appKey, filter, data, live, heldWhy, onNewest, onResendAll }: RecordActionsProps) {
  const t = useTexts(recordTexts);
  return (
    <div className="record-actions">
      <strong className="number">{data ? t.total(data.total, data.more) : t.title}</strong>
      <LiveIndicator live={live} />
      {onNewest && (
        <span className="muted" role="status">
          <span className="wide-only">{t.behind}</span>{' '}
          <Button type="link" size="small" onClick={onNewest}>
            {t.toNewest}
          </Button>
        </span>
      )}
      <span className="spring" />
      <ExportButton
        appKey={appKey}
        nameOf={t.exportName}
        read={(options) => api.webhook.exportRecords({ params: { appKey }, query: filter }, options)}
      />
      <Button
        icon={<SendOutlined aria-hidden />}
        disabled={!data || data.total === 0 || heldWhy !== undefined}
        title={heldWhy}
        onClick={onResendAll}
      >
        {t.resendAll}
      </Button>
    </div>
  );
}
