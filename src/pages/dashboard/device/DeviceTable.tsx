import type { Device, DeviceSort } from '@contract/device';
import type { CheckboxProps, TableColumnType } from 'antd';
import { cloneElement, type ReactElement } from 'react';
import { DataTable } from '@/components/DataTable';
import { Pages } from '@/components/Pages';
import { RelativeTime } from '@/components/RelativeTime';
import { StateSince } from '@/components/StateSince';
import { StateTag } from '@/components/StateTag';
import { deviceTexts } from '@/locales/device';
import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import { rowOpens } from '@/utils/row-opens';
import { DeviceMenu, type RowAct } from './DeviceMenu';
import { ToSelectionBar } from './SelectionBar';
import { Tags } from './Tags';
import type { Column, Columns } from './useColumns';
import { type DeviceList, type DeviceQuery, PAGE_SIZES } from './useDevices';
import type { Selection } from './useSelection';

interface DeviceTableProps {
  appKey: string;
  data: DeviceList;
  query: DeviceQuery;
  selection: Selection;
  columns: Columns;
  act: RowAct;
  /** SNs whose state has changed as one watched. */
  restless: ReadonlySet<string>;
  /** SNs that the filter no longer fits. */
  leaving: ReadonlySet<string>;
}

export default function DeviceTable({ appKey, data, query, selection, columns, act, restless, leaving }: DeviceTableProps) {
  const t = useTexts(deviceTexts);
  const { noLongerMatches } = useTexts(eventTexts);
  const { sort, current, pageSize } = query;
  const sorted = (field: string) => ({
    key: field,
    sorter: true,
    sortOrder: sort === field ? ('ascend' as const) : sort === `-${field}` ? ('descend' as const) : null,
  });

  const all: Record<Column, TableColumnType<Device>> = {
    name: { title: t.name, ellipsis: true, width: 112, render: (_, { name }) => name || <span className="muted">{t.noName}</span> },
    state: {
      title: t.state,
      width: 140,
      render: (_, { sn, state, stateSince }) => (
        <span key={stateSince} className="state-since" data-restless={restless.has(sn)}>
          <StateTag state={state} />
          <small className="muted">{leaving.has(sn) ? noLongerMatches : <StateSince state={state} since={stateSince} />}</small>
        </span>
      ),
    },
    version: {
      title: t.version,
      width: 104,
      // The number is what is looked for: however long the name, it is there, above.
      render: (_, { packetName, packetVersion }) =>
        packetName || packetVersion ? (
          <span className="version-cell" title={`${packetName} ${packetVersion}`}>
            <span>{packetName}</span> <span>{packetVersion}</span>
          </span>
        ) : (
          <None />
        ),
    },
    address: {
      title: t.address,
      width: 112,
      ellipsis: true,
      render: (_, { address }) => (address ? <span className="code">{address}</span> : <None />),
    },
    tags: { title: t.tags, width: 112, render: (_, { tags }) => <Tags tags={tags} room={14} onChoose={(tag) => query.look({ tag })} /> },
    lastSeen: { title: t.lastSeen, width: 104, ...sorted('lastSeenAt'), render: (_, { lastSeenAt }) => <RelativeTime at={lastSeenAt} /> },
    created: { title: t.created, width: 150, ...sorted('createdAt'), render: (_, { createdAt }) => <RelativeTime at={createdAt} /> },
    remark: { title: t.remark, width: 200, ellipsis: true, render: (_, { remark }) => remark || <None /> },
  };

  return (
    <>
      <div className="wide-table">
        <DataTable<Device>
          rowKey="sn"
          rowClassName={({ sn }) => (leaving.has(sn) ? 'leaving' : '')}
          onRow={({ sn }) => rowOpens(() => query.open(sn))}
          size="middle"
          dataSource={data.list}
          tableLayout="fixed"
          columns={[
            {
              title: t.snColumn,
              ...sorted('sn'),
              width: 122,
              render: (_, { sn }) => (
                <button
                  type="button"
                  className="sn code"
                  aria-label={t.openDetails(sn)}
                  title={sn.length > SN_SHOWN ? sn : undefined}
                  onClick={() => query.open(sn)}
                >
                  {sn.length > SN_SHOWN ? <BothEnds of={sn} /> : sn}
                </button>
              ),
            },
            ...Object.keys(all)
              .filter((name) => columns.shown.includes(name as Column))
              .map((name) => ({ key: name, ...all[name as Column] })),
            {
              title: t.actions,
              key: 'actions',
              width: 112,
              render: (_, device) => <DeviceMenu appKey={appKey} device={device} act={act} />,
            },
          ]}
          rowSelection={{
            columnWidth: 36,
            // antd names it in English only.
            columnTitle: (all) => (
              <>
                {cloneElement(all as ReactElement<CheckboxProps & { 'aria-label': string }>, { 'aria-label': t.selectPage })}
                {selection.count > 0 && <ToSelectionBar />}
              </>
            ),
            selectedRowKeys: selection.isAll ? data.list.map(({ sn }) => sn) : selection.sns,
            preserveSelectedRowKeys: true,
            onChange: (keys) => selection.pick(keys as string[]),
            getCheckboxProps: ({ sn }) => ({ 'aria-label': t.select(sn) }) as object,
          }}
          pagination={false}
          onChange={(_page, _filters, sorter) => {
            if (!Array.isArray(sorter)) query.look({ sort: sortOf(sorter.columnKey as string, sorter.order) });
          }}
        />
      </div>
      <Pages
        align="end"
        current={current}
        pageSize={pageSize}
        total={data.total}
        showSizeChanger
        pageSizeOptions={PAGE_SIZES}
        showTotal={(total) => t.total(total, data.more)}
        onChange={query.turn}
      />
    </>
  );
}

const sortOf = (field: string, order?: 'ascend' | 'descend' | null): DeviceSort | undefined =>
  order ? (`${order === 'descend' ? '-' : ''}${field}` as DeviceSort) : undefined;

/** An SN of more characters is shown by its two ends. */
const SN_SHOWN = 12;

const BothEnds = ({ of: sn }: { of: string }) => (
  <>
    <span>{sn.slice(0, -6)}</span>
    <span>{sn.slice(-6)}</span>
  </>
);

function None() {
  return <span className="muted">–</span>;
}
