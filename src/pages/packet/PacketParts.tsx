import { EllipsisOutlined } from '@ant-design/icons';
import type { ListedPacket } from '@contract/packet';
import { Button } from 'antd';
import { DropMenu } from '@/components/DropMenu';
import { Share } from '@/components/Share';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import type { PacketActions } from './index';

/** How many devices run a packet, beside the one that most run. */
export function Running({ packet: { devices }, most }: { packet: ListedPacket; most: number }) {
  const t = useTexts(packetTexts);
  return (
    <span className="packet-running number">
      {t.number(devices)}
      <Share part={devices} whole={most} label={t.devicesOf(devices)} />
    </span>
  );
}

/** What can be done with a packet: its file at hand, the rest in a menu. */
export function PacketMenu({ packet, actions }: { packet: ListedPacket; actions: PacketActions }) {
  const t = useTexts(packetTexts);
  const items = [{ key: 'open', label: t.details }, { type: 'divider' as const }, { key: 'remove', label: t.remove, danger: true }];
  return (
    <span className="packet-acts">
      {/* In this window one would be asked about what runs on the page, and a refusal would stand in its place. */}
      <a href={packet.downloadUrl} target="_blank" rel="noreferrer" aria-label={t.actOn(t.download, `${packet.name} ${packet.version}`)}>
        {t.download}
      </a>
      <DropMenu placement="bottomRight" menu={{ items, onClick: ({ key }) => actions[key as keyof PacketActions](packet) }}>
        <Button
          type="text"
          size="small"
          aria-label={t.menuOf(`${packet.name} ${packet.version}`)}
          icon={<EllipsisOutlined aria-hidden />}
        />
      </DropMenu>
    </span>
  );
}
