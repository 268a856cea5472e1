import { CheckOutlined, CloseOutlined, ExclamationOutlined } from '@ant-design/icons';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import type { Answer } from './useAnswersOfVersions';
import './answer.css';

const icons = {
  ok: <CheckOutlined aria-hidden />,
  drifted: <ExclamationOutlined aria-hidden />,
  partial: <ExclamationOutlined aria-hidden />,
  rejected: <CloseOutlined aria-hidden />,
};

interface AnswerMarkProps {
  answer: Answer;
  /** The device took the version, and reports other values now. */
  isDrifted: boolean;
}

/** Whether the device took a version. */
export function AnswerMark({ answer, isDrifted }: AnswerMarkProps) {
  const t = useTexts(configTexts);
  const result = isDrifted ? 'drifted' : answer.result;
  return (
    <span className="answer-mark" data-result={result}>
      {icons[result]} {t[`${result}Mark`]}
    </span>
  );
}
