import type { Device } from '@contract/device';
import { Suspense, useState } from 'react';
import Confirm from '@/components/Confirm';
import { lazyDialog } from '@/components/lazy-part';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { useShownOnce } from '@/utils/useShownOnce';
import { DeviceForm } from './DeviceForm';
import { DeviceSecret } from './DeviceSecret';
import { type ManyAct, ManyDevices, TagMany } from './ManyDevices';
import type { Selection } from './useSelection';

// Brings the JSON editor.
const ConfigMany = lazyDialog(() => import('./config-many/ConfigMany'));

/** What is asked about devices, one at a time. */
export type Dialog = { is: 'add' } | { is: 'edit' | 'disable' | 'reset' | 'remove'; device: Device } | { is: 'many'; many: ManyAct };

interface DeviceDialogProps {
  appKey: string;
  dialog: Dialog;
  /** Tags in use. */
  tags: string[];
  selection: Selection;
  onSaved: () => Promise<void>;
  onClosed: () => void;
}

export default function DeviceDialog({ appKey, dialog, tags, selection, onSaved, onClosed }: DeviceDialogProps) {
  const shared = { appKey, onSaved, onClosed };
  switch (dialog.is) {
    case 'add':
      return <DeviceForm {...shared} tags={tags} />;
    case 'edit':
      return <DeviceForm {...shared} tags={tags} device={dialog.device} />;
    case 'many':
      if (dialog.many === 'tag') return <TagMany {...shared} tags={tags} selection={selection} />;
      if (dialog.many === 'config') {
        return (
          <Suspense>
            <ConfigMany appKey={appKey} selection={selection} onClosed={onClosed} />
          </Suspense>
        );
      }
      return <ManyDevices {...shared} act={dialog.many} selection={selection} />;
    case 'reset':
      return <ResetSecret {...shared} device={dialog.device} />;
    default:
      return <OneDevice {...shared} act={dialog.is} device={dialog.device} />;
  }
}

interface OneDeviceProps {
  appKey: string;
  device: Device;
  onSaved: () => Promise<void>;
  onClosed: () => void;
}

function OneDevice({ act, appKey, device: { sn }, onSaved, onClosed }: OneDeviceProps & { act: 'disable' | 'remove' }) {
  const t = useTexts(deviceTexts);
  const says = {
    disable: { title: t.disableTitle(sn), why: t.disableWhy },
    remove: { title: t.removeTitle(sn), why: t.removeWhy },
  }[act];

  async function change() {
    if (act === 'remove') await api.device.remove({ params: { appKey, sn } });
    else await api.device.update({ params: { appKey, sn }, body: { enabled: false } });
    await onSaved();
  }

  return (
    <Confirm title={says.title} confirm={t[act]} cancel={t.cancel} danger={act === 'remove'} onConfirm={change} onClosed={onClosed}>
      {says.why}
    </Confirm>
  );
}

function ResetSecret({ appKey, device: { sn, state }, onSaved, onClosed }: OneDeviceProps) {
  const t = useTexts(deviceTexts);
  const [secret, setSecret] = useState<string>();
  const showOnce = useShownOnce();

  async function reset() {
    const { secret } = await api.device.resetSecret({ params: { appKey, sn } });
    showOnce(sn, () => setSecret(secret));
    await onSaved();
  }

  if (secret)
    return (
      <DeviceSecret title={t.resetDone(sn)} appKey={appKey} sn={sn} secret={secret} isDisabled={state === 'disabled'} onClosed={onClosed} />
    );
  return (
    <Confirm title={t.resetTitle(sn)} confirm={t.resetSecret} cancel={t.cancel} danger isShownOnce onConfirm={reset} onClosed={onClosed}>
      {t.resetWhy}
      {state === 'disabled' && <p>{t.resetDisabled}</p>}
    </Confirm>
  );
}
