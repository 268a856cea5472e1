import type { Twin } from '@contract/config';
import type { Device } from '@contract/device';
import type { JsonObject } from '@contract/merge-patch';
import { Link } from '@umijs/max';
import { Alert, Button } from 'antd';
import { Refusals } from '@/components/Refusals';
import { configTexts } from '@/locales/device-config';
import { causeTexts, remedyTexts } from '@/locales/diagnosis';
import { useTexts } from '@/locales/texts';
import { useProject } from '@/services/useProject';
import { isNamed, unnamedOf } from '@/utils/config-fields';
import { standingOf } from '@/utils/config-standing';
import { focusSoon } from '@/utils/focus-soon';
import { changesBetween, isAround, isWithin, put } from '@/utils/json-changes';
import type { Draft } from './useDraft';
import { VIEW_SWITCH } from './ViewSwitch';

interface ConfigNoticesProps {
  appKey: string;
  device: Device;
  twin: Twin;
  schema: JsonObject;
  draft: Draft;
  /** The newest version was saved on this page, by rolling back. */
  isOwn: boolean;
  onCompare: () => void;
  /** Opens the JSON view; absent if it is open. */
  onJson?: () => void;
}

/** Warnings above the configuration. */
export function ConfigNotices({ appKey, device, twin, schema, draft, isOwn, onCompare, onJson }: ConfigNoticesProps) {
  const t = useTexts(configTexts);
  const [causes, remedies] = [useTexts(causeTexts), useTexts(remedyTexts)];
  const { project } = useProject(appKey);
  const { desired, reported } = twin;
  const standing = standingOf(twin, device.state);
  const isRefused = (standing === 'rejected' || standing === 'partial') && Boolean(reported?.errors.length);
  // Values that the schema does not describe have no field in the form: secrets neither, of which only the paths are known.
  const paths = changesBetween({}, draft.document).flatMap(({ path, to }) => (to === undefined ? [] : path));
  const isFree = (path: string) => draft.hidden.includes(path) && !isNamed(draft.shown, path.split('.'));
  const unnamed = [...new Set([...paths, ...draft.hidden].flatMap((path) => unnamedOf(draft.shown, path) ?? (isFree(path) ? path : [])))];
  // What the schema names in no case may be a slip of the hand if it was set just now.
  const isSuspect = (path: string) => !isNamed(schema, path.split('.')) && draft.changes.some((change) => isAround(change.path, path));
  const unfit = unnamed.filter((path) => draft.faults.some((fault) => isWithin(fault.path, path)));

  function removeUnfit() {
    // Null removes a secret, which is not in the document.
    const gone = (path: string) => (draft.hidden.includes(path) ? null : undefined);
    draft.write(unfit.reduce((rest, path) => put(rest, path, gone(path)), draft.document));
    focusSoon(VIEW_SWITCH);
  }

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
      {draft.isOutrun && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={isOwn ? t.outrunOwn(desired.version) : t.outrun(t.by(desired.updatedBy), desired.version)}
          action={
            <Button size="small" onClick={onCompare}>
              {t.compare}
            </Button>
          }
        />
      )}
      {draft.isRuledAnew && (
        <Alert type="warning" showIcon role="alert" title={t.ruledAnew} description={t.ruledAnewWhy(draft.faulty.length)} />
      )}
      {unnamed.length > 0 && (
        <Alert
          type={unfit.length > 0 || unnamed.some(isSuspect) ? 'warning' : 'info'}
          showIcon
          className="config-unnamed"
          title={t.unnamed(unnamed.length)}
          description={
            <>
              <p className="code">{unnamed.join(', ')}</p>
              <p className="config-notice-actions">
                {onJson && (
                  <Button size="small" onClick={onJson}>
                    {t.seeJson}
                  </Button>
                )}
                {unfit.length > 0 && (
                  <Button size="small" onClick={removeUnfit}>
                    {t.removeUnnamed}
                  </Button>
                )}
              </p>
            </>
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
