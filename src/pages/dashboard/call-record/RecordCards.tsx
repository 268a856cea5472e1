import { Pagination } from 'antd';
import { RelativeTime } from '@/components/RelativeTime';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { RecordState } from './RecordState';
import type { RecordPage, RecordQuery } from './useRecords';

/** The table where it has no room: a record a card, with the three facts that matter. */
export function RecordCards({ data, query }: { data: RecordPage; query: RecordQuery }) {
  const t = useTexts(recordTexts);
  return (
    <>
      <ul className="record-cards">
        {data.list.map((record) => (
          <li key={record.id}>
            <button type="button" onClick={() => query.open(record.id)}>
              <span className="code">{record.type}</span>
              <RecordState record={record} />
              <span className="code muted">{record.sn || t.none}</span>
              <span className="muted">
                <RelativeTime at={record.createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Pagination simple align="center" current={query.current} pageSize={query.pageSize} total={data.total} onChange={query.turn} />
    </>
  );
}
