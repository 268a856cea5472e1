import { Button } from 'antd';
import { SecretDialog } from '@/components/SecretDialog';
import { SecretOnce } from '@/components/SecretOnce';
import { deviceTexts } from '@/locales/device';
import { useTexts } from '@/locales/texts';
import { ConnectCode } from './ConnectCode';

interface DeviceSecretProps {
  title: string;
  appKey: string;
  sn: string;
  secret: string;
  isDisabled?: boolean;
  /** Back to an empty form. */
  onAnother?: () => void;
  onClosed: () => void;
}

/** A device's secret, this once, in code that connects. */
export function DeviceSecret({ title, appKey, sn, secret, isDisabled, onAnother, onClosed }: DeviceSecretProps) {
  const t = useTexts(deviceTexts);

  return (
    <SecretDialog
      title={title}
      width={680}
      kept={t.kept}
      more={onAnother && <Button onClick={onAnother}>{t.addAnother}</Button>}
      onClosed={onClosed}
    >
      <SecretOnce secret={secret} what={t.secret} />
      {isDisabled && <p>{t.resetDisabled}</p>}
      <p>{t.connect}</p>
      <ConnectCode appKey={appKey} sn={sn} secret={secret} />
    </SecretDialog>
  );
}
