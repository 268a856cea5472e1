import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { SubscribedType } from '@contract/callback-event';
import { type Webhook, WebhookDraft } from '@contract/webhook';
import { Button, Form, Input } from 'antd';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import { follows } from '@/utils/rules';
import { toast } from '@/utils/toast';
import { useSubmit } from '@/utils/useSubmit';
import { EventChoice, type EventTypes } from './EventChoice';

interface Values {
  url: string;
  events: SubscribedType[];
  headers: { name: string; value: string }[];
}

interface CallbackFormProps {
  appKey: string;
  /** Null: there are none yet. */
  settings: Webhook | null;
  types: EventTypes;
  onChanged: (isChanged: boolean) => void;
  onSaved: (answer: { secret?: string }) => void;
}

const { url, events, headers } = WebhookDraft.shape;

/** Where callbacks go, which, and with what headers. It is saved as a whole. */
export function CallbackForm({ appKey, settings, types, onChanged, onSaved }: CallbackFormProps) {
  const t = useTexts(webhookTexts);
  const [form] = Form.useForm<Values>();
  const { submit, submitting } = useSubmit(form, save);
  const isChanged = Form.useWatch((values: Values) => !isSame(values, valuesOf(settings, types)), form) ?? false;

  async function save(values: Values) {
    const body = { url: values.url, events: values.events, headers: headersOf(values), status: settings?.status ?? 'enabled' };
    const answer = await api.webhook.save({ params: { appKey }, body });
    if (settings) toast.success(t.saved);
    onSaved(answer);
  }

  return (
    <Form
      form={form}
      className="settings-form"
      name="callback"
      layout="vertical"
      requiredMark={false}
      initialValues={valuesOf(settings, types)}
      onValuesChange={(_, values) => onChanged(!isSame(values, valuesOf(settings, types)))}
      onFinish={submit}
    >
      <section className="panel" aria-label={t.target}>
        <h2>{t.target}</h2>
        <Form.Item name="url" label={t.url} extra={t.urlHint} rules={[follows(url)]} validateFirst>
          <Input className="code" inputMode="url" autoComplete="off" spellCheck={false} placeholder={t.urlPlaceholder} />
        </Form.Item>
        <Form.Item label={t.headers} extra={t.headersHint} className="header-list">
          <Form.List name="headers" rules={[follows(headers, (list: Values['headers'] = []) => headersOf({ headers: list }))]}>
            {(fields, { add, remove }, { errors }) => (
              <>
                {fields.map(({ key, name }) => (
                  <div key={key} className="header-line">
                    <Form.Item name={[name, 'name']} noStyle>
                      <Input className="code" aria-label={t.headerName} placeholder="authorization" autoComplete="off" spellCheck={false} />
                    </Form.Item>
                    <Form.Item name={[name, 'value']} noStyle>
                      <Input
                        className="code"
                        aria-label={t.headerValue}
                        placeholder={t.headerValue}
                        autoComplete="off"
                        spellCheck={false}
                      />
                    </Form.Item>
                    <Button
                      type="text"
                      icon={<DeleteOutlined aria-hidden />}
                      aria-label={t.removeHeader}
                      title={t.removeHeader}
                      onClick={() => remove(name)}
                    />
                  </div>
                ))}
                <Form.ErrorList errors={errors} />
                <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => add({ name: '', value: '' })}>
                  {t.addHeader}
                </Button>
              </>
            )}
          </Form.List>
        </Form.Item>
      </section>
      <section className="panel" aria-label={t.events}>
        <Form.Item name="events" noStyle rules={[follows(events)]}>
          <EventChoice types={types} />
        </Form.Item>
      </section>
      <div className="save-line" data-changed={isChanged}>
        <Button type="primary" htmlType="submit" loading={submitting} disabled={settings !== null && !isChanged}>
          {settings ? t.save : t.create}
        </Button>
        {settings && isChanged && (
          <>
            <Button onClick={() => [form.resetFields(), onChanged(false)]}>{t.revert}</Button>
            <span className="muted" role="status">
              {t.unsaved}
            </span>
          </>
        )}
      </div>
    </Form>
  );
}

function valuesOf(settings: Webhook | null, types: EventTypes): Values {
  if (settings)
    return {
      url: settings.url,
      events: settings.events,
      headers: Object.entries(settings.headers).map(([name, value]) => ({ name, value })),
    };
  return { url: '', events: types.filter((type) => type.default).map(({ type }) => type as SubscribedType), headers: [] };
}

// A line left empty is no header.
const headersOf = ({ headers: list }: Pick<Values, 'headers'>) =>
  Object.fromEntries(list.filter((line) => line?.name || line?.value).map(({ name = '', value = '' }) => [name.trim(), value]));

const isSame = (a: Values, b: Values) => textOf(a) === textOf(b);
const textOf = (values: Values) =>
  JSON.stringify([values.url, [...(values.events ?? [])].sort(), headersOf({ headers: values.headers ?? [] })]);
