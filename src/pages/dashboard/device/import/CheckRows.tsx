import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Segments } from '@/components/Segments';
import { importTexts } from '@/locales/import';
import { language } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { save } from '@/utils/save';
import { RowTable } from './RowTable';
import type { Import, Stage } from './useImport';

/** Shows the rows of the file before anything is sent. */
export function CheckRows({ stage, work }: { stage: Extract<Stage, { at: 'check' }>; work: Import }) {
  const t = useTexts(importTexts);
  const { about, counts, file } = stage;
  const [only, setOnly] = useState<'all' | 'bad'>(counts.bad > 0 ? 'bad' : 'all');

  return (
    <>
      <dl className="import-counts">
        <div data-fate="good">
          <dt>{t.good}</dt>
          <dd className="number">{t.number(counts.good)}</dd>
        </div>
        <div data-fate="bad">
          <dt>{t.bad}</dt>
          <dd className="number">{t.number(counts.bad)}</dd>
        </div>
        <div className="about">
          <dt>{file}</dt>
          <dd>{t.recognised(about.encoding, t.delimiter(about.delimiter))}</dd>
        </div>
      </dl>
      {about.ignored.length > 0 && <Alert type="warning" showIcon title={t.ignored(about.ignored.join(', '))} />}
      {counts.good === 0 ? (
        <Alert type="error" showIcon title={t.noneGood} />
      ) : (
        counts.bad > 0 && <Alert type="warning" showIcon title={t.someBad(counts.bad)} />
      )}
      {counts.bad > 0 && (
        <Segments
          aria-label={t.stepCheck}
          value={only}
          onChange={setOnly}
          options={[
            { value: 'bad', label: `${t.onlyBad} ${t.number(counts.bad)}` },
            { value: 'all', label: `${t.all} ${t.number(counts.total)}` },
          ]}
        />
      )}
      <RowTable key={only} sheet={work.sheet} only={only} total={only === 'bad' ? counts.bad : counts.total} label={t.previewLabel} />
      {counts.good > 0 && <p className="muted">{t.existing}</p>}
      <div className="import-actions">
        {counts.bad > 0 && (
          <Button onClick={async () => save(await work.sheet().failedFile(language()), t.failedName)}>{t.downloadBad}</Button>
        )}
        <span className="spring" />
        <Button onClick={work.again}>{t.anotherFile}</Button>
        <Button type="primary" disabled={counts.good === 0} onClick={() => work.start(counts)}>
          {t.start(counts.good)}
        </Button>
      </div>
    </>
  );
}
