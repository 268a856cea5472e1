import { RegisterDraft } from '@contract/account';
import { history, Link } from '@umijs/max';
import { Button, Checkbox, Form, Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { z } from 'zod';
import { NewPassword } from '@/components/NewPassword';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { api } from '@/services/api';
import { useSettings } from '@/services/useSettings';
import { follows } from '@/utils/rules';
import { useSubmit } from '@/utils/useSubmit';
import MailCodeField from '../MailCodeField';
import UserFrame from '../UserFrame';

const AgreementDialog = lazy(() => import('../AgreementDialog'));

type Draft = z.input<typeof RegisterDraft>;

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
      <p className="user-links">
        <span>
          {t.hasAccount} <Link to="/user/login">{t.toLogin}</Link>
        </span>
      </p>
    </UserFrame>
  );
}

const { email, name } = RegisterDraft.shape;

function RegisterForm({ withCode }: { withCode: boolean }) {
  const t = useTexts(userTexts);
  const [form] = Form.useForm<Draft>();
  const { submit, submitting } = useSubmit(form, register, { emailTaken: 'email', weakPassword: 'password', wrongCode: 'code' });
  const address = Form.useWatch('email', form) ?? '';

  async function register({ name, ...draft }: Draft & { isAgreed?: boolean }) {
    const { isAgreed: _, ...body } = { ...draft, ...(name && { name }) };
    const user = await api.account.register({ body });
    history.push(`/user/register-result?${new URLSearchParams({ email: user.email })}`);
  }

  return (
    <Form form={form} name="register" layout="vertical" requiredMark={false} onFinish={submit} validateTrigger={['onBlur', 'onSubmit']}>
      <Form.Item name="email" label={t.email} rules={[follows(email)]}>
        <Input type="email" autoComplete="username" inputMode="email" placeholder={t.emailHint} autoFocus />
      </Form.Item>
      {withCode && <MailCodeField form={form} purpose="register" />}
      <NewPassword name="password" label={t.password} email={address} />
      <Form.Item name="name" label={t.name} rules={[follows(name)]} normalize={(typed: string) => typed || undefined}>
        <Input autoComplete="name" placeholder={t.nameHint} />
      </Form.Item>
      <Agreed />
      <Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={submitting}>
          {t.register}
        </Button>
      </Form.Item>
    </Form>
  );
}

function Agreed() {
  const t = useTexts(userTexts);
  const [isReading, setIsReading] = useState(false);
  const mustAgree = async (_: unknown, isAgreed?: boolean) => {
    if (!isAgreed) throw new Error(t.agreeFirst);
  };

  return (
    <>
      <div className="user-agree">
        <Form.Item name="isAgreed" valuePropName="checked" rules={[{ validator: mustAgree }]} validateTrigger="onChange">
          <Checkbox>{t.agreeBefore}</Checkbox>
        </Form.Item>
        <button type="button" className="link-button" onClick={() => setIsReading(true)}>
          {t.agreement}
        </button>
      </div>
      {isReading && (
        <Suspense fallback={null}>
          <AgreementDialog onClosed={() => setIsReading(false)} />
        </Suspense>
      )}
    </>
  );
}
