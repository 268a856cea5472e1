import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import type { BinRequest } from '@contract/bin';
import { binTexts } from '@/locales/bin';
import { useTexts } from '@/locales/texts';
import { RelativeTime } from '../RelativeTime';
import './bin.css';

const icons = {
  valid: CheckCircleFilled,
  stale: ExclamationCircleFilled,
  'wrong-signature': CloseCircleFilled,
  unsigned: ExclamationCircleFilled,
  'no-secret': ExclamationCircleFilled,
};

/** When a request arrived, if its signature was valid, and the answer. */
export function RequestWorth({ of: { at, verified, status } }: { of: BinRequest }) {
  const t = useTexts(binTexts);
  const Icon = icons[verified];
  return (
    <p className="request-worth">
      <span className="worth" data-worth={verified} title={t[`${verified}Why`]}>
        <Icon aria-hidden /> {t[verified]}
      </span>
      <span className="muted">{t.answered(status)}</span>
      <span className="muted">
        <RelativeTime at={at} />
      </span>
    </p>
  );
}
