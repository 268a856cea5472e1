import { failsTooOften, type ReadUpgrade, UpgradeOutcome, WAVE, waveOf } from '@contract/upgrade';
import { useLatest, useTimeout } from 'ahooks';
import { Alert, Button } from 'antd';
import { Suspense, useState } from 'react';
import { lazyDialog } from '@/components/lazy-part';
import { RelativeTime } from '@/components/RelativeTime';
import { OutcomeBar } from '@/components/upgrade/OutcomeBar';
import { nextShare } from '@/components/upgrade/shares';
import { useUpgradeWords } from '@/components/upgrade/useUpgradeWords';
import { api } from '@/services/api';
import { toast } from '@/utils/toast';
import { UpgradeDevices } from './UpgradeDevices';
import { UpgradeMark } from './UpgradeMark';

const Confirm = lazyDialog(() => import('@/components/Confirm'));
const UpgradeDialog = lazyDialog(() => import('@/components/upgrade/UpgradeDialog'));

interface UpgradeDetailsProps {
  appKey: string;
  upgrade: ReadUpgrade;
  changes: number;
  onChanged: () => void;
  /** Another one has been started from it. */
  onStarted: (id: number) => void;
  onOpenDevice: (sn: string) => void;
}

/** One upgrade: how far it is, what can be done about it, and every device of it. */
export function UpgradeDetails({ appKey, upgrade, changes, onChanged, onStarted, onOpenDevice }: UpgradeDetailsProps) {
  const { t, targetOf } = useUpgradeWords();
  const { packetName, packetVersion, counts, sample, state, pausedBy, pauseThresholdPercent, note, createdBy, createdAt, already, target } =
    upgrade;
  const [outcome, setOutcome] = useState<UpgradeOutcome>();
  /** Counts the actions on this page: each reads the devices again, before the stream reports the change. */
  const [acts, setActs] = useState(0);
  const failed = counts.failed + counts.timedOut;
  const byItself = pausedBy === 'failures';
  // Devices to be retried no longer count as failed. Also shown if a person paused the upgrade, because resuming forgives the failures.
  const isFailing = byItself ? sample.failures > 0 : failsTooOften(sample, pauseThresholdPercent ?? 0);
  const underWay = counts.notified + counts.downloading + counts.installing;
  const judged = counts.done - already + failed;
  // A device that is through keeps its place until there are enough to judge by.
  const isFull = underWay + (sample.size < WAVE.sample ? sample.size : 0) >= waveOf(counts.all);
  const isHeldBack = state === 'running' && pauseThresholdPercent !== null && underWay > 0 && counts.waiting > 0 && isFull;
  const through = counts.all === 0 ? 0 : Math.floor((counts.done / counts.all) * 100);

  return (
    <>
      <section className="upgrade-head" aria-label={`${packetName} ${packetVersion}`} data-keeps-focus>
        <p className="upgrade-row-head">
          <UpgradeMark upgrade={upgrade} />
          <span className="muted dotted">
            <span>{targetOf(target)}</span>
            <span>{createdBy ? t.by(createdBy) : t.byServer}</span>
            <RelativeTime at={createdAt} />
            {pauseThresholdPercent !== null && <span>{t.thresholdIs(pauseThresholdPercent)}</span>}
          </span>
        </p>
        {note && <p className="upgrade-note">{note}</p>}
        <div className="upgrade-progress">
          <strong className="number">{t.percent(through)}</strong>
          <div>
            <OutcomeBar counts={counts} />
            <small className="muted">
              {t.progressSays(counts.done, counts.all, failed)}
              {already > 0 && ` · ${t.already(already)}`}
            </small>
          </div>
        </div>
        {isHeldBack && <p className="muted">{t.waveSays(underWay)}</p>}
        {state === 'paused' && (
          <Alert
            type={isFailing ? 'warning' : 'info'}
            showIcon
            title={
              isFailing
                ? t.failuresHint(pauseThresholdPercent ?? 0, sample.size, sample.failures, sample.size < judged, byItself)
                : t.pausedHint
            }
          />
        )}
        <UpgradeActions
          key={upgrade.id}
          appKey={appKey}
          upgrade={upgrade}
          onChanged={() => {
            setActs((count) => count + 1);
            onChanged();
          }}
          onRetried={() => setOutcome((chosen) => (chosen === 'failed' || chosen === 'timedOut' ? undefined : chosen))}
          onStarted={onStarted}
        />
      </section>
      <fieldset className="outcome-counts">
        <legend className="sr-only">{t.outcome}</legend>
        {(['all', ...UpgradeOutcome.options] as const)
          .filter((one) => one === 'all' || counts[one] > 0 || one === outcome)
          .map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={(outcome ?? 'all') === one}
              onClick={() => setOutcome(one === 'all' ? undefined : one)}
            >
              <span className={one === 'all' ? undefined : 'outcome-tag'} data-outcome={one}>
                {t[one]}
              </span>
              <strong className="number">{t.number(counts[one])}</strong>
            </button>
          ))}
      </fieldset>
      <UpgradeDevices
        key={outcome}
        appKey={appKey}
        id={upgrade.id}
        state={state}
        outcome={outcome}
        changes={changes + acts}
        onOpenDevice={onOpenDevice}
      />
    </>
  );
}

