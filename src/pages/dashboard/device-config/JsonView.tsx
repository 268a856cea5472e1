import type { Twin } from '@contract/config';
import { valueAt } from '@contract/config-document';
import type { JsonObject, Json as JsonValue } from '@contract/merge-patch';
import { useMemo } from 'react';
import { ConfigName } from '@/components/ChangeList';
import { ConfigValue } from '@/components/ConfigValue';
import { Json } from '@/components/Json';
import { JsonField } from '@/components/JsonField';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import { fieldAt } from '@/utils/config-fields';
import { isBehind } from '@/utils/config-standing';
import { asTyped } from '@/utils/json-text';
import { refusedBy } from './refused-by';
import type { Draft } from './useDraft';
import './json-view.css';

const NONE: string[] = [];

/** The same document as text, with what the device has instead beside it. */
export default function JsonView({ schema, twin, draft }: { schema: JsonObject; twin: Twin; draft: Draft }) {
  const t = useTexts(configTexts);
  const { secrets } = draft.base;
  const { document, isBroken } = draft;
  // While the text is no JSON, the document is the one before.
  const voided = isBroken ? NONE : draft.voided;
  const warnings = useMemo(
    () => [...refusedBy(twin, document), ...voided.map((path) => ({ path, message: t.voided }))],
    [twin, document, voided, t],
  );
  return (
    <div className="config-json-view">
      <section className="config-panel" aria-label={t.jsonLabel}>
        {/* A new editor per version: undo must not bring back text of another one. */}
        <JsonField
          key={draft.base.version}
          label={t.jsonLabel}
          value={draft.text}
          faults={draft.faults}
          warnings={warnings}
          onChange={draft.writeText}
        />
        {voided.length > 0 && (
          <p className="config-json-note" role="status">
            {t.voidedNote(voided.join(', '))}
          </p>
        )}
        {secrets.length > 0 && <p className="muted config-json-note">{t.secretsHidden(secrets.join(', '))}</p>}
      </section>
      {twin.reported && (
        <section className="config-panel config-apart" aria-label={t.comparison}>
          <h2>{t.comparison}</h2>
          {draft.differences === undefined ? (
            <p className="muted">{t.notComparable}</p>
          ) : draft.differences.length === 0 ? (
            <p className="muted">{isBehind(twin) ? t.noValueDiffers : t.noDifferences}</p>
          ) : (
            <ul>
              {draft.differences.map((path) => {
                const field = fieldAt(schema, path).schema;
                return (
                  <li key={path}>
                    <ConfigName schema={schema} path={path} />
                    <dl>
                      <dt>{t.desired}</dt>
                      <dd>
                        <ConfigValue schema={field} value={asTyped(valueAt(draft.toBe, path) as JsonValue, draft.typed, path)} />
                      </dd>
                      <dt>{t.reported}</dt>
                      <dd className="differs">
                        <span aria-hidden="true">≠</span> <ConfigValue schema={field} value={valueAt(twin.reported?.state ?? {}, path)} />
                      </dd>
                    </dl>
                  </li>
                );
              })}
            </ul>
          )}
          {/* The comparison leaves out what only the device has. */}
          <details className="folds config-all-reported">
            <summary>{t.allReported}</summary>
            <Json value={twin.reported.state} />
          </details>
        </section>
      )}
    </div>
  );
}
