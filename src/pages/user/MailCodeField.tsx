import type { MailCodePurpose } from '@contract/account';
import { useEffect, useState } from 'react';
import { Field } from '@/components/Field';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { api } from '@/services/api';
import type { ContractForm } from '@/utils/useContractForm';

const WAIT_S = 60;

/** A field for the code mailed to the form's `email`, with a button that requests the mail. */
export default function MailCodeField({ form, purpose }: { form: ContractForm; purpose: MailCodePurpose }) {
  const t = useTexts(userTexts);
  const codeSent = purpose === 'register' ? t.codeSentIfNew : t.codeSentIfKnown;
  const [sentTo, setSentTo] = useState('');
  const [seconds, setSeconds] = useState(0);

  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  async function send() {
    const isSent = await form.sendField('email', async (email) => {
      await api.account.sendCode({ body: { email, purpose } });
      setSentTo(email);
    });
    if (isSent) setSeconds(WAIT_S);
  }

  // Another address, as that of a mail that never came because it was mistyped, need not wait.
  const isOther = (form.values.email?.trim().toLowerCase() ?? sentTo) !== sentTo;
  const isWaiting = seconds > 0 && !isOther;

  const sender = (
    <button type="button" className="button large" onClick={send} disabled={form.submitting || isWaiting}>
      {isWaiting ? t.sendAgainIn(seconds) : t.sendCode}
    </button>
  );

  return (
    <Field
      form={form}
      name="code"
      label={t.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      placeholder={t.codeHint}
      hint={sentTo && <span role="status">{codeSent(sentTo)}</span>}
      beside={sender}
    />
  );
}
