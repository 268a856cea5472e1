import type { BinRequest } from '@contract/bin';
import { binTexts } from '@/locales/bin';
import { useTexts } from '@/locales/texts';
import { CopyText } from '../CopyText';
import './bin.css';

/** A received request: headers, those of the signature first, and body. */
export function RequestView({ request: { headers, body, bytes, truncated } }: { request: BinRequest }) {
  const t = useTexts(binTexts);
  const isOfSignature = ([name]: [string, string]) => name.startsWith('webhook-');
  const lines = Object.entries(headers);
  return (
    <div className="request-view">
      <dl aria-label={t.headers}>
        {[...lines.filter(isOfSignature), ...lines.filter((line) => !isOfSignature(line))].map(([name, value]) => (
          <div key={name} data-signature={isOfSignature([name, value])}>
            <dt className="code">{name}</dt>
            <dd className="code">{value}</dd>
          </div>
        ))}
      </dl>
      {body ? (
        <div className="request-body">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long bodies must be scrollable by keyboard */}
          <pre className="code" tabIndex={0}>
            {pretty(body)}
          </pre>
          <CopyText text={body} what={t.copyBody}>
            {''}
          </CopyText>
        </div>
      ) : (
        <p className="muted">{t.noBody}</p>
      )}
      {truncated && <p className="muted">{t.truncated(bytes)}</p>}
    </div>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
