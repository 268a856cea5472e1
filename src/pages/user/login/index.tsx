import { Credentials } from '@contract/account';
import { history, Link, useLocation, useModel } from '@umijs/max';
import { Suspense, useEffect } from 'react';
import type { z } from 'zod';
import { PasswordField } from '@/components/Field';
import { lazyDialog } from '@/components/lazy-part';
import { SubmitButton } from '@/components/SubmitButton';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { api } from '@/services/api';
import { session } from '@/services/token';
import { useSettings } from '@/services/useSettings';
import { afterLogin, LOGIN_PATH } from '@/utils/address';
import { useContractForm } from '@/utils/useContractForm';
import { EmailField } from '../EmailField';
import UserFrame from '../UserFrame';
import { useCarriedEmail } from '../useCarriedEmail';

// Loaded on demand, because few visitors read the agreement.
const AgreementDialog = lazyDialog(() => import('../AgreementDialog'));

/** The sign-in page; on `/doc/protocol` it has the service agreement open on it. */
export default function LoginPage() {
  const t = useTexts(userTexts);
  const { pathname, search } = useLocation();
  const { initialState, setInitialState } = useModel('@@initialState');
  const form = useContractForm(Credentials, signIn, { fieldOf: { wrongCredentials: 'password', locked: 'password' } });
  const settings = useSettings();
  const isSignedIn = Boolean(initialState?.currentUser);
  const isLogin = pathname === LOGIN_PATH;
  const email = useCarriedEmail();
  const carried = { email: form.values.email ?? email };

  useEffect(() => {
    if (isSignedIn && isLogin) history.replace(afterLogin(search));
  }, [isSignedIn, isLogin, search]);

  async function signIn(body: z.output<typeof Credentials>) {
    const { token, user } = await api.account.login({ body });
    session.open(token, user.name);
    await setInitialState((state) => ({ ...state, currentUser: user }));
  }

  return (
    <UserFrame title={t.loginTitle}>
      {settings?.adminExists === false && settings.registration === 'open' && (
        <p className="user-note">
          {t.firstAccount}
          <Link to="/user/register" state={carried}>
            {t.toRegister}
          </Link>
        </p>
      )}
      <form {...form.props} aria-label={t.loginTitle}>
        <EmailField form={form} autoFocus={isLogin && !email} />
        <PasswordField form={form} name="password" label={t.password} autoComplete="current-password" autoFocus={Boolean(email)} />
        <SubmitButton submitting={form.submitting}>{t.login}</SubmitButton>
      </form>
      <p className="user-links">
        <span>
          {t.noAccount}
          <Link to="/user/register" state={carried}>
            {t.toRegister}
          </Link>
        </span>
        <Link to="/user/reset-password" state={carried}>
          {t.forgot}
        </Link>
      </p>
      {!isLogin && (
        <Suspense fallback={null}>
          <AgreementDialog onClosed={() => history.replace(isSignedIn ? afterLogin(search) : LOGIN_PATH)} />
        </Suspense>
      )}
    </UserFrame>
  );
}
