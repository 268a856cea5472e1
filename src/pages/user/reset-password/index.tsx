import { ResetDraft } from '@contract/account';
import { history, Link } from '@umijs/max';
import { Button, Form, Input } from 'antd';
import type { z } from 'zod';
import { NewPassword } from '@/components/NewPassword';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { api } from '@/services/api';
import { useSettings } from '@/services/useSettings';
import { follows } from '@/utils/rules';
import { toast } from '@/utils/toast';
import { useSubmit } from '@/utils/useSubmit';
import MailCodeField from '../MailCodeField';
import UserFrame from '../UserFrame';

const { email } = ResetDraft.shape;

export default function ResetPasswordPage() {
  const t = useTexts(userTexts);
  const [form] = Form.useForm<z.input<typeof ResetDraft>>();
  const { submit, submitting } = useSubmit(form, reset, { wrongCode: 'code', weakPassword: 'password' });
  const address = Form.useWatch('email', form) ?? '';

  async function reset(body: z.input<typeof ResetDraft>) {
    await api.account.resetPassword({ body });
    toast.success(t.resetDone);
    history.push('/user/login');
  }

  return (
    <UserFrame title={t.resetTitle}>
      <p className="user-hint">{t.resetHint}</p>
      {useSettings()?.emailCode === false && <p className="user-note">{t.noMail}</p>}
      <Form form={form} name="reset" layout="vertical" requiredMark={false} onFinish={submit} validateTrigger={['onBlur', 'onSubmit']}>
        <Form.Item name="email" label={t.email} rules={[follows(email)]}>
          <Input type="email" autoComplete="username" inputMode="email" placeholder={t.emailHint} autoFocus />
        </Form.Item>
        <MailCodeField form={form} purpose="reset-password" />
        <NewPassword name="password" label={t.newPassword} email={address} />
        <Form.Item>
          <Button type="primary" htmlType="submit" size="large" block loading={submitting}>
            {t.reset}
          </Button>
        </Form.Item>
      </Form>
      <p className="user-links">
        <Link to="/user/login">{t.toLogin}</Link>
      </p>
    </UserFrame>
  );
}
