import type { Webhook } from '@contract/webhook';
import { useParams } from '@umijs/max';
import { useThrottleFn } from 'ahooks';
import { Suspense, useEffect, useState } from 'react';
import { FailedRead } from '@/components/FailedRead';
import { lazyPart } from '@/components/lazy-part';
import { useLeaving } from '@/components/useLeaving';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api, onWritten } from '@/services/api';
import { useLive } from '@/services/live';
import { useProject } from '@/services/useProject';
import { useRead } from '@/utils/useRead';
import { useShownOnce } from '@/utils/useShownOnce';
import '@/components/parts.css';
import './consumer.css';
import { CallbackForm } from './CallbackForm';
import { CallbackState } from './CallbackState';
import { FirstCallback } from './FirstCallback';
import { LastDay } from './LastDay';
import { SigningSecret } from './SigningSecret';
import { TestDelivery } from './TestDelivery';

// Loaded when opened.
const Verification = lazyPart(() => import('./Verification'));
const RequestBin = lazyPart(() => import('./RequestBin'));
const NewSecret = lazyPart(() => import('./NewSecret'));

/** The page is refreshed at most this often, however many callbacks there are. */
const NEWS_EVERY_MS = 2000;

export default function ConsumerPage() {
  const { appKey = '' } = useParams();
  const t = useTexts(webhookTexts);
  const { project } = useProject(appKey);
  const { data, error, refresh, mutate } = useRead(() => api.webhook.read({ params: { appKey } }).then((settings) => ({ settings })));
  const {
    data: types,
    error: typesError,
    refresh: refreshTypes,
  } = useRead(() => api.webhook.eventTypes({ params: { appKey } }), { cacheKey: 'event types' });
  const [secret, setSecret] = useState<string>();
  const showOnce = useShownOnce();
  const [isChanged, setChanged] = useState(false);
  const [tests, setTests] = useState(0);
  const [news, setNews] = useState(0);
  const { run: heard } = useThrottleFn(
    () => {
      setNews((n) => n + 1);
      refresh();
    },
    { wait: NEWS_EVERY_MS },
  );
  // Pending records, the state and the last day change while the page is open.
  const live = useLive({ appKey, onMessage: ({ type }) => (type === 'callbacks' || type === 'reset') && heard() });
  // The guide, shown above, may save the callback, too.
  useEffect(() => onWritten(refresh), [refresh]);
  const [leaving] = useLeaving(isChanged, { title: t.leaveTitle, why: t.leaveWhy, leave: t.leave, stay: t.stay });

  function take({ secret: made, ...settings }: Webhook & { secret?: string }) {
    if (made) showOnce(t.secret, () => setSecret(made));
    mutate({ settings });
    // The layout changes after the first save: start at its top.
    if (!data?.settings) scrollTo({ top: 0 });
  }

  const switched = (settings: Webhook) => mutate({ settings });

  function rotated(made: string) {
    showOnce(t.secret, () => setSecret(made));
    refresh();
  }

  const failure = (!data && error) || (!types && typesError);
  if (failure) {
    return (
      <FailedRead
        isPage
        error={failure}
        onRetry={() => {
          refresh();
          refreshTypes();
        }}
      />
    );
  }
  if (!data || !types) return <SettingsBones label={t.loading} title={t.title} />;
  const { settings } = data;

  return (
    <div className="callback-page">
      <h1 className="sr-only">{t.title}</h1>
      {/* The same form before and after the first save, which somebody else may make while something is typed here. */}
      <div className={settings ? 'callback-columns' : 'first-callback'} data-keeps-focus={!settings}>
        {settings ? (
          <CallbackState appKey={appKey} settings={settings} isProjectDisabled={project?.status === 'disabled'} onSwitched={switched} />
        ) : (
          <FirstCallback />
        )}
        <CallbackForm appKey={appKey} settings={settings} types={types} isChanged={isChanged} onChanged={setChanged} onNewer={take}>
          {settings && (
            <TestDelivery appKey={appKey} url={settings.url} types={types} isChanged={isChanged} onTested={() => setTests(tests + 1)} />
          )}
        </CallbackForm>
        {settings && (
          <>
            <div className="callback-beside">
              <LastDay appKey={appKey} news={news} live={live} />
              <SigningSecret appKey={appKey} settings={settings} onRotated={rotated} />
            </div>
            <Suspense>
              <RequestBin appKey={appKey} url={settings.url} tests={tests} />
            </Suspense>
            <Suspense fallback={<div className="panel wide code-bone" />}>
              <Verification appKey={appKey} />
            </Suspense>
          </>
        )}
      </div>
      {leaving}
      <Suspense>{secret && <NewSecret secret={secret} onClosed={() => setSecret(undefined)} />}</Suspense>
    </div>
  );
}

/** Placeholder while the settings are loading. */
function SettingsBones({ label, title }: { label: string; title: string }) {
  return (
    <div className="callback-columns" role="status" aria-label={label}>
      <h1 className="sr-only">{title}</h1>
      <i className="bone panel-bone" style={{ minHeight: 88 }} />
      <i className="bone panel-bone" style={{ minHeight: 280 }} />
      <div className="callback-beside">
        <i className="bone panel-bone" style={{ minHeight: 192 }} />
        <i className="bone panel-bone" />
      </div>
      <i className="bone panel-bone wide" style={{ minHeight: 88 }} />
      <i className="bone panel-bone wide" />
    </div>
  );
}
