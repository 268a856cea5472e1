import { Link } from '@umijs/max';
import { Alert } from 'antd';
import ProjectOff from '@/components/ProjectOff';
import { useLanguage } from '@/locales/language';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { exactTime } from '@/utils/time';
import type { Held } from './useHeld';

/** Shown while nothing is sent: the reason, how many records wait, and the way to change it. */
export default function CallbackHeld({ appKey, held: { isProjectOff, isCallbackOff, isPutOff, webhook } }: { appKey: string; held: Held }) {
  const t = useTexts(recordTexts);
  const callback = useTexts(webhookTexts);
  const language = useLanguage();
  return (
    <div className="callback-held">
      {isProjectOff && <ProjectOff why={callback.projectDisabled} />}
      {isCallbackOff && (
        <Alert
          className="way-alert"
          type="warning"
          showIcon
          title={callback[webhook.disabledReason ?? 'off']}
          description={webhook.paused > 0 ? callback.paused(webhook.paused) : undefined}
          action={<Link to={`/dashboard/${appKey}/consumer`}>{t.openSettings}</Link>}
        />
      )}
      {isPutOff && webhook.holdUntil && (
        <Alert
          className="way-alert"
          type="warning"
          showIcon
          title={callback.holdUntil(exactTime(Date.parse(webhook.holdUntil), language, true))}
          action={<Link to={`/dashboard/${appKey}/consumer`}>{t.openSettings}</Link>}
        />
      )}
    </div>
  );
}
