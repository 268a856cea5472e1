import { Credentials, type CurrentUser } from '@contract/account';
import { ErrorCode } from '@contract/errors';
import { Form, Input, Modal } from 'antd';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { api } from '@/services/api';
import { session } from '@/services/token';
import { routerBase } from '@/utils/address';
import { RequestFailure } from '@/utils/failure';
import { follows } from '@/utils/rules';
import { useBackCloses } from '@/utils/useBackCloses';
import { useSending } from '@/utils/useSending';
import { useSubmit } from '@/utils/useSubmit';

interface Values {
  password: string;
}

interface SignInAgainProps {
  user: CurrentUser;
  onSignedIn: (user: CurrentUser) => void;
  /** Dismissed for now: the content of the page can still be copied. */
  onClosed: () => void;
}

/** Signs in again after the session expired, on a page with unsaved content: the page stays, and continues afterwards. */
export default function SignInAgain({ user, onSignedIn, onClosed }: SignInAgainProps) {
  const t = useTexts(frameTexts);
  const { forgot } = useTexts(userTexts);
  const [form] = Form.useForm<Values>();
  const { props, submitting } = useSubmit(form, signIn, { locked: 'password' });
  const sending = useSending(submitting);
  useBackCloses(true, onClosed);

  async function signIn({ password }: Values) {
    const opened = await api.account.login({ body: { email: user.email, password } }).catch((failure) => {
      // The email address is given, so the password is wrong.
      if (!(failure instanceof RequestFailure && failure.code === ErrorCode.wrongCredentials)) throw failure;
      failure.told = true;
      form.setFields([{ name: 'password', errors: [t.overWrong] }]);
    });
    if (!opened) return false;
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
      {...sending}
      onOk={form.submit}
      onCancel={onClosed}
    >
      <p>{t.overWhy}</p>
      <Form {...props} name="signInAgain" layout="vertical" requiredMark={false}>
        <Form.Item name="password" label={t.overPassword(user.email)} rules={[follows(Credentials.shape.password)]}>
          <Input.Password autoComplete="current-password" onPressEnter={form.submit} />
        </Form.Item>
        {/* In another tab: this page keeps its content, and continues after a sign-in there. */}
        <a href={`#${routerBase()}/user/reset-password`} target="_blank" rel="noreferrer">
          {forgot}
        </a>
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      </Form>
    </Modal>
  );
}
