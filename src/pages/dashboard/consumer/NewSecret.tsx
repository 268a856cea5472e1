import { SecretDialog } from '@/components/SecretDialog';
import { SecretOnce } from '@/components/SecretOnce';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';

/** Shows the new signing secret, once. */
export default function NewSecret({ secret, onClosed }: { secret: string; onClosed: () => void }) {
  const t = useTexts(webhookTexts);
  return (
    <SecretDialog title={t.newSecretTitle} kept={t.kept} onClosed={onClosed}>
      <SecretOnce secret={secret} what={t.secret} />
      <p>{t.newSecretWhy}</p>
    </SecretDialog>
  );
}
