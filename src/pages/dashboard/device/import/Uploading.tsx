import { Alert, Button, Progress } from 'antd';
import { importTexts } from '@/locales/import';
import { useTexts } from '@/locales/texts';
import type { Import, Stage } from './useImport';

export function Uploading({ stage, work }: { stage: Extract<Stage, { at: 'import' }>; work: Import }) {
  const t = useTexts(importTexts);
  const { counts, paused, rowsPerSecond, stopping } = stage;
  const all = counts.total - counts.bad;
  const done = all - counts.good;
  const secondsLeft = rowsPerSecond > 0 ? Math.ceil(counts.good / rowsPerSecond) : 0;
  const time = secondsLeft < 90 ? t.seconds(secondsLeft) : t.minutes(Math.round(secondsLeft / 60));

  return (
    <>
      <div className="uploading">
        <h2>{stopping ? t.stopping : paused ? t.paused(paused.why) : t.importing}</h2>
        <Progress aria-label={t.importing} percent={Math.floor((done / Math.max(1, all)) * 100)} status={paused ? 'exception' : 'active'} />
        <p className="number">
          {t.progress(done, all)}
          {rowsPerSecond > 0 && !paused && (
            <span className="muted">
              {' '}
              · {t.rate(rowsPerSecond)} · {t.left(time)}
            </span>
          )}
        </p>
      </div>
      <dl className="import-counts">
        <div data-fate="good">
          <dt>{t.created}</dt>
          <dd className="number">{t.number(counts.created + counts.secretLost)}</dd>
        </div>
        <div data-fate="bad">
          <dt>{t.refused}</dt>
          <dd className="number">{t.number(counts.refused)}</dd>
        </div>
      </dl>
      {paused && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={paused.why === 'unanswered' ? t.pausedHint(paused.rows) : t.signedOutHint}
          action={
            <Button type="primary" onClick={work.goOn}>
              {t.goOn}
            </Button>
          }
        />
      )}
      <div className="import-actions">
        <Button danger disabled={stopping} onClick={work.stop}>
          {t.stop}
        </Button>
      </div>
    </>
  );
}
