import type { ListedPacket } from '@contract/packet';
import { Modal } from 'antd';
import Confirm from '@/components/Confirm';
import { packetTexts } from '@/locales/packet';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useBackCloses } from '@/utils/useBackCloses';

interface RemovePacketProps {
  packet: ListedPacket;
  onRemoved: () => void;
  onClosed: () => void;
}

/** Confirms the deletion of a packet, or explains that upgrades still use it. */
export default function RemovePacket({ packet, onRemoved, onClosed }: RemovePacketProps) {
  const t = useTexts(packetTexts);
  const { id, name, version, devices, upgrades, projects } = packet;
  const title = `${name} ${version}`;
  const isKept = upgrades > 0;
  useBackCloses(isKept, onClosed);

  if (isKept) {
    return (
      <Modal
        title={t.keptTitle(title)}
        open
        width={440}
        okText={t.close}
        footer={(_, { OkBtn }) => <OkBtn />}
        onOk={onClosed}
        onCancel={onClosed}
      >
        <p>{t.inUse(upgrades)}</p>
        <p>{t.inProjects(...projects)}</p>
        {devices > 0 && <p className="muted">{t.devicesOf(devices)}</p>}
      </Modal>
    );
  }

  async function remove() {
    await api.packet.remove({ params: { id } });
    onRemoved();
  }

  return (
    <Confirm danger title={t.removeTitle(title)} confirm={t.remove} cancel={t.cancel} onConfirm={remove} onClosed={onClosed}>
      {t.removeWarning(devices)}
    </Confirm>
  );
}
