import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { Contours } from '@/components/Contours';
import { DropArea } from '@/components/DropArea';
import { fileProblems, importTexts } from '@/locales/import';
import { useTexts } from '@/locales/texts';
import { save } from '@/utils/save';
import type { FileProblem } from './csv';
import type { Import, Stage } from './useImport';

interface ChooseFileProps {
  stage: Extract<Stage, { at: 'choose' | 'reading' }>;
  work: Import;
}

export function ChooseFile({ stage, work }: ChooseFileProps) {
  const t = useTexts(importTexts);
  const isReading = stage.at === 'reading';

  return (
    <>
      {stage.at === 'choose' && stage.problem && <Problem of={stage.problem} file={stage.file} />}
      <DropArea
        label={t.stepChoose}
        accept=".csv,.txt,.tsv,text/csv,text/plain,application/vnd.ms-excel"
        isBusy={isReading}
        onFile={(file) => work.open(file)}
      >
        <Contours scene="packet" width={160} />
        <strong>{isReading ? t.reading(stage.file) : t.drop}</strong>
        <span className="muted">{t.dropHint}</span>
      </DropArea>
      <div className="template">
        <span>{t.templateHint}</span>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={async () => save(await work.sheet().template(), t.templateName)}>
          {t.template}
        </Button>
      </div>
      <table className="column-rules">
        <thead>
          <tr>
            <th scope="col">{t.columnHeading}</th>
            <th scope="col">{t.ruleHeading}</th>
          </tr>
        </thead>
        <tbody>
          {(['sn', 'name', 'remark', 'tags'] as const).map((column) => (
            <tr key={column}>
              <th scope="row">
                <span className="code">{column}</span> {t[column]}
              </th>
              <td>{t[`${column}Rule`]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{t.secretsHint}</p>
    </>
  );
}

function Problem({ of: problem, file }: { of: FileProblem; file?: string }) {
  const t = useTexts(importTexts);
  return (
    <Alert type="error" showIcon role="alert" title={`${t.unreadable}${file ? ` (${file})` : ''}`} description={useProblemText(problem)} />
  );
}

function useProblemText(problem: FileProblem): string {
  const says = useTexts(fileProblems);
  const t = useTexts(importTexts);
  switch (problem.is) {
    case 'noSnColumn':
      return says.noSnColumn(
        problem.found
          .map((cell) => cell.slice(0, 40))
          .slice(0, 8)
          .join(', '),
      );
    case 'columnTwice':
      return says.columnTwice(t[problem.column as 'sn']);
    case 'brokenQuotes':
      return says.brokenQuotes(problem.line);
    default:
      return says[problem.is];
  }
}
