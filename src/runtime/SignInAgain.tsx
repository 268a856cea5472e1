import { Credentials, type CurrentUser } from '@contract/account';
import { Form, Input, Modal } from 'antd';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { session } from '@/services/token';
import { follows } from '@/utils/rules';
import { useSubmit } from '@/utils/useSubmit';

interface Values {
  password: string;
}

interface SignInAgainProps {
  user: CurrentUser;
  onSignedIn: (user: CurrentUser) => void;
  /** The page is looked at for now: what is on it can still be copied. */
  onClosed: () => void;
}

/** The session is over, and something that was typed or shown once is only on this page: it stays, and goes on after signing in. */
export default function SignInAgain({ user, onSignedIn, onClosed }: SignInAgainProps) {
  const t = useTexts(frameTexts);
  const [form] = Form.useForm<Values>();
  const { submit, submitting } = useSubmit(form, signIn, { wrongCredentials: 'password', locked: 'password' });

  async function signIn({ password }: Values) {
    const opened = await api.account.login({ body: { email: user.email, password } });
    session.open(opened.token, opened.user.name);
    onSignedIn(opened.user);
  }

  return (
    <Modal
      open
      title={t.overTitle}
      width={440}
      okText={t.overSignIn}
      cancelText={t.overStay}
      confirmLoading={submitting}
      onOk={form.submit}
      onCancel={onClosed}
    >
      <p>{t.overWhy}</p>
      <Form form={form} name="signInAgain" layout="vertical" requiredMark={false} onFinish={submit}>
        <Form.Item name="password" label={t.overPassword(user.email)} rules={[follows(Credentials.shape.password)]}>
          <Input.Password autoComplete="current-password" onPressEnter={form.submit} />
        </Form.Item>
        {/* For the browser's password manager. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      </Form>
    </Modal>
  );
}
