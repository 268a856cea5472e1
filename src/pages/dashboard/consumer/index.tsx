import { useParams } from '@umijs/max';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import { useProject } from '@/services/useProject';
import { useRead } from '@/utils/useRead';
import '@/components/parts.css';
import './consumer.css';
import { CallbackForm } from './CallbackForm';
import { CallbackState } from './CallbackState';
import { FirstCallback } from './FirstCallback';
import { LastDay } from './LastDay';
import { SigningSecret } from './SigningSecret';
import { TestDelivery } from './TestDelivery';

// Not needed before it is asked for.
const Verification = lazy(() => import('./Verification'));
const NewSecret = lazy(() => import('./NewSecret'));

export default function ConsumerPage() {
  const { appKey = '' } = useParams();
  const t = useTexts(webhookTexts);
  const { project } = useProject(appKey);
  const { data, refresh } = useRead(() => api.webhook.read({ params: { appKey } }).then((settings) => ({ settings })), {
    refreshDeps: [appKey],
  });
  const { data: types } = useRead(() => api.webhook.eventTypes({ params: { appKey } }), { cacheKey: 'event types' });
  const [secret, setSecret] = useState<string>();
  const [isChanged, setChanged] = useState(false);

  function saved(answer: { secret?: string }) {
    setChanged(false);
    setSecret(answer.secret);
    refresh();
  }

  if (!data || !types) return <SettingsBones label={t.loading} />;
  const { settings } = data;
  const form = (
    <CallbackForm key={settings?.updatedAt} appKey={appKey} settings={settings} types={types} onChanged={setChanged} onSaved={saved} />
  );

  return (
    <div className="callback-page">
      <h1 className="sr-only">{t.title}</h1>
      {settings ? (
        <div className="callback-columns">
          <div className="callback-column">
            <CallbackState appKey={appKey} settings={settings} isProjectDisabled={project?.status === 'disabled'} onSwitched={refresh} />
            {form}
          </div>
          <div className="callback-column">
            <LastDay appKey={appKey} />
            <SigningSecret appKey={appKey} settings={settings} onRotated={saved} />
          </div>
          <TestDelivery appKey={appKey} types={types} isChanged={isChanged} onTested={refresh} />
          <Suspense fallback={<div className="panel bones" />}>
            <Verification appKey={appKey} />
          </Suspense>
        </div>
      ) : (
        <FirstCallback>{form}</FirstCallback>
      )}
      <Suspense>{secret && <NewSecret secret={secret} onClosed={() => setSecret(undefined)} />}</Suspense>
    </div>
  );
}

/** The shape of what comes. */
function SettingsBones({ label }: { label: string }) {
  return (
    <div className="callback-columns" role="status" aria-label={label}>
      <div className="callback-column">
        <i className="bone panel-bone" />
        <i className="bone panel-bone tall" />
      </div>
      <div className="callback-column">
        <i className="bone panel-bone" />
        <i className="bone panel-bone" />
      </div>
    </div>
  );
}
