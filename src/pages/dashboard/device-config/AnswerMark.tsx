import { CheckOutlined, CloseOutlined, ExclamationOutlined } from '@ant-design/icons';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import type { Answer } from './useAnswersOfVersions';
import './answer.css';

const icons = { ok: <CheckOutlined aria-hidden />, partial: <ExclamationOutlined aria-hidden />, rejected: <CloseOutlined aria-hidden /> };

/** Whether the device took a version. */
export function AnswerMark({ answer: { result } }: { answer: Answer }) {
  const t = useTexts(configTexts);
  return (
    <span className="answer-mark" data-result={result}>
      {icons[result]} {t[`${result}Mark`]}
    </span>
  );
}
