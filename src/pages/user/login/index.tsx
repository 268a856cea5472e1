import { Credentials } from '@contract/account';
import { history, Link, useLocation, useModel } from '@umijs/max';
import { Button, Form, Input } from 'antd';
import { lazy, Suspense, useEffect } from 'react';
import type { z } from 'zod';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { api } from '@/services/api';
import { session } from '@/services/token';
import { useSettings } from '@/services/useSettings';
import { afterLogin, LOGIN_PATH } from '@/utils/address';
import { follows } from '@/utils/rules';
import { useSubmit } from '@/utils/useSubmit';
import UserFrame from '../UserFrame';

// Nobody reads the agreement on most visits.
const AgreementDialog = lazy(() => import('../AgreementDialog'));

const { email, password } = Credentials.shape;

/** Sign-in; on `/doc/protocol` the same page with the service agreement open on it. */
export default function LoginPage() {
  const t = useTexts(userTexts);
  const { pathname, search } = useLocation();
  const { initialState, setInitialState } = useModel('@@initialState');
  const [form] = Form.useForm<z.input<typeof Credentials>>();
  const { submit, submitting } = useSubmit(form, signIn, { wrongCredentials: 'password', locked: 'password' });
  const isSignedIn = Boolean(initialState?.currentUser);
  const isLogin = pathname === LOGIN_PATH;
  const next = isSignedIn ? afterLogin(search) : LOGIN_PATH;

  useEffect(() => {
    if (isSignedIn && isLogin) history.replace(afterLogin(search));
  }, [isSignedIn, isLogin, search]);

  async function signIn(body: z.input<typeof Credentials>) {
    const { token, user } = await api.account.login({ body });
    session.open(token, user.name);
    await setInitialState((state) => ({ ...state, currentUser: user }));
  }

  return (
    <UserFrame title={t.loginTitle}>
      {useSettings()?.adminExists === false && (
        <p className="user-note">
          {t.firstAccount} <Link to="/user/register">{t.toRegister}</Link>
        </p>
      )}
      <Form form={form} name="login" layout="vertical" requiredMark={false} onFinish={submit} validateTrigger="onSubmit">
        <Form.Item name="email" label={t.email} rules={[follows(email)]}>
          <Input type="email" autoComplete="username" inputMode="email" placeholder={t.emailHint} autoFocus={isLogin} />
        </Form.Item>
        <Form.Item name="password" label={t.password} rules={[follows(password)]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item>
          <Button type="primary" htmlType="submit" size="large" block loading={submitting}>
            {t.login}
          </Button>
        </Form.Item>
      </Form>
      <p className="user-links">
        <span>
          {t.noAccount} <Link to="/user/register">{t.toRegister}</Link>
        </span>
        <Link to="/user/reset-password">{t.forgot}</Link>
        <Link to="/user/service-agreement">{t.agreement}</Link>
      </p>
      {!isLogin && (
        <Suspense fallback={null}>
          <AgreementDialog onClosed={() => history.replace(next)} />
        </Suspense>
      )}
    </UserFrame>
  );
}
