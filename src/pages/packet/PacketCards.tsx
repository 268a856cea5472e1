import { MoreRows } from '@/components/MoreRows';
import { RelativeTime } from '@/components/RelativeTime';
import { useLanguage } from '@/locales/language';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import { byteText } from '@/utils/bytes';
import type { PacketActions } from './index';
import { PacketMenu } from './PacketParts';
import type { Packets } from './usePackets';

/** The packets as cards, for phones: version, size, upload time and number of devices. */
export function PacketCards({ list, actions, ...more }: Packets & { actions: PacketActions }) {
  const t = useTexts(packetTexts);
  const language = useLanguage();
  if (!list) return null;
  return (
    <>
      <ul className="packet-cards">
        {list.map((packet) => (
          <li key={packet.id}>
            <button type="button" onClick={() => actions.open(packet)}>
              <strong>{packet.name}</strong> <span className="packet-version">{packet.version}</span>
              <span className="muted number">
                <span>{byteText(packet.size, language)}</span>
                <RelativeTime at={packet.createdAt} />
                <span>{t.devicesOf(packet.devices)}</span>
              </span>
            </button>
            <PacketMenu packet={packet} actions={actions} />
          </li>
        ))}
      </ul>
      <p className="packet-more">
        <MoreRows {...more} list={list} texts={t} />
      </p>
    </>
  );
}
