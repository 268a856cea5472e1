import { RollbackOutlined } from '@ant-design/icons';
import { MAX_REVISIONS, type Revision, type Twin } from '@contract/config';
import type { Device } from '@contract/device';
import type { JsonObject } from '@contract/merge-patch';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useBesideVirtual } from '@/components/beside-virtual';
import { ChangeList } from '@/components/ChangeList';
import { FailedRead } from '@/components/FailedRead';
import { Refusals } from '@/components/Refusals';
import { RelativeTime } from '@/components/RelativeTime';
import { Segments } from '@/components/Segments';
import { configTexts } from '@/locales/device-config';
import { eventTexts } from '@/locales/event';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { standingOf } from '@/utils/config-standing';
import { changesTold, valuesTold } from '@/utils/json-changes';
import { useBackCloses } from '@/utils/useBackCloses';
import { useRead } from '@/utils/useRead';
import { AnswerMark } from './AnswerMark';
import { RollBackConfirm } from './RollBackConfirm';
import { type Answer, useAnswersOfVersions } from './useAnswersOfVersions';
import type { Draft } from './useDraft';
import './history.css';

interface HistoryDrawerProps {
  appKey: string;
  device: Device;
  twin: Twin;
  schema: JsonObject;
  draft: Draft;
  onSaved: (twin: Twin) => void;
  /** Somebody else has saved a newer version meanwhile, or another schema. */
  onOutrun: (theirs: Twin) => void;
  onClosed: () => void;
}

type Against = 'previous' | 'current';

/** The versions there have been, what each changed, and the way back to one. */
export default function HistoryDrawer({
  appKey,
  device: { sn, state },
  twin,
  schema,
  draft,
  onSaved,
  onOutrun,
  onClosed,
}: HistoryDrawerProps) {
  const t = useTexts(configTexts);
  const { loading } = useTexts(eventTexts);
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  // Where there are edits on the page, it has no history entry of its own.
  useBackCloses(open, close);
  const [against, setAgainst] = useState<Against>('previous');
  const [back, setBack] = useState<Revision>();
  const { data, error, refresh } = useRead(() => api.config.revisions({ params: { appKey, sn } }), { refreshDeps: [twin.desired.version] });

  const answers = useAnswersOfVersions(appKey, sn, twin.reported);
  const isDrifted = standingOf(twin, state) === 'drifted';
  const besideVirtual = useBesideVirtual(open);

  return (
    <Drawer
      title={<h2>{t.history}</h2>}
      open={open}
      size={640}
      {...besideVirtual}
      onClose={close}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
    >
      {error && !data ? (
        <FailedRead error={error} onRetry={refresh} />
      ) : !data ? (
        <div role="status" aria-label={loading} className="config-bones">
          {[64, 64, 64].map((height, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never move
            <i key={n} className="bone" style={{ height }} />
          ))}
        </div>
      ) : (
        <>
          <Segments<Against>
            aria-label={t.compareWith}
            value={against}
            onChange={setAgainst}
            options={[
              { value: 'previous', label: t.withPrevious },
              { value: 'current', label: t.withCurrent },
            ]}
          />
          <ol className="revisions">
            {data.list.map((revision, n) => (
              <RevisionEntry
                key={revision.version}
                revision={revision}
                answer={answers.get(revision.version)}
                isCurrent={revision.version === twin.desired.version}
                isDrifted={isDrifted && revision.version === twin.desired.version}
                isOpen={n === 0}
                before={data.list[n + 1]}
                from={against === 'previous' ? data.list[n + 1]?.state : revision.state}
                to={against === 'previous' ? revision.state : twin.desired.state}
                isBeforeGone={n === MAX_REVISIONS - 1 && revision.version > 1}
                against={against}
                schema={schema}
                hidden={twin.desired.secrets}
                isSame={changesTold(schema, revision.state, twin.desired.state).length === 0}
                onBack={() => setBack(revision)}
              />
            ))}
          </ol>
        </>
      )}
      {back && (
        <RollBackConfirm
          appKey={appKey}
          sn={sn}
          to={back}
          said={answers.get(back.version)?.result}
          twin={twin}
          schema={schema}
          hasEdits={draft.isTyped}
          onRolledBack={onSaved}
          onOutrun={onOutrun}
          onClosed={() => setBack(undefined)}
        />
      )}
    </Drawer>
  );
}

interface RevisionEntryProps {
  revision: Revision;
  /** The device's answer, if known. */
  answer?: Answer;
  isCurrent: boolean;
  /** The device took it, and reports other values now. */
  isDrifted: boolean;
  /** It has the same values as the present version: there is nothing to restore. */
  isSame: boolean;
  isOpen: boolean;
  /** The version before it is no longer kept. */
  isBeforeGone: boolean;
  against: Against;
  before?: Revision;
  from?: JsonObject;
  to: JsonObject;
  schema: JsonObject;
  /** Paths of the secrets that are set now. Which were set at that time is unknown; those that the version changed may have been. */
  hidden: string[];
  onBack: () => void;
}

function RevisionEntry({
  revision,
  answer,
  isCurrent,
  isDrifted,
  isSame,
  isOpen,
  isBeforeGone,
  against,
  before,
  from,
  to,
  schema,
  hidden,
  onBack,
}: RevisionEntryProps) {
  const t = useTexts(configTexts);
  const { version, updatedAt, updatedBy, note, restored, changedSecrets } = revision;
  const isUnknown = against === 'previous' && isBeforeGone;
  // Version numbers are skipped when a device reported a higher one than the platform's.
  const isOutgrown = !isBeforeGone && version - 1 > (before?.version ?? 0);
  const unseen = [...hidden, ...changedSecrets];
  const changes = isUnknown ? [] : valuesTold(schema, from ?? {}, to, unseen);
  const secrets = against === 'previous' ? changedSecrets : [];
  const count = changes.length + secrets.length;

  return (
    <li data-current={isCurrent}>
      <details className="folds" open={isOpen}>
        <summary>
          <strong className="number">v{version}</strong>
          {isCurrent && <span className="revision-mark">{t.current}</span>}
          {answer && <AnswerMark answer={answer} isDrifted={isDrifted} />}
          {restored !== null && <span className="muted">{t.restoredFrom(restored)}</span>}
          {isOutgrown && <span className="muted">{t.outgrown(version - 1)}</span>}
          <span className="muted">
            {t.by(updatedBy)} · <RelativeTime at={updatedAt} />
          </span>
          <span className="spring" />
          {!isUnknown && !(isCurrent && against === 'current') && (
            <small className="muted number">{against === 'previous' ? t.changes(count) : t.differentCount(count)}</small>
          )}
        </summary>
        {isUnknown ? (
          <p className="muted">{t.beforeUnknown}</p>
        ) : count === 0 ? (
          <p className="muted">{t.noChanges}</p>
        ) : (
          <ChangeList schema={schema} changes={changes} secrets={secrets} hidden={unseen} />
        )}
        {answer && answer.errors.length > 0 && (
          <>
            <h3>{t.answered}</h3>
            <Refusals errors={answer.errors} schema={schema} />
          </>
        )}
      </details>
      {note && <q className="config-note">{note}</q>}
      {!isSame && (
        <Button size="small" icon={<RollbackOutlined aria-hidden />} aria-label={t.rollBackTo(version)} onClick={onBack}>
          {t.rollBack}
        </Button>
      )}
    </li>
  );
}
