import { history, Link } from '@umijs/max';
import { type ReactNode, useState } from 'react';
import { CodeWords } from '@/components/CodeWords';
import { Contours } from '@/components/Contours';
import { useFailure } from '@/components/FailedRead';
import type { Scene } from '@/components/scenes';
import { depthTexts } from '@/locales/device-depth';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { virtualDevices } from '@/services/virtual-device';
import { deviceListPath } from '@/utils/device-list';
import { useOnline } from '@/utils/useOnline';
import type { Shown } from './useEnd';
import { useViewerState } from './useViewer';
import './state-screen.css';

interface StateScreenProps {
  appKey: string;
  sn: string;
  state: Exclude<Shown, 'live'>;
  /** Shown over an older picture. */
  isOver: boolean;
  onRetry: () => void;
}

const DRAWN: Partial<Record<Shown, Scene>> = {
  missing: 'missing',
  'device-offline': 'offline',
  lost: 'offline',
  refused: 'offline',
  'broker-away': 'offline',
  unsupported: 'depth',
  ended: 'forbidden',
  disabled: 'offline',
  'project-disabled': 'offline',
};

/** Shown instead of a picture: the reason, and what to do. */
export function StateScreen({ appKey, sn, state, isOver, onRetry }: StateScreenProps) {
  const t = useTexts(depthTexts);
  const { refusal } = useViewerState();
  const isOnline = useOnline();
  // Without a network on this computer, a stalled stream says nothing about the device.
  const why = state === 'stalled' && !isOnline ? 'offlineHereWhy' : (`${state}Why` as const);
  const retry = (
    <button type="button" className="depth-button" onClick={onRetry}>
      {t.retry}
    </button>
  );
  const back = (
    <Link className="depth-button" to={deviceListPath(appKey)}>
      {t.back}
    </Link>
  );
  const anew = (
    <>
      {retry}
      {back}
    </>
  );
  const actions: Record<typeof state, ReactNode> = {
    connecting: null,
    waiting: null,
    stalled: null,
    'broker-away': null,
    resting: retry,
    lost: retry,
    busy: retry,
    ended: anew,
    refused: anew,
    missing: back,
    disabled: (
      <>
        <Link className="depth-button primary" to={deviceListPath(appKey, { device: sn })}>
          {t.toEnable}
        </Link>
        {retry}
      </>
    ),
    'project-disabled': (
      <Link className="depth-button primary" to="/dashboard/project">
        {t.toEnableProject}
      </Link>
    ),
    'device-offline': (
      <>
        <Link className="depth-button primary" to={deviceListPath(appKey, { device: sn })}>
          {t.whyOffline}
        </Link>
        <AsVirtual appKey={appKey} sn={sn} />
      </>
    ),
    unsupported: <StartVirtual appKey={appKey} />,
  };
  return (
    <section className="depth-state" data-state={state} data-over={isOver} role="status">
      {!isOver &&
        (DRAWN[state] ? <Contours scene={DRAWN[state]} width={240} /> : <Waves isMoving={state === 'connecting' || state === 'waiting'} />)}
      <div>
        <h2>{t[state]}</h2>
        {why !== 'refusedWhy' && (
          <p>
            <CodeWords text={t[why]} />
          </p>
        )}
        {state === 'refused' && refusal && <Refusal error={refusal} />}
        <div className="depth-state-actions">{actions[state]}</div>
      </div>
    </section>
  );
}

/** The platform's refusal. */
function Refusal({ error }: { error: Error }) {
  const t = useTexts(frameTexts);
  const { words, requestId } = useFailure(error);
  return (
    <p>
      {words} {requestId && <small className="code">{t.requestId(requestId)}</small>}
    </p>
  );
}

/** Offers to run the missing device as a virtual one in this tab. */
function AsVirtual({ appKey, sn }: { appKey: string; sn: string }) {
  const t = useTexts(depthTexts);
  const [isAsked, setAsked] = useState(false);
  const [isStarting, setStarting] = useState(false);

  async function start() {
    setStarting(true);
    try {
      await virtualDevices.impersonate(appKey, sn);
      setAsked(false);
    } finally {
      setStarting(false);
    }
  }

  if (!isAsked) {
    return (
      <button type="button" className="depth-button" onMouseEnter={virtualDevices.prepare} onClick={() => setAsked(true)}>
        {t.asVirtual}
      </button>
    );
  }
  return (
    <div className="depth-ask" role="alertdialog" aria-label={t.asVirtualTitle(sn)}>
      <p>{t.asVirtualWhy}</p>
      <button type="button" className="depth-button primary" disabled={isStarting} onClick={start}>
        {t.asVirtualDo}
      </button>
      <button type="button" className="depth-button" onClick={() => setAsked(false)}>
        {t.cancel}
      </button>
    </div>
  );
}

function StartVirtual({ appKey }: { appKey: string }) {
  const t = useTexts(depthTexts);
  const [isStarting, setStarting] = useState(false);

  async function start() {
    setStarting(true);
    try {
      history.push(`/dashboard/${appKey}/device/${await virtualDevices.add(appKey, t.virtualName)}/depth`);
    } finally {
      setStarting(false);
    }
  }

  return (
    <button type="button" className="depth-button primary" disabled={isStarting} onMouseEnter={virtualDevices.prepare} onClick={start}>
      {t.startVirtual}
    </button>
  );
}

/** Expanding iso-lines as a waiting animation. */
function Waves({ isMoving }: { isMoving: boolean }) {
  const t = useTexts(frameTexts);
  return (
    <svg className="depth-waves" viewBox="0 0 120 120" width="120" height="120" role="img" aria-label={t.loading} data-moving={isMoving}>
      {[14, 26, 38, 50].map((radius) => (
        <circle key={radius} cx="60" cy="60" r={radius} />
      ))}
    </svg>
  );
}
