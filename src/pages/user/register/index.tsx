import { isWeakPassword, MailCode, RegisterDraft } from '@contract/account';
import { history, Link } from '@umijs/max';
import { z } from 'zod';
import { Field } from '@/components/Field';
import { NewPassword } from '@/components/NewPassword';
import { SubmitButton } from '@/components/SubmitButton';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { api } from '@/services/api';
import { useSettings } from '@/services/useSettings';
import { useContractForm } from '@/utils/useContractForm';
import { EmailField } from '../EmailField';
import MailCodeField from '../MailCodeField';
import UserFrame from '../UserFrame';
import { useCarriedEmail } from '../useCarriedEmail';
import { AgreementBox } from './AgreementBox';

export default function RegisterPage() {
  const t = useTexts(userTexts);
  const settings = useSettings();

  if (settings?.registration === 'closed') {
    return (
      <UserFrame title={t.closed}>
        <p className="user-hint">{t.closedWhy}</p>
        <Link className="button primary" to="/user/login">
          {t.toLogin}
        </Link>
      </UserFrame>
    );
  }
  return (
    <UserFrame title={t.registerTitle}>
      {settings?.adminExists === false && <p className="user-note">{t.youWillBeAdmin}</p>}
      <RegisterForm withCode={settings?.emailCode ?? false} />
    </UserFrame>
  );
}

/** A name of spaces counts as absent, like an empty one. */
const name = z
  .string()
  .transform((typed) => typed.trim() || undefined)
  .pipe(RegisterDraft.shape.name)
  .optional();
const Draft = RegisterDraft.extend({ name });
const DraftWithCode = Draft.extend({ code: MailCode });

function RegisterForm({ withCode }: { withCode: boolean }) {
  const t = useTexts(userTexts);
  const email = useCarriedEmail();
  const form = useContractForm(withCode ? DraftWithCode : Draft, register, {
    fieldOf: { emailTaken: 'email', weakPassword: 'password', wrongCode: 'code' },
    check: ({ email = '', password = '', isAgreed }) => ({
      ...(isWeakPassword(password, email) && { password: t.strengthWeak }),
      ...(!isAgreed && { isAgreed: t.agreeFirst }),
    }),
  });

  async function register(body: z.output<typeof RegisterDraft>) {
    const { email } = await api.account.register({ body });
    history.push(`/user/register-result?${new URLSearchParams({ email })}`);
  }

  return (
    <>
      <form {...form.props} aria-label={t.registerTitle}>
        <EmailField form={form} autoFocus />
        {withCode && <MailCodeField form={form} purpose="register" />}
        <NewPassword form={form} name="password" label={t.password} email={form.values.email ?? email ?? ''} />
        <Field form={form} name="name" label={t.name} autoComplete="name" placeholder={t.nameHint} />
        <AgreementBox error={form.errors.isAgreed} />
        <SubmitButton submitting={form.submitting}>{t.register}</SubmitButton>
      </form>
      <p className="user-links">
        <span>
          {t.hasAccount}
          <Link to="/user/login" state={{ email: form.values.email ?? email }}>
            {t.toLogin}
          </Link>
        </span>
      </p>
    </>
  );
}
