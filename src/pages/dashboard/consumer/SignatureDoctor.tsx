import { webhook } from '@contract/webhook';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useLeavingForm } from '@/components/useLeaving';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import { intoView } from '@/utils/into-view';
import { follows } from '@/utils/rules';
import { useSubmit } from '@/utils/useSubmit';

interface Values {
  recordId?: string;
  headers?: string;
  body?: string;
  secret?: string;
}

/** The facts that are shown as evidence; the others repeat them. */
const FACTS = ['missing', 'received', 'sent', 'receivedBytes', 'sentBytes', 'secondsApart'] as const;

type Diagnosis = Awaited<ReturnType<typeof api.webhook.doctor>>;

/** The verdicts that are no fault: the signature verifies, or cannot be judged. */
const KINDS: Partial<Record<Diagnosis['verdict'], 'good' | 'open'>> = {
  ok: 'good',
  okWithOld: 'good',
  nothingReceived: 'open',
  notSent: 'open',
};

/** Finds out why a signature does not verify. */
export function SignatureDoctor({ appKey }: { appKey: string }) {
  const t = useTexts(webhookTexts);
  const [form] = Form.useForm<Values>();
  const [diagnosis, setDiagnosis] = useState<Diagnosis>();
  const { props, submitting, isTyped } = useSubmit(form, diagnose, { noSuchRecord: 'recordId' });
  // After a diagnosis, leaving needs no question: the input was copied from elsewhere.
  const [leaving] = useLeavingForm(isTyped && !diagnosis);
  const facts = FACTS.map((name) => ({ name, value: diagnosis?.facts[name] })).filter(({ value }) => value !== undefined);

  const kind = diagnosis && (KINDS[diagnosis.verdict] ?? 'bad');

  const given = (headers?: string) => ({ headers: headers || undefined, recordId: form.getFieldValue('recordId') || undefined });

  /** @returns false: nothing was saved, the input is still only in the form */
  async function diagnose(values: Values) {
    // Empty fields are left out, but not an empty body beside headers: it may be the fault.
    const { body = '', ...given } = values;
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
    setDiagnosis(await api.webhook.doctor({ params: { appKey }, body: { ...said, ...((said.headers || body) && { body }) } }));
    return false;
  }

  function typed() {
    props.onValuesChange();
    setDiagnosis(undefined);
  }

  return (
    <Form {...props} name="doctor" layout="vertical" requiredMark={false} onValuesChange={typed}>
      {leaving}
      <p className="muted">{t.doctorWhy}</p>
      <div className="doctor-fields">
        <Form.Item name="headers" label={t.doctorHeaders} dependencies={['recordId']} rules={[follows(webhook.doctor.body, given)]}>
          <Input.TextArea className="code" rows={6} spellCheck={false} placeholder={t.doctorHeadersPlaceholder} />
        </Form.Item>
        <Form.Item name="body" label={t.doctorBody}>
          <Input.TextArea className="code" rows={6} spellCheck={false} placeholder={'{"type":"device.online", …}'} />
        </Form.Item>
        <Form.Item name="recordId" label={t.doctorRecord} extra={t.doctorRecordHint} rules={[follows(webhook.doctor.body.shape.recordId)]}>
          <Input className="code" autoComplete="off" spellCheck={false} placeholder="msg_…" />
        </Form.Item>
        <Form.Item name="secret" label={t.doctorSecret}>
          <Input.Password className="code" autoComplete="off" placeholder="whsec_…" />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={submitting}>
        {t.diagnose}
      </Button>
      {diagnosis && (
        <div ref={intoView} className="verdict doctor-verdict" data-kind={kind} role="status">
          <strong>{diagnosis.meaning}</strong>
          <p>{diagnosis.advice}</p>
          {facts.map(({ name, value }) => (
            <p key={name} className="doctor-fact">
              <span className="muted">{t[name]}</span> <span className="code">{value}</span>
            </p>
          ))}
          {kind === 'bad' && <p className="muted">{t.doctorFirst}</p>}
        </div>
      )}
    </Form>
  );
}
