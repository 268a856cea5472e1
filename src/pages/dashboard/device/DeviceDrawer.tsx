import { Button, Drawer } from 'antd';
import { useRef, useState } from 'react';
import { useBesideVirtual } from '@/components/beside-virtual';
import { FailedRead } from '@/components/FailedRead';
import { StatusPage } from '@/components/StatusPage';
import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import { DeviceMenu, type RowAct } from './DeviceMenu';
import { DeviceDetails } from './details/DeviceDetails';
import { useDevice } from './details/useDevice';

interface DeviceDrawerProps {
  appKey: string;
  sn: string;
  act: RowAct;
  /** Counts what was done to devices on this page. */
  changes: number;
  onClosed: () => void;
}

/** One device and what is known of it, beside the list. */
export default function DeviceDrawer({ appKey, sn, act, changes, onClosed }: DeviceDrawerProps) {
  const t = useTexts(eventTexts);
  const [open, setOpen] = useState(true);
  const scroller = useRef<HTMLDivElement>(null);
  const story = useDevice(appKey, sn, changes);
  const { device, isGone, error } = story;
  const besideVirtual = useBesideVirtual(open);
  const close = () => setOpen(false);

  return (
    <Drawer
      title={<h2>{device?.name || sn}</h2>}
      open={open}
      size={640}
      className="device-drawer"
      {...besideVirtual}
      extra={device && <DeviceMenu appKey={appKey} device={device} act={act} isInDetails />}
      onClose={close}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
    >
      <div className="details" ref={scroller}>
        {isGone ? (
          <StatusPage scene="missing" title={t.missing} action={<Button onClick={close}>{t.close}</Button>}>
            {t.missingWhy}
          </StatusPage>
        ) : error ? (
          <FailedRead error={error} onRetry={story.refresh} />
        ) : (
          <DeviceDetails appKey={appKey} sn={sn} story={story} act={act} scroller={scroller} />
        )}
      </div>
    </Drawer>
  );
}
