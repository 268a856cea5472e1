import { MailCode, type MailCodePurpose } from '@contract/account';
import { Button, Form, type FormInstance, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { api } from '@/services/api';
import { follows } from '@/utils/rules';
import { useSubmit } from '@/utils/useSubmit';

const WAIT_S = 60;

/** A field for the code mailed to the form's `email`, with the button that has it mailed. */
export default function MailCodeField({ form, purpose }: { form: FormInstance; purpose: MailCodePurpose }) {
  const t = useTexts(userTexts);
  const [sentTo, setSentTo] = useState('');
  const [seconds, setSeconds] = useState(0);
  const { submit, submitting } = useSubmit(form, (email: string) => api.account.sendCode({ body: { email, purpose } }));

  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  async function send() {
    const { email } = await form.validateFields(['email']);
    await submit(email);
    setSentTo(email);
    setSeconds(WAIT_S);
    form.focusField('code');
  }

  return (
    <Form.Item label={t.code} required extra={sentTo && <span role="status">{t.codeSent(sentTo)}</span>}>
      <div className="user-code">
        <Form.Item name="code" noStyle rules={[follows(MailCode)]}>
          <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} placeholder={t.codeHint} aria-label={t.code} />
        </Form.Item>
        <Button onClick={send} loading={submitting} disabled={seconds > 0}>
          {seconds > 0 ? t.sendAgainIn(seconds) : t.sendCode}
        </Button>
      </div>
    </Form.Item>
  );
}
