import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { CallbackHeaders, MAX_HEADERS } from '@contract/callback-url';
import { rule } from '@contract/field-text';
import { type Webhook, WebhookDraft } from '@contract/webhook';
import { useDebounceFn } from 'ahooks';
import { Button, Form, Input } from 'antd';
import { type ReactNode, useRef } from 'react';
import { z } from 'zod';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import type { RequestFailure } from '@/utils/failure';
import { focusSoon } from '@/utils/focus-soon';
import { follows } from '@/utils/rules';
import { useSought } from '@/utils/useSought';
import { useSubmit } from '@/utils/useSubmit';
import { asHeaders, linesOf, type Values, valuesOf } from './callback-values';
import { EventChoice, type EventTypes } from './EventChoice';
import { SavedElsewhere } from './SavedElsewhere';
import { UseBin } from './UseBin';
import { useCallbackDraft } from './useCallbackDraft';

interface CallbackFormProps {
  appKey: string;
  /** Null: none saved yet. */
  settings: Webhook | null;
  types: EventTypes;
  /** Has the form unsaved changes? */
  isChanged: boolean;
  onChanged: (isChanged: boolean) => void;
  /** Newer settings were saved, here or elsewhere; the first ones include the secret. */
  onNewer: (settings: Webhook & { secret?: string }) => void;
  /** Shown between the target and the events. */
  children?: ReactNode;
}

/** Input is checked after a pause this long. */
const PAUSE_MS = 400;
/** The id of the button that adds one. */
const ADD_HEADER = 'callback_add_header';

const { url, events } = WebhookDraft.shape;
// `__proto__` cannot be transmitted reliably in JSON: parsers drop it, or refuse the document.
const HeaderName = z
  .string()
  .min(1)
  .refine((name) => name !== '__proto__', rule('headerName'))
  .optional();
// In an object, the second of two equal headers would silently replace the first.
const OnlyHeader = z.array(z.unknown()).max(1, rule('headerTwice'));

