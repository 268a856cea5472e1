import { CheckOutlined, DownloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Contours } from '@/components/Contours';
import { importTexts } from '@/locales/import';
import { language } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { save } from '@/utils/save';
import { RowTable } from './RowTable';
import type { Import, Stage } from './useImport';

interface OutcomeProps {
  stage: Extract<Stage, { at: 'done' }>;
  work: Import;
  onClose: () => void;
}

/** The result of an import: the secrets first, because they are only available here. */
export function Outcome({ stage, work, onClose }: OutcomeProps) {
  const t = useTexts(importTexts);
  const { counts, stopped, refusal, unanswered, tookMs } = stage;
  const { isSaved, saveSecrets } = work;
  const created = counts.created + counts.secretLost;
  const failed = counts.total - created;
  const unsent = counts.good - unanswered;
  const title =
    created === 0 ? t.doneNone : stopped || refusal ? t.stopped(created) : failed > 0 ? t.doneSome(created, failed) : t.doneAll(created);

  return (
    <>
      <div className="import-outcome" role="status">
        {created > 0 && !refusal && <Contours scene="done" width={160} />}
        <h2>{title}</h2>
        <p className="muted">{t.took(t.seconds(Math.max(1, Math.round(tookMs / 1000))))}</p>
      </div>
      {refusal && <Alert type="error" showIcon title={t.refusal} description={refusal} />}
      {unanswered > 0 && <Alert type="warning" showIcon title={t.unknown(unanswered)} />}
      {unsent > 0 && <Alert type="info" showIcon title={t.unsent(unsent)} />}
      {counts.secretLost > 0 && <Reissue count={counts.secretLost} work={work} />}
      {counts.created > 0 && (
        <section className="secrets" data-saved={isSaved}>
          <div>
            <strong>{t.secretsTitle}</strong>
            <p>{t.secretsWarning}</p>
          </div>
          <Button type="primary" icon={isSaved ? <CheckOutlined aria-hidden /> : <DownloadOutlined aria-hidden />} onClick={saveSecrets}>
            {isSaved ? t.secretsKept : t.downloadSecrets}
          </Button>
        </section>
      )}
      {failed > 0 && (
        <section className="failed-rows">
          <header>
            <h3>{t.whyFailed}</h3>
            <Button onClick={async () => save(await work.sheet().failedFile(language()), t.failedName)}>{t.downloadFailed}</Button>
          </header>
          {counts.bad + counts.refused > 0 && (
            <RowTable sheet={work.sheet} only="bad" total={counts.bad + counts.refused} label={t.whyFailed} />
          )}
        </section>
      )}
      <div className="import-actions">
        <span className="spring" />
        <Button onClick={onClose}>{t.close}</Button>
        {counts.good > 0 && (
          <Button type="primary" onClick={() => work.resume(stage)}>
            {t.resume(counts.good)}
          </Button>
        )}
      </div>
    </>
  );
}

function Reissue({ count, work }: { count: number; work: Import }) {
  const t = useTexts(importTexts);
  const [isBusy, setBusy] = useState(false);

  async function reissue() {
    setBusy(true);
    await work.reissue().finally(() => setBusy(false));
  }

  return (
    <Alert
      type="warning"
      showIcon
      title={t.secretLostHint(count)}
      action={
        <Button loading={isBusy} onClick={reissue}>
          {t.reissue(count)}
        </Button>
      }
    />
  );
}
