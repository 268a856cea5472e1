import { EllipsisOutlined } from '@ant-design/icons';
import type { ListedPacket } from '@contract/packet';
import { Button } from 'antd';
import { DropMenu } from '@/components/DropMenu';
import { Share } from '@/components/Share';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import type { PacketActions } from './index';

/** The number of devices that run a packet, with a bar relative to `most`. */
export function Running({ packet: { devices }, most }: { packet: ListedPacket; most: number }) {
  const t = useTexts(packetTexts);
  return (
    <span className="packet-running number">
      {t.number(devices)}
      <Share part={devices} whole={most} label={t.devicesOf(devices)} />
    </span>
  );
}

/** The actions of a packet: a download link, and a menu with the others. */
export function PacketMenu({ packet, actions }: { packet: ListedPacket; actions: PacketActions }) {
  const t = useTexts(packetTexts);
  const items = [{ key: 'open', label: t.details }, { type: 'divider' as const }, { key: 'remove', label: t.remove, danger: true }];
  return (
    <span className="packet-acts">
      {/* In a new tab: in this one, `beforeunload` would ask about uploads, and an error response would replace the console. */}
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
