import { useState } from 'react';
import { DataTable } from '@/components/DataTable';
import { importTexts } from '@/locales/import';
import { useTexts } from '@/locales/texts';
import { useRead } from '@/utils/useRead';
import type { RemoteSheet } from './remote-sheet';
import type { PreviewRow } from './sheet';

const PAGE_SIZE = 10;

interface RowTableProps {
  sheet: () => RemoteSheet;
  only: 'all' | 'bad';
  total: number;
  label: string;
}

/** Pages of ten rows, which stay in the worker. */
export function RowTable({ sheet, only, total, label }: RowTableProps) {
  const t = useTexts(importTexts);
  const [current, setCurrent] = useState(1);
  const { data } = useRead(() => sheet().slice({ only, from: (current - 1) * PAGE_SIZE, limit: PAGE_SIZE }), {
    refreshDeps: [current],
    refreshOnWindowFocus: false,
  });

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables must be scrollable by keyboard
    <section className="row-table" aria-label={label} tabIndex={0}>
      <DataTable<PreviewRow>
        rowKey="line"
        size="small"
        dataSource={data}
        tableLayout="fixed"
        pagination={{
          current,
          pageSize: PAGE_SIZE,
          total,
          onChange: setCurrent,
          showSizeChanger: false,
          hideOnSinglePage: true,
        }}
        columns={[
          { title: t.line, dataIndex: 'line', className: 'number', width: 60 },
          {
            title: t.result,
            dataIndex: 'reason',
            width: 230,
            render: (reason: string, { fate }) => (
              <span className={reason ? 'reason' : 'muted'}>{reason || (fate === 'good' ? t.fine : t.created)}</span>
            ),
          },
          { title: t.sn, dataIndex: ['cells', 'sn'], width: 130, render: (sn: string) => <span className="code">{clipped(sn)}</span> },
          { title: t.name, dataIndex: ['cells', 'name'], width: 160, render: clipped },
          { title: t.tags, dataIndex: ['cells', 'tags'], width: 130, render: clipped },
          { title: t.remark, dataIndex: ['cells', 'remark'], width: 180, render: clipped },
        ]}
      />
    </section>
  );
}

const clipped = (text: string) => (
  <span className="clipped" title={text}>
    {text}
  </span>
);
