import { CheckCircleFilled, CloseCircleFilled, QuestionCircleFilled } from '@ant-design/icons';
import { MAX_SYNCS } from '@contract/config';
import type { JsonObject } from '@contract/merge-patch';
import { Link } from '@umijs/max';
import { Button, Progress } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { DataTable } from '@/components/DataTable';
import { Refusals } from '@/components/Refusals';
import { Segments } from '@/components/Segments';
import { configManyTexts } from '@/locales/config-many';
import { useTexts } from '@/locales/texts';
import type { Standing } from '@/utils/config-standing';
import type { Applying, Outcome } from './useApplying';
import { type SyncAnswer, useSyncOfDevices } from './useSyncOfDevices';

const PAGE_SIZE = 10;

/** May the device be retried, because it failed or its outcome is unknown? */
const isOpen = ({ version }: Outcome) => version === undefined;

/** States that need attention: the device did not accept the saved values as they are, cannot, or it is unknown. */
const AMISS: ReadonlySet<Standing | undefined> = new Set(['rejected', 'partial', 'drifted', 'unread', 'deaf', 'ahead', 'beyond']);

type Shown = 'all' | 'open' | 'amiss';

interface OutcomesProps {
  appKey: string;
  applying: Applying;
  /** The project's schema in one language, for the names of refused values. */
  schema: JsonObject;
}

/** The progress, the outcome of each device, and the devices' own answers. */
export function Outcomes({ appKey, applying: { total, outcomes, left, isRunning, isHeld }, schema }: OutcomesProps) {
  const t = useTexts(configManyTexts);
  const [chosen, setChosen] = useState<Shown>('all');
  const open = outcomes.filter(isOpen);
  const unknown = open.filter(({ isUnknown }) => isUnknown).length;
  const failed = open.length - unknown;
  const saved = outcomes.filter(({ isNew }) => isNew).length;
  const hadIt = outcomes.length - open.length - saved;
  const [page, setPage] = useState(1);
  const inSight = useRef<string[]>([]);
  // Devices are only looked up after the change is complete.
  const told = useMemo(() => (isRunning ? [] : outcomes.filter((outcome) => !isOpen(outcome)).map(({ sn }) => sn)), [outcomes, isRunning]);
  const { answers, looked } = useSyncOfDevices(appKey, told, inSight);
  const amiss = outcomes.filter((outcome) => !isOpen(outcome) && AMISS.has(answers.get(outcome.sn)?.standing));
  const isLooking = looked < told.length;
  const found = { all: outcomes, open, amiss };
  // After a retry there may be none of the chosen kind.
  const shown = found[chosen].length > 0 ? chosen : 'all';
  const list = found[shown];
  const current = Math.min(page, Math.max(1, Math.ceil(list.length / PAGE_SIZE)));
  inSight.current = list.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE).flatMap((outcome) => (isOpen(outcome) ? [] : outcome.sn));

  return (
    <div className="outcomes">
      <Progress
        percent={total ? Math.round((outcomes.length / total) * 100) : 0}
        status={
          isRunning ? 'active' : open.length > 0 ? 'exception' : left.length > 0 || amiss.length > 0 || isLooking ? 'normal' : 'success'
        }
        aria-label={t.outcome}
      />
      <p role="status">
        {total === undefined ? t.finding : isRunning ? t.progress(outcomes.length, total) : (saved > 0 || hadIt === 0) && t.done(saved)}
        {!isRunning && hadIt > 0 && (
          <span>
            {saved > 0 && ' · '}
            {t.doneBefore(hadIt)}
          </span>
        )}
        {isHeld && <strong className="outcome-unknown"> · {t.held}</strong>}
        {!isRunning && failed > 0 && <strong className="outcome-failed"> · {t.failed(failed)}</strong>}
        {!isRunning && unknown > 0 && <strong className="outcome-unknown"> · {t.unknown(unknown)}</strong>}
        {amiss.length > 0 && <strong className="outcome-failed"> · {t.amiss(amiss.length)}</strong>}
        {!isRunning && left.length > 0 && <span> · {t.stopped(left.length)}</span>}
      </p>
      {!isRunning && (
        <p className="muted">
          {t.offlineToo} {isLooking && told.length > MAX_SYNCS && t.looked(looked, told.length)}
        </p>
      )}
      {(open.length > 0 || amiss.length > 0) && (
        <Segments<Shown>
          value={shown}
          onChange={(which) => {
            setChosen(which);
            setPage(1);
          }}
          aria-label={t.outcome}
          options={[
            { value: 'all', label: `${t.all} ${outcomes.length}` },
            ...(open.length > 0 ? [{ value: 'open' as const, label: `${unknown > 0 ? t.onlyOpen : t.onlyFailed} ${open.length}` }] : []),
            ...(amiss.length > 0 ? [{ value: 'amiss' as const, label: `${t.onlyAmiss} ${amiss.length}` }] : []),
          ]}
        />
      )}
      {outcomes.length > 0 && (
        <DataTable<Outcome>
          rowKey="sn"
          size="small"
          dataSource={list}
          pagination={{ current, pageSize: PAGE_SIZE, showSizeChanger: false, hideOnSinglePage: true, onChange: setPage }}
          columns={[
            {
              title: t.sn,
              width: '40%',
              // In a new tab, since leaving this page would lose the outcomes.
              render: (_, { sn }) => (
                <Link className="code" to={`/dashboard/${appKey}/device/${sn}/config`} target="_blank" title={t.openConfig(sn)}>
                  {sn}
                </Link>
              ),
            },
            { title: t.outcome, render: (_, outcome) => <Result of={outcome} answer={answers.get(outcome.sn)} schema={schema} /> },
          ]}
        />
      )}
    </div>
  );
}

