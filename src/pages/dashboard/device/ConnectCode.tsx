import { Modal, Tabs } from 'antd';
import { useState } from 'react';
import { Snippet } from '@/components/Snippet';
import { deviceTexts } from '@/locales/device';
import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import { useSettings } from '@/services/useSettings';
import { useBackCloses } from '@/utils/useBackCloses';
import { snippets } from './snippets';

interface ConnectCodeProps {
  appKey: string;
  sn: string;
  secret: string;
}

/** Code that connects a device, in the languages devices are written in. */
export function ConnectCode({ appKey, sn, secret }: ConnectCodeProps) {
  const t = useTexts(deviceTexts);
  const settings = useSettings();
  if (!settings) return null;
  return (
    <Tabs
      size="small"
      tabBarGutter={12}
      items={snippets({ mqttUrl: settings.mqttUrl, appKey, sn, secret }).map(({ name, code }) => ({
        key: name.replace(/\W/g, ''),
        label: name,
        children: <Snippet code={code} what={t.code(name)} />,
      }))}
    />
  );
}

/** The same for a device whose secret is not known here any more. */
export function ConnectCodeDialog({ appKey, sn, onClosed }: Omit<ConnectCodeProps, 'secret'> & { onClosed: () => void }) {
  const t = useTexts(eventTexts);
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  useBackCloses(open, close);
  return (
    <Modal title={t.snippetsTitle(sn)} open={open} width={680} footer={null} onCancel={close} afterClose={onClosed}>
      <p>{t.snippetsWhy}</p>
      <ConnectCode appKey={appKey} sn={sn} secret={t.secretPlaceholder} />
    </Modal>
  );
}
