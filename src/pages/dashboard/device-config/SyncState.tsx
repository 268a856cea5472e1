import {
  CheckCircleFilled,
  CheckOutlined,
  ClockCircleOutlined,
  CloseCircleFilled,
  CloseOutlined,
  DisconnectOutlined,
  ExclamationCircleFilled,
  ExclamationOutlined,
  LoadingOutlined,
  QuestionOutlined,
  SettingOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { Twin } from '@contract/config';
import type { DeviceState } from '@contract/device';
import { Link } from '@umijs/max';
import type { ReactNode } from 'react';
import { RelativeTime } from '@/components/RelativeTime';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { type Standing, standingOf } from '@/utils/config-standing';
import './sync-state.css';

export const standingIcons: Record<Standing, ReactNode> = {
  never: <SettingOutlined aria-hidden />,
  inSync: <CheckCircleFilled aria-hidden />,
  waiting: <LoadingOutlined aria-hidden />,
  deaf: <ExclamationCircleFilled aria-hidden />,
  ahead: <ExclamationCircleFilled aria-hidden />,
  beyond: <ExclamationCircleFilled aria-hidden />,
  unread: <ExclamationCircleFilled aria-hidden />,
  inactive: <DisconnectOutlined aria-hidden />,
  offline: <DisconnectOutlined aria-hidden />,
  disabled: <StopOutlined aria-hidden />,
  drifted: <ExclamationCircleFilled aria-hidden />,
  partial: <ExclamationCircleFilled aria-hidden />,
  rejected: <CloseCircleFilled aria-hidden />,
};

interface SyncStateProps {
  twin: Twin;
  unread?: string;
  state: DeviceState;
  hasDefaults: boolean;
  /** There is something to fill in. */
  hasFields: boolean;
  /** Where the device is enabled, and where all it said is told. */
  detailsAt: string;
}

/** How far the wanted configuration has come, in words, and on its way: saved, sent, applied. */
export function SyncState({ twin, unread, state, hasDefaults, hasFields, detailsAt }: SyncStateProps) {
  const t = useTexts(configTexts);
  const { desired, reported } = twin;
  const standing = standingOf(twin, state, unread);
  const title = standing === 'inSync' && state !== 'online' ? 'inSyncAway' : standing;

  return (
    <div className="sync-state" data-standing={standing}>
      <div className="sync-words" role="status">
        <span className="sync-icon">{standingIcons[standing]}</span>
        <div>
          <strong>{t[`${title}Title`](desired.version)}</strong>
          <p className="muted">
            {standing === 'never' && !hasDefaults ? (hasFields ? t.neverBareWhy : t.bareSchema) : t[`${standing}Why`]}{' '}
            {standing === 'disabled' && <Link to={detailsAt}>{t.toEnable}</Link>}
            {standing === 'unread' && (
              <>
                {unread} · <Link to={detailsAt}>{t.toUnread}</Link>
              </>
            )}
          </p>
        </div>
      </div>
      {desired.version > 0 && <Way standing={standing} />}
      <dl className="sync-facts">
        <div>
          <dt>{t.desiredVersion}</dt>
          <dd>
            <strong className="number">{desired.version === 0 ? t.noneYet : `v${desired.version}`}</strong>
            {desired.updatedAt && (
              <small className="muted">
                {t.by(desired.updatedBy)} · <RelativeTime at={desired.updatedAt} />
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>{t.reportedVersion}</dt>
          <dd>
            <strong className="number">{reported ? `v${reported.version}` : t.noneYet}</strong>
            {reported && (
              <small className="muted">
                {t[`${reported.result}At`]} <RelativeTime at={reported.at} />
              </small>
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}

type Step = 'done' | 'now' | 'later' | 'warned' | 'unknown' | 'failed';
const stepIcons: Record<Step, ReactNode> = {
  done: <CheckOutlined aria-hidden />,
  now: <LoadingOutlined aria-hidden />,
  later: <ClockCircleOutlined aria-hidden />,
  warned: <ExclamationOutlined aria-hidden />,
  unknown: <QuestionOutlined aria-hidden />,
  failed: <CloseOutlined aria-hidden />,
};

function Way({ standing }: { standing: Standing }) {
  const t = useTexts(configTexts);
  const ends: Record<Standing, Step> = {
    never: 'later',
    inSync: 'done',
    waiting: 'now',
    deaf: 'later',
    ahead: 'failed',
    beyond: 'failed',
    unread: 'unknown',
    inactive: 'later',
    offline: 'later',
    disabled: 'later',
    drifted: 'warned',
    partial: 'warned',
    rejected: 'failed',
  };
  const isSent = standing !== 'inactive' && standing !== 'offline' && standing !== 'disabled';
  const steps: [string, Step][] = [
    [t.stepSaved, 'done'],
    [t.stepSent, standing === 'deaf' ? 'failed' : isSent ? 'done' : 'later'],
    [t.stepApplied, ends[standing]],
  ];
  return (
    <ol className="sync-way" aria-label={t.way}>
      {steps.map(([name, step]) => (
        <li key={name} data-step={step}>
          <i>{stepIcons[step]}</i>
          {name}
          <span className="sr-only">{t[step]}</span>
        </li>
      ))}
    </ol>
  );
}
