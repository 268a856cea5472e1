import { isWeakPassword, ResetDraft } from '@contract/account';
import { history, Link } from '@umijs/max';
import type { z } from 'zod';
import { NewPassword } from '@/components/NewPassword';
import { SubmitButton } from '@/components/SubmitButton';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { api } from '@/services/api';
import { useSettings } from '@/services/useSettings';
import { toast } from '@/utils/toast';
import { useContractForm } from '@/utils/useContractForm';
import { EmailField } from '../EmailField';
import MailCodeField from '../MailCodeField';
import UserFrame from '../UserFrame';
import { useCarriedEmail } from '../useCarriedEmail';

export default function ResetPasswordPage() {
  const t = useTexts(userTexts);
  const settings = useSettings();
  const email = useCarriedEmail();
  const form = useContractForm(ResetDraft, reset, {
    fieldOf: { wrongCode: 'code', weakPassword: 'password' },
    check: ({ email = '', password = '' }): Record<string, string> => (isWeakPassword(password, email) ? { password: t.strengthWeak } : {}),
  });

  async function reset(body: z.output<typeof ResetDraft>) {
    await api.account.resetPassword({ body });
    toast.success(t.resetDone);
    history.push('/user/login', { email: body.email });
  }

  return (
    <UserFrame title={t.resetTitle}>
      <p className="user-hint">{t.resetHint}</p>
      {settings?.emailCode === false && <p className="user-note">{t.noMail}</p>}
      <form {...form.props} aria-label={t.resetTitle}>
        <EmailField form={form} autoFocus />
        <MailCodeField form={form} purpose="reset-password" />
        <NewPassword form={form} name="password" label={t.newPassword} email={form.values.email ?? email ?? ''} />
        <SubmitButton submitting={form.submitting}>{t.reset}</SubmitButton>
      </form>
      <p className="user-links">
        <Link to="/user/login" state={{ email: form.values.email ?? email }}>
          {t.toLogin}
        </Link>
      </p>
    </UserFrame>
  );
}
