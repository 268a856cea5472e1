import { Link } from '@umijs/max';
import { useThrottleFn } from 'ahooks';
import { Alert } from 'antd';
import { useEffect } from 'react';
import { recordTexts } from '@/locales/record';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import { useProject } from '@/services/useProject';
import { useRead } from '@/utils/useRead';

/** Many callbacks a second are one look at what they changed. */
const NEWS_EVERY_MS = 2000;

/** While nothing is sent: why, how much waits for it, and the way to where that is changed. @param news when it changes, there is something new to see */
export default function CallbackHeld({ appKey, news }: { appKey: string; news: number }) {
  const t = useTexts(recordTexts);
  const callback = useTexts(webhookTexts);
  const { project } = useProject(appKey);
  // Beside the records nobody needs to hear that it could not be read.
  const { data, refresh } = useRead(() => api.webhook.read({ params: { appKey } }, { skipErrorHandler: true }), { onError: () => {} });
  const { run: look } = useThrottleFn(refresh, { wait: NEWS_EVERY_MS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there is something new
  useEffect(() => {
    if (news > 0) look();
  }, [news]);

  const isProjectOff = project?.status === 'disabled';
  if (!data || (!isProjectOff && data.status === 'enabled')) return null;
  const isCallbackOff = data.status === 'disabled';
  return (
    <div className="callback-held">
      {isProjectOff && (
        <Alert type="warning" showIcon title={callback.projectDisabled} action={<Link to="/dashboard/project">{t.openProjects}</Link>} />
      )}
      {isCallbackOff && (
        <Alert
          type="warning"
          showIcon
          title={callback[data.disabledReason ?? 'off']}
          description={data.paused > 0 ? callback.paused(data.paused) : undefined}
          action={<Link to={`/dashboard/${appKey}/consumer`}>{t.openSettings}</Link>}
        />
      )}
    </div>
  );
}
