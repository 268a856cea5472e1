import { CloseOutlined } from '@ant-design/icons';
import { Link } from '@umijs/max';
import { Button } from 'antd';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { guideTexts } from '@/locales/guide';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import type { Progress, ProjectGuide } from '@/services/guide';
import { guideSecrets } from '@/services/guide-secrets';
import { canReport, useVirtualDevices, virtualDevices } from '@/services/virtual-device';
import { SecretOnce } from '../SecretOnce';
import { useGuideSecretWords } from '../secret-words';
import { useQuestion } from '../useQuestion';
import { Steps } from './Steps';
import './guide.css';

// Only needed by the last step.
const Arrived = lazyPart(() => import('./Arrived'));

const EVENT_NAME = 'object_detected';

/** The secret kept by the guide, unless it was replaced meanwhile. */
function secretOf(appKey: string, { secretHint = '' }: Progress) {
  const secret = guideSecrets.get(appKey);
  return secret?.replace(/=+$/, '').endsWith(secretHint.slice(-4)) ? secret : undefined;
}

interface GuideProps {
  appKey: string;
  guide: ProjectGuide;
  /** Given if there are several projects. */
  projectName?: string;
  isProjectOff?: boolean;
  /** A link to where the project is enabled. */
  switchOn?: ReactNode;
  /** The project has progressed, or the guide was dismissed: the page has to be refreshed. */
  onProgress?: () => void;
  /** Called before the first paint. */
  onThere?: () => void;
}

/** Guides a project to its first callback: completed steps, and the next one. Disappears when complete or dismissed. */
export default function Guide({ appKey, guide, projectName, isProjectOff = false, switchOn, onProgress, onThere }: GuideProps) {
  const t = useTexts(guideTexts);
  const { progress, isMoving, moving, dismiss } = guide;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useLayoutEffect(() => onThere?.(), []);
  const standing = progress && JSON.stringify(progress);
  const secret = progress && secretOf(appKey, progress);
  const { question, ask } = useQuestion(useGuideSecretWords());

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on progress only
  useEffect(() => {
    if (!standing) return;
    if (!secret) guideSecrets.delete(appKey);
    onProgress?.();
  }, [standing]);

  if (!progress) return null;

  function finish() {
    guideSecrets.delete(appKey);
    dismiss();
    onProgress?.();
  }

  const shown = secret && (
    <>
      <h3>{t.secret}</h3>
      <SecretOnce secret={secret} what={t.secret} />
    </>
  );

  return (
    <section className="guide" aria-label={t.title} data-finished={progress.record}>
      <header>
        <h2>{progress.record ? t.finished : t.title}</h2>
        {projectName && <span className="guide-project muted">{projectName}</span>}
        <span className="spring" />
        <Button
          type="text"
          size="small"
          aria-label={t.dismiss}
          title={t.dismiss}
          icon={<CloseOutlined aria-hidden />}
          onClick={() => (secret ? ask(finish) : finish())}
        />
      </header>
      <Steps appKey={appKey} done={{ project: true, ...progress }} />
      {/* biome-ignore lint/a11y/useSemanticElements: not part of a form, so no fieldset */}
      <div role="group" aria-label={t.title} data-keeps-focus>
        {progress.record ? (
          <Suspense fallback={<div className="guide-bone" />}>
            <Arrived appKey={appKey} secret={shown} onFinished={finish} />
          </Suspense>
        ) : (
          <>
            {isProjectOff ? (
              <Next why={t.projectOff}>{switchOn}</Next>
            ) : (
              <NextStep appKey={appKey} progress={progress} isMoving={isMoving} moving={moving} />
            )}
            {shown && <div className="guide-secret">{shown}</div>}
          </>
        )}
      </div>
      {question}
    </section>
  );
}

interface NextStepProps {
  appKey: string;
  progress: Progress;
  isMoving: boolean;
  moving: () => void;
}

function NextStep({ appKey, progress, isMoving, moving }: NextStepProps) {
  const t = useTexts(guideTexts);
  const isVirtual = useVirtualDevices().some(canReport(appKey));
  const at = (page: string) => `/dashboard/${appKey}/${page}`;

  async function connect() {
    await virtualDevices.add(appKey, t.deviceName);
    moving();
  }

  async function deliverToBin() {
    const params = { appKey };
    const { url } = await api.bin.open({ params, body: {} });
    // Somebody else may have created a callback meanwhile: it is kept.
    if (await api.webhook.read({ params })) return;
    const { secret } = await api.webhook.save({ params, body: { url } });
    if (secret) guideSecrets.set(appKey, secret);
    moving();
  }

  async function report() {
    await virtualDevices.report(appKey, t.deviceName, EVENT_NAME);
    moving();
  }

  if (!progress.device) {
    return (
      <Next why={isMoving ? t.deviceWaiting : t.deviceWhy}>
        <Do what={t.deviceDo} isUnderWay={isMoving} onPrepare={virtualDevices.prepare} onDo={connect} />
      </Next>
    );
  }
  if (progress.isCallbackOff) {
    return (
      <Next why={t.callbackOff}>
        <Link className="button primary" to={at('consumer')}>
          {t.callbackOpen}
        </Link>
      </Next>
    );
  }
  if (!progress.callback) {
    return (
      <Next why={t.callbackWhy}>
        <Do what={t.callbackDo} onDo={deliverToBin} />
      </Next>
    );
  }
  if (!progress.event) {
    return (
      <Next why={isVirtual ? t.eventWhy : t.eventNew}>
        <Do what={t.eventDo} onPrepare={virtualDevices.prepare} onDo={report} />
      </Next>
    );
  }
  return (
    <Next why={isMoving ? t.recordWaiting : t.recordWhy}>
      <Link className="button" to={at('call-record')}>
        {t.recordOpen}
      </Link>
    </Next>
  );
}

const Next = ({ why, children }: { why: string; children?: ReactNode }) => (
  <div className="guide-next">
    <p role="status">{why}</p>
    {children}
  </div>
);

interface DoProps {
  what: string;
  /** The action was started, and its result has not arrived yet. */
  isUnderWay?: boolean;
  /** The user is about to start the action: preload. */
  onPrepare?: () => void;
  onDo: () => Promise<void>;
}

function Do({ what, isUnderWay = false, onPrepare, onDo }: DoProps) {
  const [isDoing, setDoing] = useState(false);

  async function act() {
    setDoing(true);
    try {
      await onDo();
    } finally {
      setDoing(false);
    }
  }

  return (
    <Button type="primary" loading={isDoing || isUnderWay} onMouseEnter={onPrepare} onFocus={onPrepare} onClick={act}>
      {what}
    </Button>
  );
}
