import type { ListedPacket } from '@contract/packet';
import { Table, type TableColumnType } from 'antd';
import { CopyText } from '@/components/CopyText';
import { MoreRows } from '@/components/MoreRows';
import { RelativeTime } from '@/components/RelativeTime';
import { useLanguage } from '@/locales/language';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import { byteText } from '@/utils/bytes';
import type { PacketActions } from './index';
import { PacketMenu, Running } from './PacketParts';
import type { Packets } from './usePackets';

interface PacketTableProps extends Packets {
  actions: PacketActions;
}

export default function PacketTable({ list, actions, ...more }: PacketTableProps) {
  const t = useTexts(packetTexts);
  const language = useLanguage();
  const most = Math.max(1, ...(list ?? []).map(({ devices }) => devices));

  const columns: TableColumnType<ListedPacket>[] = [
    {
      title: t.nameVersion,
      dataIndex: 'name',
      width: 260,
      render: (_, packet) => (
        <button type="button" className="packet-name" onClick={() => actions.open(packet)}>
          <strong>{packet.name}</strong> <span className="packet-version">{packet.version}</span>
        </button>
      ),
    },
    { title: t.size, dataIndex: 'size', width: 110, className: 'number', render: (_, { size }) => byteText(size, language) },
    {
      title: t.checksumShort,
      dataIndex: 'sha256',
      width: 150,
      render: (_, { sha256 }) => (
        <CopyText text={sha256} what={t.checksum}>
          {sha256.slice(0, 10)}…
        </CopyText>
      ),
    },
    { title: t.devices, dataIndex: 'devices', width: 150, render: (_, packet) => <Running packet={packet} most={most} /> },
    { title: t.downloads, dataIndex: 'downloads', width: 110, className: 'number', render: (_, { downloads }) => t.number(downloads) },
    { title: t.created, dataIndex: 'createdAt', width: 150, render: (_, { createdAt }) => <RelativeTime at={createdAt} /> },
    { title: t.createdBy, dataIndex: 'createdBy', width: 130, ellipsis: true },
    { title: t.actions, key: 'actions', width: 110, render: (_, packet) => <PacketMenu packet={packet} actions={actions} /> },
  ];

  return (
    <Table<ListedPacket>
      rowKey="id"
      size="middle"
      columns={columns}
      dataSource={list}
      loading={!list}
      pagination={false}
      scroll={{ x: 1000 }}
      footer={() => <MoreRows {...more} list={list} texts={t} />}
    />
  );
}