type Act = 'retry' | 'pause' | 'resume';

/** Longer than between the two clicks of a double click. */
const KEEPS_PLACE_MS = 1000;
/** Without fresh data for this long, the button can be pressed again. */
const READ_WITHIN_MS = 5000;

function UpgradeActions({
  appKey,
  upgrade,
  onChanged,
  onRetried,
  onStarted,
}: Pick<UpgradeDetailsProps, 'appKey' | 'upgrade' | 'onChanged' | 'onStarted'> & { onRetried: () => void }) {
  const { t } = useUpgradeWords();
  const [busy, setBusy] = useState<Act>();
  const [isAsking, setAsking] = useState(false);
  const [isWidening, setWidening] = useState(false);
  const { id, state, retryable, packetId, packetName, packetVersion, packetGone, target, pauseThresholdPercent, widened } = upgrade;
  /** The number on the button when it was pressed, and the upgrade as it was known right after the call. */
  const [pressed, setPressed] = useState<{ devices: number; stale?: ReadUpgrade }>();
  const shown = useLatest(upgrade);
  // Busy until the upgrade is read again: nothing is retried twice. Then it keeps its place, so that a second click hits nothing else.
  const isStale = pressed?.stale === upgrade;
  useTimeout(() => setPressed(undefined), pressed && busy !== 'retry' ? (isStale ? READ_WITHIN_MS : KEEPS_PLACE_MS) : undefined);
  const isOpen = state === 'preparing' || state === 'running' || state === 'paused';
  const one = { params: { appKey, id } };
  const calls: Record<Act, () => Promise<unknown>> = {
    pause: () => api.upgrade.pause(one),
    resume: () => api.upgrade.resume(one),
    retry: async () => {
      setPressed({ devices: retryable });
      const { retried, left, state: now } = await api.upgrade.retry({ ...one, body: {} });
      setPressed({ devices: retryable, stale: shown.current });
      if (left === 0) onRetried();
      // Limited to the number on the button: more devices may have failed since.
      const refused = Math.min(left, retryable - retried);
      if (retried > 0) toast.success(now === 'paused' ? t.retriedLater(retried) : t.retried(retried));
      if (refused > 0) toast.warning(t.notRetried(refused));
    },
  };

  async function act(what: Act) {
    setBusy(what);
    try {
      await calls[what]();
    } finally {
      setBusy(undefined);
      onChanged();
    }
  }

  // Only a share of the devices was upgraded: offer the next, larger share.
  const next = state === 'finished' && target.percent !== undefined && target.percent < 100 ? nextShare(target.percent) : undefined;
  if (packetGone && !isOpen) return <p className="muted">{t.packetGone}</p>;
  const toRetry = retryable || (pressed?.devices ?? 0);
  if (!isOpen && next === undefined && (toRetry === 0 || state === 'cancelled')) return null;
  return (
    <div className="upgrade-actions">
      {/* Different keys: when the upgrade pauses by itself, a focused "pause" button must not turn into "resume". */}
      {state === 'paused' ? (
        <Button key="resume" type="primary" loading={busy === 'resume'} onClick={() => act('resume')}>
          {t.resume}
        </Button>
      ) : (
        isOpen && (
          <Button key="pause" loading={busy === 'pause'} onClick={() => act('pause')}>
            {t.pause}
          </Button>
        )
      )}
      {isOpen && (
        <Button danger onClick={() => setAsking(true)}>
          {t.cancelUpgrade}
        </Button>
      )}
      {/* Last, so that the other buttons stay in place when the first device fails. */}
      {toRetry > 0 && (
        <Button
          type={state === 'finished' ? 'primary' : undefined}
          loading={busy === 'retry' || isStale}
          disabled={retryable === 0}
          onClick={() => act('retry')}
        >
          {/* Paused, they wait for "resume". */}
          {state === 'paused' ? t.requeueN(toRetry) : t.retryN(toRetry)}
        </Button>
      )}
      {next !== undefined &&
        (widened ? (
          <Button onClick={() => onStarted(widened.id)}>{t.widened(widened.percent)}</Button>
        ) : (
          <Button type={retryable === 0 ? 'primary' : undefined} onClick={() => setWidening(true)}>
            {t.widen(next)}
          </Button>
        ))}
      <Suspense>
        {isWidening && next !== undefined && (
          <UpgradeDialog
            appKey={appKey}
            chosen={{ filter: target.filter ?? {}, upTo: target.upTo }}
            from={{
              packetId,
              percent: next,
              ...(pauseThresholdPercent === null ? { pauses: false } : { threshold: pauseThresholdPercent }),
            }}
            onStarted={onStarted}
            onClosed={() => setWidening(false)}
          />
        )}
        {isAsking && (
          <Confirm
            title={t.cancelTitle(`${packetName} ${packetVersion}`)}
            confirm={t.cancelUpgrade}
            cancel={t.keep}
            danger
            onConfirm={async () => {
              await api.upgrade.cancel(one);
              onChanged();
            }}
            onClosed={() => setAsking(false)}
          >
            {t.cancelWhy}
          </Confirm>
        )}
      </Suspense>
    </div>
  );
}
