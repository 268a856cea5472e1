import { SettingOutlined } from '@ant-design/icons';
import { type ProColumns, ProTable } from '@ant-design/pro-components';
import type { ListedPacket } from '@contract/packet';
import { Button, ConfigProvider } from 'antd';
import { CopyText } from '@/components/CopyText';
import { quietTable } from '@/components/DataTable';
import { MoreRows } from '@/components/MoreRows';
import { RelativeTime } from '@/components/RelativeTime';
import { useLanguage } from '@/locales/language';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import { byteText } from '@/utils/bytes';
import { rowOpens } from '@/utils/row-opens';
import { useNarrow } from '@/utils/useNarrow';
import type { PacketActions } from './index';
import { PacketMenu, Running } from './PacketParts';
import type { Packets } from './usePackets';

/** In narrower windows, in pixels, columns that are also in the details are hidden, so that the actions stay visible. */
const ALL_NEED = 1280;

interface PacketTableProps extends Packets {
  actions: PacketActions;
}

/** The packets as a table. The chosen columns and their order are stored in `localStorage`. */
export default function PacketTable({ list, actions, ...more }: PacketTableProps) {
  const t = useTexts(packetTexts);
  const language = useLanguage();
  const isTight = useNarrow(ALL_NEED);
  const most = Math.max(1, ...(list ?? []).map(({ devices }) => devices));

  const inDetails = { hideInTable: isTight, hideInSetting: isTight };
  const columns: ProColumns<ListedPacket>[] = [
    {
      title: t.nameVersion,
      dataIndex: 'name',
      hideInSetting: true,
      render: (_, packet) => (
        <button type="button" className="packet-name" onClick={() => actions.open(packet)}>
          <strong>{packet.name}</strong> <span className="packet-version">{packet.version}</span>
        </button>
      ),
    },
    { title: t.size, dataIndex: 'size', width: 90, align: 'right', className: 'number', render: (_, { size }) => byteText(size, language) },
    {
      title: t.checksumShort,
      dataIndex: 'sha256',
      width: 140,
      ...inDetails,
      render: (_, { sha256 }) => (
        <CopyText text={sha256} what={t.checksum}>
          {sha256.slice(0, 10)}…
        </CopyText>
      ),
    },
    { title: t.devices, dataIndex: 'devices', width: 104, render: (_, packet) => <Running packet={packet} most={most} /> },
    {
      title: t.downloads,
      dataIndex: 'downloads',
      width: 100,
      align: 'right',
      className: 'number',
      ...inDetails,
      render: (_, { downloads }) => t.number(downloads),
    },
    { title: t.created, dataIndex: 'createdAt', width: 150, render: (_, { createdAt }) => <RelativeTime at={createdAt} /> },
    { title: t.createdBy, dataIndex: 'createdBy', width: 88, ellipsis: true, ...inDetails },
    {
      title: t.actions,
      key: 'actions',
      width: 104,
      hideInSetting: true,
      render: (_, packet) => <PacketMenu packet={packet} actions={actions} />,
    },
  ];

  return (
    <ConfigProvider getPopupContainer={besideTools}>
      <ProTable<ListedPacket>
        className="packet-table"
        rowKey="id"
        ghost
        search={false}
        cardProps={false}
        headerTitle={t.total(more.total)}
        options={{
          reload: false,
          density: false,
          fullScreen: false,
          // ProTable's own icon and reset link cannot be used by keyboard.
          setting: {
            showListItemOption: false,
            checkedReset: false,
            children: <Button type="text" icon={<SettingOutlined aria-hidden />} aria-label={t.columns} title={t.columns} />,
          },
        }}
        defaultSize="middle"
        columnsState={{ persistenceKey: 'packetColumns', persistenceType: 'localStorage' }}
        columns={columns}
        dataSource={list}
        onRow={(packet) => rowOpens(() => actions.open(packet))}
        loading={quietTable}
        pagination={false}
        scroll={isTight ? undefined : { x: 970 }}
        footer={list && list.length < more.total ? () => <MoreRows {...more} list={list} texts={t} /> : undefined}
      />
    </ConfigProvider>
  );
}

/** Puts the column settings next to their button in the tab order, and other popups into the body, so that the table does not clip them. */
const besideTools = (trigger?: HTMLElement) => trigger?.closest<HTMLElement>('.ant-pro-table-list-toolbar') ?? document.body;
