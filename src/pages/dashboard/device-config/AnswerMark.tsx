import { CheckOutlined, CloseOutlined, ExclamationOutlined } from '@ant-design/icons';
import type { FailureDetail } from '@contract/errors';
import type { JsonObject } from '@contract/merge-patch';
import { ConfigName } from '@/components/ChangeList';
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

interface Refusal extends FailureDetail {
  /** The device's own error code. */
  code?: string;
}

/** Why the device, or the platform, refused values of a version. */
export function Refusals({ errors, schema }: { errors: Refusal[]; schema: JsonObject }) {
  const t = useTexts(configTexts);
  return (
    <ul className="refusals">
      {errors.map(({ path, code, message }) => (
        <li key={`${path} ${code} ${message}`}>
          {path ? <ConfigName schema={schema} path={path} /> : <strong>{t.wholeConfig}</strong>}
          <span>
            {message || code} {message && code && <small className="code muted">{code}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}
