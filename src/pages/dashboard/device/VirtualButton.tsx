import { PlayCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTexts } from '@/locales/texts';
import { virtualTexts } from '@/locales/virtual';
import { virtualDevices } from '@/services/virtual-device';

interface VirtualButtonProps {
  appKey: string;
  /** The device is in the project; it connects a moment later. */
  onAdded: (sn: string) => void;
  short?: boolean;
}

/** One click to a device that is online. */
export function VirtualButton({ appKey, onAdded, short = false }: VirtualButtonProps) {
  const t = useTexts(virtualTexts);
  const [isStarting, setStarting] = useState(false);

  async function start() {
    setStarting(true);
    try {
      onAdded(await virtualDevices.add(appKey, t.name));
    } finally {
      setStarting(false);
    }
  }

  return (
    <Button
      icon={<PlayCircleOutlined aria-hidden />}
      loading={isStarting}
      title={t.startWhy}
      aria-label={short ? t.start : undefined}
      onMouseEnter={virtualDevices.prepare}
      onFocus={virtualDevices.prepare}
      onClick={start}
    >
      {short ? t.startShort : t.start}
    </Button>
  );
}
