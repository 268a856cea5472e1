import { DownloadOutlined, SendOutlined } from '@ant-design/icons';
import { CallbackType } from '@contract/callback-event';
import { type RecordFilter, RecordStatus } from '@contract/webhook';
import { Button, DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { SearchInput } from '@/components/SearchInput';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useProject } from '@/services/useProject';
import { save } from '@/utils/save';
import { useNarrow } from '@/utils/useNarrow';
import type { RecordPage, RecordQuery } from './useRecords';

const RESPONSES = ['2xx', '3xx', '4xx', '5xx'];

interface RecordFiltersProps {
  appKey: string;
  query: RecordQuery;
  data: RecordPage | undefined;
  onResendAll: () => void;
}

/** What is looked for, and what can be done with all of it. */
export function RecordFilters({ appKey, query, data, onResendAll }: RecordFiltersProps) {
  const t = useTexts(recordTexts);
  const { filter, look } = query;
  const all = (label: string) => ({ value: '', label });

  return (
    <div className="page-tools">
      <Select
        aria-label={t.status}
        value={filter.status ?? ''}
        onChange={(status) => look({ status })}
        options={[all(t.allStatuses), ...RecordStatus.options.map((value) => ({ value, label: t[value] }))]}
      />
      <Select
        aria-label={t.type}
        value={filter.type ?? ''}
        popupMatchSelectWidth={false}
        onChange={(type) => look({ type })}
        options={[all(t.allTypes), ...CallbackType.options.map((value) => ({ value, label: value }))]}
      />
      <Select
        aria-label={t.response}
        value={filter.responseStatus ?? ''}
        onChange={(responseStatus) => look({ responseStatus })}
        options={[all(t.allResponses), ...RESPONSES.map((value) => ({ value, label: value })), { value: 'none', label: t.noAnswer }]}
      />
      <SearchInput value={filter.sn ?? ''} label={t.sn} onSearch={(sn) => look({ sn })} />
      <TimeRange filter={filter} look={look} />
      {query.isFiltered && (
        <Button type="link" onClick={query.clear}>
          {t.clear}
        </Button>
      )}
      <span className="spring" />
      <ExportButton appKey={appKey} filter={filter} />
      <Button icon={<SendOutlined aria-hidden />} disabled={!data || data.total === 0} onClick={onResendAll}>
        {t.resendAll}
      </Button>
    </div>
  );
}

function TimeRange({ filter: { from, to }, look }: Pick<RecordQuery, 'filter' | 'look'>) {
  const t = useTexts(recordTexts);
  const isNarrow = useNarrow();
  const now = dayjs();
  return (
    <DatePicker.RangePicker
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      aria-label={t.from}
      placeholder={[t.from, t.to]}
      allowEmpty={[true, true]}
      classNames={{ popup: { root: isNarrow ? 'narrow-range' : '' } }}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      presets={[
        { label: t.lastHour, value: [now.subtract(1, 'hour'), now] },
        { label: t.lastDay, value: [now.subtract(1, 'day'), now] },
        { label: t.lastWeek, value: [now.subtract(7, 'day'), now] },
      ]}
      onChange={(range) => look({ from: range?.[0]?.toISOString(), to: range?.[1]?.toISOString() })}
    />
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
