import { HOUR_MS } from '@contract/duration';
import type { Webhook } from '@contract/webhook';
import { Link } from '@umijs/max';
import { Alert, Switch } from 'antd';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { lazyDialog } from '@/components/lazy-part';
import { RelativeTime } from '@/components/RelativeTime';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import { everySecond } from '@/utils/every-second';
import { platformNow } from '@/utils/platform-clock';
import { exactTime } from '@/utils/time';
import { useRead } from '@/utils/useRead';

const Confirm = lazyDialog(() => import('@/components/Confirm'));

interface CallbackStateProps {
  appKey: string;
  settings: Webhook;
  isProjectDisabled: boolean;
  onSwitched: (settings: Webhook) => void;
}

/** Records pending for less than this are not mentioned. */
const IN_PASSING_MS = 5000;
/** Failures shorter than this, e.g. while a receiver restarts, cause no alarm: the records show them. */
const FAILING_LONG_MS = HOUR_MS;
const isLong = (since: string) => platformNow() - Date.parse(since) > FAILING_LONG_MS;

/** Shows if callbacks are sent, or why not; with the switch. */
export function CallbackState({ appKey, settings, isProjectDisabled, onSwitched }: CallbackStateProps) {
  const t = useTexts(webhookTexts);
  const language = useLanguage();
  const [isAsked, setAsked] = useState(false);
  const [isMended, setMended] = useState(false);
  const { status, disabledReason, failingSince, disablesAt, holdUntil, paused } = settings;
  const isEnabled = status === 'enabled';
  const time = (at: string) => exactTime(Date.parse(at), language);

  async function turn(to: Webhook['status']) {
    onSwitched(await api.webhook.switch({ params: { appKey }, body: { status: to } }));
    setMended(to === 'enabled' && disabledReason !== null);
  }

  const trouble = [
    isProjectDisabled && t.projectDisabled,
    disabledReason && t[disabledReason],
    isEnabled && failingSince && disablesAt && isLong(failingSince) && t.failingSince(time(failingSince), time(disablesAt)),
    isEnabled && holdUntil && t.holdUntil(exactTime(Date.parse(holdUntil), language, true)),
  ].filter((line): line is string => Boolean(line));

  return (
    <section className="panel" aria-label={t.state}>
      <div className="state-line">
        <h2>{t.state}</h2>
        <span className="state-tag state-dot" data-state={isEnabled && !isProjectDisabled ? 'online' : 'disabled'}>
          {isEnabled ? (isProjectDisabled ? t.held : t.enabled) : t.disabled}
        </span>
        <span className="spring" />
        <Switch checked={isEnabled} aria-label={t.switchOn} onChange={(on) => (on ? turn('enabled') : setAsked(true))} />
      </div>
      {paused > 0 && <p className="muted">{t.paused(paused)}</p>}
      <Pending appKey={appKey} settings={settings} />
      {trouble.map((line) => (
        <Alert key={line} type="warning" showIcon title={line} />
      ))}
      {(disabledReason || isMended) && <FailedStay appKey={appKey} />}
      <Suspense>
        {isAsked && (
          <Confirm
            title={t.disableTitle}
            confirm={t.disable}
            cancel={t.cancel}
            onConfirm={() => turn('disabled')}
            onClosed={() => setAsked(false)}
          >
            {t.disableWhy}
          </Confirm>
        )}
      </Suspense>
    </section>
  );
}

/** How many records are queued or wait for a retry, and since when; nothing while all are sent at once. */
function Pending({ appKey, settings }: Pick<CallbackStateProps, 'appKey' | 'settings'>) {
  const t = useTexts(webhookTexts);
  const { pending, retrying, pendingSince, dueSince } = settings;
  const isBehind = useSyncExternalStore(everySecond, () => dueSince !== null && platformNow() - Date.parse(dueSince) > IN_PASSING_MS);
  if (!isBehind && retrying === 0) return null;
  return (
    <p className="muted">
      <span className="dotted">
        <Link to={`/dashboard/${appKey}/call-record?status=pending`}>{t.pending(pending)}</Link>
        <span>
          {t.oldest}
          <RelativeTime at={pendingSince} />
        </span>
      </span>
    </p>
  );
}

/** Mentions failed records, which are not sent by themselves once callbacks are enabled again. */
function FailedStay({ appKey }: { appKey: string }) {
  const t = useTexts(webhookTexts);
  const failed = { params: { appKey }, query: { status: 'failed', pageSize: 1 } } as const;
  const { data } = useRead(() => api.webhook.records(failed, { skipErrorHandler: true }));
  if (!data?.total) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t.failedStay}
      action={<Link to={`/dashboard/${appKey}/call-record?status=failed`}>{t.toFailed}</Link>}
    />
  );
}
