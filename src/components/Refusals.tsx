import type { FailureDetail } from '@contract/errors';
import type { JsonObject } from '@contract/merge-patch';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { ConfigName } from './ChangeList';
import './refusals.css';

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
