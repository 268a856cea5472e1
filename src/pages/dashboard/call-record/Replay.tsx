import { CallbackUrl } from '@contract/callback-url';
import { Button, Form, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { AttemptView } from '@/components/AttemptView';
import { useLeavingForm } from '@/components/useLeaving';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { follows } from '@/utils/rules';
import { useSubmit } from '@/utils/useSubmit';

type Answers = Awaited<ReturnType<typeof api.webhook.replay>>;

/** Sends a record to another address, and compares both responses. */
export function Replay({ appKey, id }: { appKey: string; id: string }) {
  const t = useTexts(recordTexts);
  const [form] = Form.useForm<{ url: string }>();
  const [answers, setAnswers] = useState<Answers>();
  const { props, submitting, isTyped } = useSubmit(form, async ({ url }: { url: string }) =>
    setAnswers(await api.webhook.replay({ params: { appKey, id }, body: { url } })),
  );
  const compared = useRef<HTMLDivElement>(null);
  // The address is often the last thing that is in view.
  useEffect(() => {
    if (answers) compared.current?.scrollIntoView({ block: 'nearest' });
  }, [answers]);
  // What was given up guards nothing while the drawer closes.
  const [isGivenUp, setGivenUp] = useState(false);
  const [question] = useLeavingForm((isTyped || submitting) && !isGivenUp, {
    isSending: submitting,
    onConfirmed(leave) {
      setGivenUp(true);
      leave();
    },
  });

  function typed() {
    props.onValuesChange();
    setAnswers(undefined);
  }

  return (
    <section>
      <h3>{t.replay}</h3>
      <p className="muted">{t.replayWhy}</p>
      <Form {...props} name="replay" className="replay-line" onValuesChange={typed}>
        <Form.Item name="url" rules={[follows(CallbackUrl)]}>
          <Input
            className="code"
            aria-label={t.replayUrl}
            inputMode="url"
            autoComplete="off"
            placeholder="http://127.0.0.1:3000/callback"
          />
        </Form.Item>
        <Button htmlType="submit" loading={submitting}>
          {t.replayDo}
        </Button>
      </Form>
      {answers && (
        <div className="two-answers" ref={compared}>
          <section aria-label={t.original}>
            <h4>{t.original}</h4>
            {answers.original ? <AttemptView attempt={answers.original} /> : <p className="muted">{t.noAttempts}</p>}
          </section>
          <section aria-label={t.replayed}>
            <h4>{t.replayed}</h4>
            <AttemptView attempt={answers.replay} />
          </section>
        </div>
      )}
      {question}
    </section>
  );
}
