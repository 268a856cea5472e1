import type { FailureDetail } from '@contract/errors';
import { type RefObject, Suspense, useId, useMemo, useRef } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { jsonTexts } from '@/locales/json';
import { useTexts } from '@/locales/texts';
import type { JsonEditorHandle } from './JsonEditor';
import './json-field.css';

const JsonEditor = lazyPart(() => import('./JsonEditor'));

interface JsonFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Faults by path: keys joined by `separator`. */
  faults: FailureDetail[];
  separator?: '.' | '/';
  /** Objections from elsewhere: marked in the text, but not counted as faults. */
  warnings?: FailureDetail[];
  /** For moving the cursor from outside. */
  handle?: RefObject<JsonEditorHandle | null>;
}

const NONE: FailureDetail[] = [];

/** The JSON editor, with a list of faults below that lead to their places. */
export function JsonField({ label, value, onChange, faults, separator = '.', warnings = NONE, handle }: JsonFieldProps) {
  const t = useTexts(jsonTexts);
  const id = useId();
  const own = useRef<JsonEditorHandle>(null);
  const editor = handle ?? own;
  const marks = useMemo(
    () =>
      [...faults, ...warnings].map(({ path, message }, n) => ({
        path: path === '' ? [] : path.split(separator),
        message,
        isWarning: n >= faults.length,
      })),
    [faults, warnings, separator],
  );

  return (
    <div className="json-field">
      <Suspense fallback={<i className="bone json-field-bone" />}>
        <JsonEditor label={label} describedBy={id} value={value} marks={marks} handle={editor} onChange={onChange} />
      </Suspense>
      <p id={id} className="json-field-hint muted">
        {t.leaveHint}
      </p>
      <div role="status" aria-live="polite">
        {faults.length === 0 ? (
          <p className="json-field-valid">✓ {t.valid}</p>
        ) : (
          <ul className="json-field-faults">
            {faults.map(({ path, message }, n) => (
              <li key={`${path} ${message}`}>
                <button type="button" onClick={() => editor.current?.goTo(marks[n]?.path ?? [])}>
                  {path && <span className="code">{path}</span>} {message}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
