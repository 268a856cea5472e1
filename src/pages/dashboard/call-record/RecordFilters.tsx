import { CallbackType } from '@contract/callback-event';
import { RecordStatus } from '@contract/webhook';
import { Button, Select } from 'antd';
import { SearchInput } from '@/components/SearchInput';
import { TimeRange } from '@/components/TimeRange';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import type { RecordQuery } from './useRecordQuery';

const RESPONSES = ['2xx', '3xx', '4xx', '5xx'];

export function RecordFilters({ query }: { query: RecordQuery }) {
  const t = useTexts(recordTexts);
  const { filter, look } = query;
  const all = (label: string) => ({ value: '', label });

  return (
    <div className="page-tools record-filters">
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
      <SearchInput value={filter.sn ?? ''} label={t.wholeSn} onSearch={(sn) => look({ sn })} />
      <TimeRange from={filter.from} to={filter.to} onChange={look} />
      {query.isFiltered && (
        <Button type="link" onClick={query.clear}>
          {t.clear}
        </Button>
      )}
    </div>
  );
}
