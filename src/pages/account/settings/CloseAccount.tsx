import { AccountClosing } from '@contract/account';
import { Link, useAccess, useModel } from '@umijs/max';
import { useState } from 'react';
import { PasswordField } from '@/components/Field';
import { SubmitButton } from '@/components/SubmitButton';
import { accountTexts } from '@/locales/account';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { session } from '@/services/token';
import { toast } from '@/utils/toast';
import { useContractForm } from '@/utils/useContractForm';

/** Deletes the account and its personal data (user agreement, "Ending"). The admin's account cannot be deleted. */
export function CloseAccount() {
  const t = useTexts(accountTexts);
  const { canAdmin } = useAccess();
  const [isAsked, setAsked] = useState(false);
  if (canAdmin) return <p className="muted">{t.adminStays}</p>;
  return (
    <>
      <p className="muted">
        {t.closeWhy} <Link to="/dashboard/project">{t.toProjects}</Link>
      </p>
      {isAsked ? (
        <ClosingForm onCancel={() => setAsked(false)} />
      ) : (
        <button type="button" className="button" onClick={() => setAsked(true)}>
          {t.close}
        </button>
      )}
    </>
  );
}

function ClosingForm({ onCancel }: { onCancel: () => void }) {
  const t = useTexts(accountTexts);
  const { initialState } = useModel('@@initialState');
  const form = useContractForm(
    AccountClosing,
    async (body) => {
      await api.account.close({ body });
      session.close();
      toast.success(t.closed);
    },
    { fieldOf: { wrongPassword: 'password', accountHasProjects: 'password' } },
  );
  return (
    <form {...form.props} aria-label={t.close}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={initialState?.currentUser?.email ?? ''} readOnly hidden />
      <PasswordField form={form} name="password" label={t.passwordToClose} autoComplete="current-password" autoFocus />
      <div className="close-account">
        <SubmitButton submitting={form.submitting}>{t.closeDo}</SubmitButton>
        <button type="button" className="button" onClick={onCancel}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
}