function Result({ of: { version, isNew, isUnknown, message }, answer, schema }: { of: Outcome; answer?: SyncAnswer; schema: JsonObject }) {
  const t = useTexts(configManyTexts);
  if (isUnknown) {
    return (
      <span className="outcome-unknown">
        <QuestionCircleFilled aria-hidden /> {t.mayBeSaved(message)}
      </span>
    );
  }
  if (version === undefined) {
    return (
      <span className="outcome-failed">
        <CloseCircleFilled aria-hidden /> {message}
      </span>
    );
  }
  return (
    <span className="outcome-told">
      <span className="outcome-saved">
        <CheckCircleFilled aria-hidden /> {isNew ? t.saved(version) : t.hadIt(version)}
      </span>
      {answer && (
        <span className="outcome-answer" data-answer={answer.standing}>
          {t[answer.standing]}
        </span>
      )}
      {answer && answer.errors.length > 0 && <Refusals errors={answer.errors} schema={schema} />}
    </span>
  );
}

interface FooterProps {
  applying: Applying;
  onStop: () => void;
  onRetry: () => void;
  onGoOn: () => void;
  /** Returns to the patch. */
  onAgain: () => void;
  onClose: () => void;
}

Outcomes.Footer = function OutcomesFooter({
  applying: { outcomes, left, isRunning },
  onStop,
  onRetry,
  onGoOn,
  onAgain,
  onClose,
}: FooterProps) {
  const t = useTexts(configManyTexts);
  const open = outcomes.filter(isOpen).length;
  if (isRunning) return <Button onClick={onStop}>{t.stop}</Button>;
  return (
    <>
      {open > 0 && (
        <>
          <Button onClick={onAgain}>{t.edit}</Button>
          <Button onClick={onRetry}>{t.retry(open)}</Button>
        </>
      )}
      {left.length > 0 && <Button onClick={onGoOn}>{t.goOn(left.length)}</Button>}
      <Button type="primary" onClick={onClose}>
        {t.close}
      </Button>
    </>
  );
};
