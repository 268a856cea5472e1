import { isWeakPassword, PasswordChange } from '@contract/account';
import { useModel } from '@umijs/max';
import { useState } from 'react';
import type { z } from 'zod';
import { PasswordField } from '@/components/Field';
import { NewPassword } from '@/components/NewPassword';
import { SubmitButton } from '@/components/SubmitButton';
import { useLeavingForm } from '@/components/useLeaving';
import { accountTexts } from '@/locales/account';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { api } from '@/services/api';
import { toast } from '@/utils/toast';
import { useContractForm } from '@/utils/useContractForm';

/** Changes the password, which ends all other sessions. */
export function PasswordForm() {
  const [changes, setChanges] = useState(0);
  return <Form key={changes} onChanged={() => setChanges(changes + 1)} />;
}

function Form({ onChanged }: { onChanged: () => void }) {
  const t = useTexts(accountTexts);
  const { strengthWeak } = useTexts(userTexts);
  const { initialState } = useModel('@@initialState');
  const { email = '' } = initialState?.currentUser ?? {};
  const form = useContractForm(PasswordChange, change, {
    fieldOf: { wrongPassword: 'password', weakPassword: 'newPassword', samePassword: 'newPassword' },
    check: ({ newPassword = '' }): Record<string, string> => (isWeakPassword(newPassword, email) ? { newPassword: strengthWeak } : {}),
  });

  // Only the new password counts as input, because browsers fill in the current one.
  const [leaving] = useLeavingForm(form.isTyped && form.values.newPassword !== undefined, { isSending: form.submitting });

  async function change(body: z.output<typeof PasswordChange>) {
    await api.account.changePassword({ body });
    toast.success(t.passwordChanged);
    onChanged();
  }

  return (
    <>
      <form {...form.props} aria-label={t.password}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField form={form} name="password" label={t.passwordNow} autoComplete="current-password" />
        <NewPassword form={form} name="newPassword" label={t.passwordNew} email={email} />
        <SubmitButton submitting={form.submitting}>{t.password}</SubmitButton>
      </form>
      {leaving}
    </>
  );
}