/** Target, events and headers of the callback, saved as a whole. */
export function CallbackForm({ appKey, settings, types, isChanged, onChanged, onNewer, children }: CallbackFormProps) {
  const t = useTexts(webhookTexts);
  const [form] = Form.useForm<Values>();
  const isSent = useRef(false);
  const draft = useCallbackDraft(form, { appKey, settings, types, onChanged, onNewer });
  const { props, submitting } = useSubmit(form, async () => {
    await draft.save();
    isSent.current = false;
  });
  const { run: checkHeaders } = useDebounceFn(() => form.validateFields(['headers'], { recursive: true }).catch(() => {}), {
    wait: PAUSE_MS,
  });

  /** Rules of a header's name: required if there is a value; an empty line is no header. */
  const nameRules = (line: number) => [
    follows(HeaderName, (name = '') => name.trim() || (form.getFieldValue(['headers', line, 'value']) ? '' : undefined)),
    follows(CallbackHeaders, (name = '') => asHeaders(linesOf([{ name, value: '' }]))),
    follows(OnlyHeader, (name = '') => {
      const before: Values['headers'] = form.getFieldValue('headers').slice(0, line + 1);
      return linesOf(before).filter((one) => one.name && one.name.toLowerCase() === name.trim().toLowerCase());
    }),
  ];

  /** Rules of a header's value: required beside a name, but not before it was typed or everything is sent. */
  const valueRules = (line: number) => [
    follows(CallbackHeaders, (value = '') => {
      const text = value.trim();
      const name: string = form.getFieldValue(['headers', line, 'name'])?.trim() ?? '';
      // An empty value is valid HTTP, and may have been saved by a program.
      const isMissing = text === '' && name !== '' && settings?.headers[name] !== '';
      return { x: isMissing && (isSent.current || form.isFieldTouched(['headers', line, 'value'])) ? undefined : text };
    }),
  ];

  /** What somebody else saved in a part that is edited here, too. */
  const elsewhere = (part: keyof Values) =>
    draft.contested.includes(part) && (
      <SavedElsewhere settings={settings} part={part} disabled={submitting} onTake={() => takeSaved(part)} />
    );

  function takeSaved(part: keyof Values) {
    draft.take(part);
    // The button that was pressed goes.
    focusSoon(...(part === 'headers' ? ['callback_headers_0_name', ADD_HEADER] : [`callback_${part}`]));
  }

  function fillIn(url: string) {
    form.setFieldValue('url', url);
    form.validateFields(['url']);
    draft.touched();
  }

  return (
    <Form
      {...props}
      className="settings-form"
      name="callback"
      layout="vertical"
      requiredMark={false}
      initialValues={valuesOf(settings, types)}
      onSubmitCapture={() => {
        isSent.current = true;
      }}
      onValuesChange={(changed) => {
        draft.touched();
        if ('headers' in changed) checkHeaders();
      }}
    >
      <section ref={useSought('url')} className="panel target" aria-label={t.target}>
        <h2>{t.target}</h2>
        <Form.Item
          name="url"
          label={t.url}
          extra={
            <>
              {elsewhere('url')}
              <UseBin appKey={appKey} hint={t.urlHint} onUrl={fillIn} />
            </>
          }
          rules={[follows(url), mayBeCalled(appKey)]}
          validateFirst
          validateDebounce={PAUSE_MS}
        >
          <Input className="code" inputMode="url" autoComplete="off" spellCheck={false} placeholder={t.urlPlaceholder} />
        </Form.Item>
        <Form.Item
          label={t.headers}
          extra={
            <>
              {elsewhere('headers')}
              {t.headersHint}
            </>
          }
          className="header-list"
        >
          <Form.List name="headers">
            {(fields, { add, remove }, { errors }) => (
              <>
                {fields.map(({ key, name }) => (
                  <div key={key} className="header-line">
                    <Form.Item name={[name, 'name']} rules={nameRules(name)} validateFirst validateTrigger={[]}>
                      <Input
                        className="code"
                        aria-label={t.headerName}
                        placeholder="authorization"
                        autoComplete="off"
                        autoCapitalize="off"
                        spellCheck={false}
                      />
                    </Form.Item>
                    <Form.Item name={[name, 'value']} rules={valueRules(name)} validateTrigger={[]}>
                      <Input
                        className="code"
                        aria-label={t.headerValue}
                        placeholder={t.headerValue}
                        autoComplete="off"
                        autoCapitalize="off"
                        spellCheck={false}
                      />
                    </Form.Item>
                    <Button
                      type="text"
                      icon={<DeleteOutlined aria-hidden />}
                      aria-label={t.removeHeader(name + 1)}
                      title={t.removeHeader(name + 1)}
                      onClick={() => remove(name)}
                    />
                  </div>
                ))}
                <Form.ErrorList errors={errors} />
                <Button
                  id={ADD_HEADER}
                  size="small"
                  icon={<PlusOutlined aria-hidden />}
                  disabled={fields.length >= MAX_HEADERS}
                  onClick={() => {
                    add({ name: '', value: '' });
                    focusSoon(`callback_headers_${fields.length}_name`);
                  }}
                >
                  {t.addHeader}
                </Button>
                {fields.length >= MAX_HEADERS && <span className="muted"> {t.mostHeaders(MAX_HEADERS)}</span>}
              </>
            )}
          </Form.List>
        </Form.Item>
      </section>
      {children}
      <section className="panel wide" aria-label={t.events}>
        <Form.Item name="events" noStyle rules={[follows(events)]}>
          <EventChoice types={types} />
        </Form.Item>
        {elsewhere('events')}
      </section>
      {(!settings || isChanged) && (
        <div className="save-line wide" data-changed={isChanged}>
          {settings && (
            <>
              <strong role="status">{draft.contested.length > 0 ? t.contested : t.unsaved}</strong>
              <span className="spring" />
              <Button onClick={draft.revert} disabled={submitting}>
                {t.revert}
              </Button>
            </>
          )}
          <Button type="primary" htmlType="submit" loading={submitting}>
            {settings ? t.save : t.create}
          </Button>
        </div>
      )}
    </Form>
  );
}

/** Lets the platform check the URL as it does on saving. If that is impossible now, saving will report it. */
const mayBeCalled = (appKey: string) => ({
  validator: async (_: unknown, typed: string) => {
    const { data } = url.safeParse(typed);
    if (data === undefined) return;
    const refused = await api.webhook.check({ params: { appKey }, body: { url: data } }, { skipErrorHandler: true }).then(
      () => undefined,
      (failure: RequestFailure) => failure.answer.details?.[0]?.message,
    );
    if (refused) throw new Error(refused);
  },
});
