import type { CallbackRecord } from '@contract/webhook';
import { Button, type CheckboxProps, type TableColumnType } from 'antd';
import { cloneElement, type ReactElement } from 'react';
import { DataTable } from '@/components/DataTable';
import { RelativeTime } from '@/components/RelativeTime';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { rowOpens } from '@/utils/row-opens';
import { useNarrow } from '@/utils/useNarrow';
import { RecordEvent, RecordState, WhatIsKnown } from './RecordState';
import { SelectedRecords, type SelectedRecordsProps } from './SelectedRecords';
import { PAGE_SIZES, type RecordQuery } from './useRecordQuery';
import type { RecordPage } from './useRecords';

/** Pixels: narrower tables leave out columns that the details have, to keep the state visible. */
const ALL_NEED = 1264;
/** Pixels: on narrower screens the other columns leave more to the state, which says why something failed. */
const WIDE = 1400;

interface RecordTableProps extends SelectedRecordsProps {
  data: RecordPage;
  query: RecordQuery;
}

export default function RecordTable({ data, query, ...selection }: RecordTableProps) {
  const t = useTexts(recordTexts);
  const { selected, heldWhy, onSelect, onResend } = selection;
  const isTight = useNarrow(ALL_NEED);
  const isSnug = useNarrow(WIDE);
  const columns: TableColumnType<CallbackRecord>[] = [
    {
      title: t.created,
      dataIndex: 'createdAt',
      width: isSnug ? 120 : 140,
      render: (_, { id, createdAt }) => (
        <button type="button" className="open-record" onClick={() => query.open(id)}>
          <RelativeTime at={createdAt} /> <span className="sr-only">{t.open(id)}</span>
        </button>
      ),
    },
    {
      title: t.type,
      dataIndex: 'type',
      width: isSnug ? 190 : 264,
      ellipsis: true,
      render: (_, record) => <RecordEvent record={record} />,
    },
    {
      title: t.sn,
      dataIndex: 'sn',
      width: isSnug ? 124 : 144,
      ellipsis: true,
      render: (_, { sn }) => (
        <span className="code" title={sn}>
          {sn || t.none}
        </span>
      ),
    },
    {
      title: t.status,
      dataIndex: 'status',
      render: (_, record) => (
        <span className="record-why">
          <RecordState record={record} />
          <WhatIsKnown record={record} />
        </span>
      ),
    },
    {
      title: t.attempts,
      dataIndex: 'attempts',
      width: 84,
      align: 'right',
      hidden: isTight,
      render: (_, { attempts }) => <span className="number">{attempts}</span>,
    },
    {
      title: t.duration,
      dataIndex: 'durationMs',
      width: 96,
      align: 'right',
      hidden: isTight,
      render: (_, { durationMs }) => <span className="number">{durationMs === null ? t.none : t.ms(durationMs)}</span>,
    },
    {
      title: t.actions,
      key: 'actions',
      width: 96,
      render: (_, { id, status }) => (
        <Button
          type="link"
          size="small"
          className="row-action"
          disabled={heldWhy !== undefined || status === 'paused'}
          title={heldWhy ?? (status === 'paused' ? t.pausedWhy : t.resendWhy)}
          onClick={() => onResend([id])}
        >
          {t.resend}
        </Button>
      ),
    },
  ];

  return (
    <>
      <SelectedRecords {...selection} />
      <DataTable<CallbackRecord>
        rowKey="id"
        size="middle"
        classNames={{ content: 'wide-table' }}
        dataSource={data.list}
        columns={columns}
        onRow={({ id }) => rowOpens(() => query.open(id))}
        rowSelection={{
          columnWidth: 36,
          // antd labels it only in English.
          columnTitle: (all) => cloneElement(all as ReactElement<CheckboxProps & { 'aria-label': string }>, { 'aria-label': t.selectPage }),
          selectedRowKeys: selected,
          preserveSelectedRowKeys: true,
          onChange: (keys) => onSelect(keys as string[]),
          getCheckboxProps: ({ id }) => ({ 'aria-label': t.select(id) }) as object,
        }}
        pagination={{
          current: query.current,
          pageSize: query.pageSize,
          total: data.total,
          showSizeChanger: true,
          pageSizeOptions: PAGE_SIZES,
          showTotal: (total) => t.total(total, data.more),
          onChange: query.turn,
        }}
      />
    </>
  );
}
