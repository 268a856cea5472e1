import { CallbackType } from '@contract/callback-event';
import { RecordStatus } from '@contract/webhook';
import { Button, DatePicker, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
// Names of months and days, which antd's texts lack. English is built in.
import 'dayjs/locale/zh-cn';
import { type ComponentRef, useLayoutEffect, useMemo, useRef } from 'react';
import { SearchInput } from '@/components/SearchInput';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { platformNow } from '@/utils/platform-clock';
import { useNarrow } from '@/utils/useNarrow';
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
      <TimeRange filter={filter} look={look} />
      {query.isFiltered && (
        <Button type="link" onClick={query.clear}>
          {t.clear}
        </Button>
      )}
    </div>
  );
}

function TimeRange({ filter: { from, to }, look }: Pick<RecordQuery, 'filter' | 'look'>) {
  const t = useTexts(recordTexts);
  const isNarrow = useNarrow();
  const now = dayjs(platformNow());
  // Memoized: a new value resets antd's unfinished selection, and the page renders with every new record.
  const value = useMemo<[Dayjs | null, Dayjs | null]>(() => [from ? dayjs(from) : null, to ? dayjs(to) : null], [from, to]);
  const picker = useRef<ComponentRef<typeof DatePicker.RangePicker>>(null);
  // Blurred before unmounting: with an open calendar, antd would handle the blur after its parts are gone, and fail.
  useLayoutEffect(() => () => picker.current?.blur(), []);
  return (
    <DatePicker.RangePicker
      ref={picker}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      placeholder={[t.from, t.to]}
      allowEmpty={[true, true]}
      classNames={{ popup: { root: isNarrow ? 'narrow-range' : '' } }}
      value={value}
      presets={[
        { label: t.lastHour, value: [now.subtract(1, 'hour'), now] },
        { label: t.lastDay, value: [now.subtract(1, 'day'), now] },
        { label: t.lastWeek, value: [now.subtract(7, 'day'), now] },
      ]}
      // Scrolled up, so that the calendar fits below the fields instead of covering them.
      onOpenChange={(isOpen) => isOpen && isNarrow && picker.current?.nativeElement.scrollIntoView()}
      // Both minutes are included, as the field shows them.
      onChange={(range) => look({ from: range?.[0]?.startOf('minute').toISOString(), to: range?.[1]?.endOf('minute').toISOString() })}
    />
  );
}
