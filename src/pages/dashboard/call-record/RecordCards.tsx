import { Checkbox } from 'antd';
import { Pages } from '@/components/Pages';
import { RelativeTime } from '@/components/RelativeTime';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { RecordEvent, RecordState, WhatIsKnown } from './RecordState';
import { SelectedRecords, type SelectedRecordsProps } from './SelectedRecords';
import type { RecordQuery } from './useRecordQuery';
import type { RecordPage } from './useRecords';

interface RecordCardsProps extends SelectedRecordsProps {
  data: RecordPage;
  query: RecordQuery;
}

/** Replaces the table in narrow windows: one card per record, with the main facts. */
export function RecordCards({ data, query, ...selection }: RecordCardsProps) {
  const t = useTexts(recordTexts);
  const { selected, onSelect } = selection;
  const shown = data.list.map(({ id }) => id);
  const picked = shown.filter((id) => selected.includes(id));
  const rest = selected.filter((id) => !shown.includes(id));

  return (
    <>
      <Checkbox
        className="pick-page"
        checked={picked.length === shown.length}
        indeterminate={picked.length > 0 && picked.length < shown.length}
        onChange={({ target }) => onSelect(target.checked ? [...rest, ...shown] : rest)}
      >
        {t.selectPage}
      </Checkbox>
      <SelectedRecords {...selection} />
      <ul className="record-cards">
        {data.list.map((record) => (
          <li key={record.id}>
            <Checkbox
              aria-label={t.select(record.id)}
              checked={picked.includes(record.id)}
              onChange={({ target }) => onSelect(target.checked ? [...selected, record.id] : selected.filter((one) => one !== record.id))}
            />
            <button type="button" onClick={() => query.open(record.id)}>
              <RecordEvent record={record} />
              <RecordState record={record} />
              <span className="muted">
                <RelativeTime at={record.createdAt} />
              </span>
              <WhatIsKnown record={record} />
              <span className="code muted">{record.sn || t.none}</span>
            </button>
          </li>
        ))}
      </ul>
      <Pages simple align="center" current={query.current} pageSize={query.pageSize} total={data.total} onChange={query.turn} />
    </>
  );
}
