import { Descriptions, Drawer } from 'antd';
import { useState } from 'react';
import { CopyText } from '@/components/CopyText';
import { RelativeTime } from '@/components/RelativeTime';
import { StateTag } from '@/components/StateTag';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useRead } from '@/utils/useRead';
import { DeviceMenu, type RowAct } from './DeviceMenu';
import { Tags } from './Tags';

interface DeviceDrawerProps {
  appKey: string;
  sn: string;
  act: RowAct;
  onClosed: () => void;
}

/** One device and what is known of it. */
export default function DeviceDrawer({ appKey, sn, act, onClosed }: DeviceDrawerProps) {
  const t = useTexts(deviceTexts);
  const [open, setOpen] = useState(true);
  const { data: device } = useRead(() => api.device.read({ params: { appKey, sn } }), { refreshDeps: [appKey, sn] });
  const none = <span className="muted">{t.none}</span>;

  return (
    <Drawer
      title={device?.name || sn}
      open={open}
      size={640}
      loading={!device}
      extra={device && <DeviceMenu appKey={appKey} device={device} act={act} />}
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
    >
      {device && (
        <>
          <p className="state-sentence">
            <StateTag state={device.state} /> · <RelativeTime at={device.stateSince} />
            {device.address && (
              <>
                {' '}
                · <span className="code">{device.address}</span>
              </>
            )}
          </p>
          <Descriptions
            title={t.facts}
            column={{ xs: 1, sm: 2 }}
            layout="vertical"
            colon={false}
            items={[
              { key: 'sn', label: t.sn, children: <CopyText text={sn} what={t.sn} /> },
              { key: 'name', label: t.name, children: device.name || none },
              { key: 'version', label: t.version, children: [device.packetName, device.packetVersion].filter(Boolean).join(' ') || none },
              { key: 'lastSeen', label: t.lastSeen, children: <RelativeTime at={device.lastSeenAt} /> },
              { key: 'created', label: t.created, children: <RelativeTime at={device.createdAt} /> },
              { key: 'tags', label: t.tags, children: device.tags.length > 0 ? <Tags tags={device.tags} all /> : none },
              {
                key: 'remark',
                label: t.remark,
                span: 'filled',
                children: device.remark ? <span className="lines">{device.remark}</span> : none,
              },
            ]}
          />
        </>
      )}
    </Drawer>
  );
}
