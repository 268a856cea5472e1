import { explain } from '@contract/callback-text';
import type { Attempt as Tried } from '@contract/webhook';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { CopyText } from './CopyText';
import './attempt-view.css';

/** One attempt: request on the left, response on the right; after a failure, its meaning and what to do. */
export function AttemptView({ attempt }: { attempt: Tried }) {
  const t = useTexts(webhookTexts);
  const { request, response } = attempt;
  return (
    <div className="attempt-view">
      <AttemptVerdict attempt={attempt} />
      <div className="wire">
        <Message name={t.request} head={[`POST ${request.url}`, ...linesOf(request.headers)]} body={request.body} />
        {response ? (
          <Message
            name={t.response}
            head={[`${response.status}`, ...linesOf(response.headers)]}
            body={response.body}
            note={response.truncated ? t.truncated : ''}
          />
        ) : (
          <section aria-label={t.response}>
            <p className="wire-name">{t.response}</p>
            <p className="muted">{t.noResponse}</p>
            {attempt.errorDetail && <pre>{attempt.errorDetail}</pre>}
          </section>
        )}
      </div>
    </div>
  );
}

/** The result of an attempt, with advice after a failure. */
export function AttemptVerdict({
  attempt: { error, response, durationMs },
}: {
  attempt: Pick<Tried, 'error' | 'response' | 'durationMs'>;
}) {
  const t = useTexts(webhookTexts);
  const language = useLanguage();
  if (error === null) {
    return (
      <p className="verdict" data-kind="good">
        {t.testOk(response?.status ?? 0, durationMs)}
      </p>
    );
  }
  const known = explain(error, response?.status, language);
  return (
    <div className="verdict" data-kind="bad">
      <strong>{known?.meaning ?? t.testFailed}</strong>
      <span className="muted number">
        {response && ` · ${response.status}`} · {t.tookMs(durationMs)}
      </span>
      {known && <p>{known.advice}</p>}
    </div>
  );
}

function Message({ name, head, body, note }: { name: string; head: string[]; body: string; note?: string }) {
  const t = useTexts(webhookTexts);
  const pretty = prettyJson(body);
  return (
    <section aria-label={name}>
      <p className="wire-name">
        {name}
        <CopyText text={[...head, '', body].join('\n')} what={name}>
          {''}
        </CopyText>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard */}
      <pre tabIndex={0}>
        {head.map((line, n) => (
          <span key={line} className={n === 0 ? 'start-line' : 'header-of'}>
            {`${line}\n`}
          </span>
        ))}
        {'\n'}
        {pretty || <span className="muted">{t.emptyBody}</span>}
      </pre>
      {note && <p className="muted">{note}</p>}
    </section>
  );
}

const linesOf = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
