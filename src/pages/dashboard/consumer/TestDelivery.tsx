import { SendOutlined } from '@ant-design/icons';
import { type CallbackType, callbackTypes } from '@contract/callback-event';
import { Link } from '@umijs/max';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { AttemptView } from '@/components/AttemptView';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import { intoView } from '@/utils/into-view';
import type { EventTypes } from './EventChoice';

interface TestDeliveryProps {
  appKey: string;
  url: string;
  types: EventTypes;
  /** Has the form unsaved changes? */
  isChanged: boolean;
  onTested: () => void;
}

/** Sends a signed test event, and shows the result. */
export function TestDelivery({ appKey, url, types, isChanged, onTested }: TestDeliveryProps) {
  const t = useTexts(webhookTexts);
  const language = useLanguage();
  const [type, setType] = useState<CallbackType>('ping');
  const [isBusy, setBusy] = useState(false);
  const [tested, setTested] = useState<Awaited<ReturnType<typeof api.webhook.test>>>();

  async function test() {
    setBusy(true);
    setTested(undefined);
    try {
      setTested(await api.webhook.test({ params: { appKey }, body: { type } }));
      onTested();
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="panel wide" aria-label={t.test}>
      <div className="state-line test-line">
        <div>
          <h2>{t.test}</h2>
          <p className="muted test-why">
            {/* Both texts take up space, so that the button does not move while one types. */}
            <span data-shown={!isChanged}>{t.testWhy}</span>
            <span data-shown={isChanged}>{t.testIsOld}</span>
          </p>
        </div>
        <span className="test-choice">
          <Select
            aria-label={t.testType}
            className="test-type"
            value={type}
            onChange={setType}
            popupMatchSelectWidth={false}
            options={types.map((one) => ({
              value: one.type,
              label: `${one.type} · ${callbackTypes[one.type].description[language].split(/[：:，,；;]/)[0]}`,
            }))}
          />
          <Button type="primary" ghost icon={<SendOutlined aria-hidden />} loading={isBusy} onClick={test}>
            {t.test}
          </Button>
        </span>
      </div>
      <div role="status">
        {isBusy && (
          <p ref={intoView} className="muted">
            {t.testing}
          </p>
        )}
        {/* A result for another URL is not shown. */}
        {tested?.request.url === url && (
          <div ref={intoView}>
            <AttemptView attempt={tested} />
            <p className="after-test">
              <Link to={`/dashboard/${appKey}/call-record?record=${encodeURIComponent(tested.recordId)}`}>{t.openRecord}</Link>
            </p>
          </div>
        )}
      </div>
    </section>
  );
}
