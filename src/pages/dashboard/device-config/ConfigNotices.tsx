import type { Twin } from '@contract/config';
import type { Device } from '@contract/device';
import type { JsonObject } from '@contract/merge-patch';
import { Link } from '@umijs/max';
import { Alert, Button } from 'antd';
import { configTexts } from '@/locales/device-config';
import { causeTexts, remedyTexts } from '@/locales/diagnosis';
import { useTexts } from '@/locales/texts';
import { useProject } from '@/services/useProject';
import { Refusals } from './AnswerMark';
import { standingOf } from './standing';
import type { Draft } from './useDraft';

interface ConfigNoticesProps {
  appKey: string;
  device: Device;
  twin: Twin;
  schema: JsonObject;
  draft: Draft;
  onCompare: () => void;
}

/** What one has to know before one goes on. */
export function ConfigNotices({ appKey, device, twin, schema, draft, onCompare }: ConfigNoticesProps) {
  const t = useTexts(configTexts);
  const [causes, remedies] = [useTexts(causeTexts), useTexts(remedyTexts)];
  const { project } = useProject(appKey);
  const { desired, reported } = twin;
  const standing = standingOf(twin, device.state);
  const isRefused = (standing === 'rejected' || standing === 'partial') && Boolean(reported?.errors.length);

  return (
    <>
      {project?.status === 'disabled' && (
        <Alert
          type="warning"
          showIcon
          title={causes.projectDisabled}
          description={remedies.projectDisabled}
          action={<Link to="/dashboard/project">{t.toEnableProject}</Link>}
        />
      )}
      {draft.isBack && <Alert type="info" showIcon title={t.draftBack} />}
      {draft.isOutrun && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t.outrun(t.by(desired.updatedBy), desired.version)}
          action={
            <Button size="small" onClick={onCompare}>
              {t.compare}
            </Button>
          }
        />
      )}
      {isRefused && (
        <Alert
          type={standing === 'partial' ? 'warning' : 'error'}
          showIcon
          title={t.reasons(reported?.errors.length ?? 0)}
          description={<Refusals errors={reported?.errors ?? []} schema={schema} />}
        />
      )}
    </>
  );
}
