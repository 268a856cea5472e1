import { type Reported, type Revision, type Twin, versionAfter } from '@contract/config';
import { secretPaths } from '@contract/config-schema';
import type { FailureDetail } from '@contract/errors';
import type { JsonObject } from '@contract/merge-patch';
import { Alert } from 'antd';
import { useMemo, useState } from 'react';
import { ChangeList } from '@/components/ChangeList';
import Confirm from '@/components/Confirm';
import { Refusals } from '@/components/Refusals';
import { configTexts } from '@/locales/device-config';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { configIssuesHere } from '@/utils/config-issues';
import { RequestFailure } from '@/utils/failure';
import { valuesTold } from '@/utils/json-changes';
import { toast } from '@/utils/toast';
import { outrunBy } from './outrun-by';

interface RollBackConfirmProps {
  appKey: string;
  sn: string;
  to: Revision;
  /** The device's answer to that version at the time, if known. */
  said?: Reported['result'];
  twin: Twin;
  schema: JsonObject;
  /** There are unsaved edits on the page. */
  hasEdits: boolean;
  onRolledBack: (twin: Twin) => void;
  /** Somebody else has saved a newer version meanwhile, or another schema. */
  onOutrun: (theirs: Twin) => void;
  onClosed: () => void;
}

/**
 * Asks before an earlier version is restored, and again when somebody saves a newer one meanwhile. A version that fails the present schema
 * cannot be restored; the reasons are shown.
 */
export function RollBackConfirm({ appKey, sn, to, said, twin, schema, hasEdits, onRolledBack, onOutrun, onClosed }: RollBackConfirmProps) {
  const t = useTexts(configTexts);
  const [{ version: asked }] = useState(twin.desired);
  // The new version becomes the wanted one before the dialog has closed: it keeps showing the one that was confirmed.
  const [confirmed, setConfirmed] = useState<Twin['desired']>();
  const from = confirmed ?? twin.desired;
  const changes = valuesTold(schema, from.state, to.state);
  const unfit = useUnfit(to, twin);
  // Faults that only the platform can find.
  const [refused, setRefused] = useState<FailureDetail[]>([]);
  const reasons = unfit.length > 0 ? unfit : refused;

  async function rollBack() {
    setConfirmed(from);
    try {
      const headers = { 'if-match': `"${from.version}"` };
      const answer = await api.config.rollback({ params: { appKey, sn }, headers, body: { version: to.version } });
      toast.success(t.rolledBack(to.version, answer.desired.version));
      onRolledBack(answer);
    } catch (failure) {
      setConfirmed(undefined);
      if (failure instanceof RequestFailure && failure.answer.details?.length) {
        failure.told = true;
        setRefused(failure.answer.details);
        // The page's own check found nothing: its schema may be outdated.
        onOutrun(await api.config.read({ params: { appKey, sn } }));
      } else {
        const theirs = await outrunBy(failure, from.version, { appKey, sn });
        if (theirs) onOutrun(theirs);
      }
      throw failure;
    }
  }

  return (
    <Confirm
      title={t.rollBackTitle(to.version)}
      confirm={t.rollBack}
      cancel={t.cancel}
      disabled={changes.length === 0 || reasons.length > 0}
      onConfirm={rollBack}
      onClosed={onClosed}
    >
      {from.version > asked && <Alert type="warning" showIcon title={t.rollBackOutrun(t.by(from.updatedBy), from.version)} />}
      {said && said !== 'ok' && <Alert type="warning" showIcon title={said === 'partial' ? t.partialBefore : t.rejectedBefore} />}
      {changes.length === 0 ? (
        <p>{t.rollBackVain(to.version)}</p>
      ) : reasons.length > 0 ? (
        <div className="roll-back-unfit">
          <Alert type="error" showIcon title={t.rollBackUnfit(to.version)} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lists must be scrollable by keyboard */}
          <section className="save-changes" aria-label={t.rollBackUnfit(to.version)} tabIndex={0}>
            <Refusals errors={reasons} schema={schema} />
          </section>
          {t.rollBackUnfitHint}
        </div>
      ) : (
        <>
          <p>{t.rollBackWhy(versionAfter(from.version, twin.reported?.version ?? 0))}</p>
          {hasEdits && <p>{t.rollBackEdits}</p>}
          <div className="save-changes">
            <ChangeList schema={schema} changes={changes} hidden={from.secrets} />
          </div>
        </>
      )}
    </Confirm>
  );
}

/** Faults of a version by the present schema and secrets. Faults of secrets are left to the platform, which knows their values. */
function useUnfit({ state }: Revision, { schema, desired: { secrets } }: Twin): FailureDetail[] {
  const language = useLanguage();
  return useMemo(() => {
    const unknown = secretPaths(schema);
    return configIssuesHere(schema, state, language, secrets).filter(({ path }) => !unknown.includes(path));
  }, [schema, state, language, secrets]);
}
