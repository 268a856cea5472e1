import { type ConfigSchema, MAX_SCHEMA_BYTES, type Twin } from '@contract/config';
import { bytesOf } from '@contract/config-document';
import { defaultIssues, schemaIssues } from '@contract/config-schema';
import { useDebounce } from 'ahooks';
import { Alert, Button, Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { useBesideVirtual } from '@/components/beside-virtual';
import { CodeWords } from '@/components/CodeWords';
import Confirm from '@/components/Confirm';
import { FailedRead } from '@/components/FailedRead';
import { Json } from '@/components/Json';
import { JsonField } from '@/components/JsonField';
import { RelativeTime } from '@/components/RelativeTime';
import { useFormDialog } from '@/components/useFormDialog';
import { configTexts } from '@/locales/device-config';
import { eventTexts } from '@/locales/event';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { configIssuesHere, mayTakeForever } from '@/utils/config-issues';
import { objectOf, textOf } from '@/utils/json-text';
import { toast } from '@/utils/toast';
import { TO_SAVE } from '@/utils/useNewest';
import { useRead } from '@/utils/useRead';
import { useLongWait } from '@/utils/useSending';
import './schema-drawer.css';

interface SchemaDrawerProps {
  appKey: string;
  twin: Twin;
  /** The schema of the project is another one. */
  onSaved: () => void;
  onClosed: () => void;
}

/** What the configurations of this project have to meet, for the developer to say. */
export default function SchemaDrawer({ appKey, twin, onSaved, onClosed }: SchemaDrawerProps) {
  const t = useTexts(configTexts);
  const { loading } = useTexts(eventTexts);
  const [typed, setTyped] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { data, error, refresh, mutate } = useRead(() => api.config.readSchema({ params: { appKey } }), { refreshOnWindowFocus: false });
  const isTyped = typed !== undefined && data !== undefined && typed !== textOf(data.schema);
  const dialog = useFormDialog(isTyped, isSaving);
  useLongWait(isSaving, 'stillWaiting');

  function took(answer: ConfigSchema, said: string) {
    mutate(answer);
    setTyped(undefined);
    toast.success(said);
    onSaved();
  }

  async function reset() {
    took(await api.config.resetSchema({ params: { appKey } }), t.schemaReset);
  }

  const besideVirtual = useBesideVirtual(dialog.isOpen);

  return (
    <Drawer
      title={<h2>{t.schema}</h2>}
      open={dialog.isOpen}
      size={760}
      {...besideVirtual}
      className="schema-drawer"
      mask={{ closable: !isTyped }}
      onClose={dialog.cancel}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
      extra={data?.custom && <Button onClick={() => setAsked(true)}>{t.resetSchema}</Button>}
    >
      {error && !data ? (
        <FailedRead error={error} onRetry={refresh} />
      ) : !data ? (
        <i className="bone schema-bone" role="status" aria-label={loading} />
      ) : (
        <>
          <p className="schema-about">
            <span className="revision-mark">{data.custom ? t.schemaOwn : t.schemaDefault}</span>
            {data.updatedAt && (
              <span className="muted">
                {t.schemaSince} <RelativeTime at={data.updatedAt} />
              </span>
            )}
          </p>
          <p className="muted">
            <CodeWords text={t.schemaWhy} />
          </p>
          <SchemaForm
            appKey={appKey}
            twin={twin}
            base={data}
            text={typed ?? textOf(data.schema)}
            isTyped={isTyped}
            isSaving={isSaving}
            onTyped={setTyped}
            onSaving={setSaving}
            onSaved={took}
          />
        </>
      )}
      {isAsked && (
        <Confirm
          title={t.resetSchemaTitle}
          confirm={t.resetSchema}
          cancel={t.cancel}
          danger
          onConfirm={reset}
          onClosed={() => setAsked(false)}
        >
          {t.resetSchemaWhy}
        </Confirm>
      )}
      {dialog.question}
    </Drawer>
  );
}

interface SchemaFormProps {
  appKey: string;
  twin: Twin;
  /** What was there when it was begun. */
  base: ConfigSchema;
  text: string;
  isTyped: boolean;
  isSaving: boolean;
  onTyped: (text: string) => void;
  onSaving: (isSaving: boolean) => void;
  onSaved: (answer: ConfigSchema, said: string) => void;
}

function SchemaForm({ appKey, twin: { desired }, base, text, isTyped, isSaving, onTyped, onSaving, onSaved }: SchemaFormProps) {
  const t = useTexts(configTexts);
  const language = useLanguage();
  const [theirs, setTheirs] = useState<ConfigSchema>();
  const { document, fault } = useMemo(() => objectOf(text, '/'), [text]);
  const faults = useMemo(() => {
    if (!document) return [fault];
    const tooLarge = bytesOf(document) > MAX_SCHEMA_BYTES ? [{ path: '', message: t.schemaTooLarge(MAX_SCHEMA_BYTES / 1024) }] : [];
    const wrong = [...tooLarge, ...schemaIssues(document, language)];
    return wrong.length > 0 ? wrong : defaultIssues(document, language, configIssuesHere);
  }, [document, fault, language, t]);
  const asked = useDebounce(document && isTyped && faults.length === 0 ? JSON.stringify(document) : '', { wait: 600 });
  const unfit =
    document && faults.length === 0 && desired.version > 0 ? configIssuesHere(document, desired.state, language, desired.secrets) : [];

  const { data: others } = useRead(askOthers, { refreshDeps: [asked] });

  async function askOthers() {
    if (asked === '') return undefined;
    return api.config.checkSchema({ params: { appKey }, body: { schema: JSON.parse(asked) } }, { skipErrorHandler: true });
  }

  async function save() {
    const newest = await api.config.readSchema({ params: { appKey } }, TO_SAVE);
    if (textOf(newest.schema) === textOf(base.schema)) await put();
    else setTheirs(newest);
  }

  async function put() {
    if (document) onSaved(await api.config.changeSchema({ params: { appKey }, body: { schema: document } }), t.schemaSaved);
  }

  async function sending(send: () => Promise<void>) {
    onSaving(true);
    await send().finally(() => onSaving(false));
  }

  return (
    <>
      <JsonField label={t.schema} value={text} faults={faults} separator="/" onChange={onTyped} />
      {document && faults.length === 0 && mayTakeForever(document) && <Alert type="info" showIcon title={t.slowPattern} />}
      {(unfit.length > 0 || (others && others.unfit > 0)) && (
        <Alert
          type="warning"
          showIcon
          title={others && others.unfit > 0 ? t.unfitDevices(others.unfit, others.checked, others.more) : t.unfitHere(unfit.length)}
          description={
            <>
              <p>{t.unfitWhy}</p>
              {others && others.sns.length > 0 && (
                <p>
                  <span className="code">{others.sns.join(', ')}</span>
                  {others.unfit > others.sns.length && t.unfitMore(others.unfit - others.sns.length)}
                </p>
              )}
              {unfit.length > 0 && (
                <ul className="plain-list" aria-label={t.unfitHere(unfit.length)}>
                  {unfit.map(({ path, message }) => (
                    <li key={`${path} ${message}`}>
                      <span className="code">{path}</span> {message}
                    </li>
                  ))}
                </ul>
              )}
            </>
          }
        />
      )}
      <div className="schema-save">
        <Button type="primary" loading={isSaving} disabled={!isTyped || faults.length > 0} onClick={() => sending(save)}>
          {t.saveSchema}
        </Button>
      </div>
      {theirs && (
        <Confirm
          title={t.schemaOutrun}
          confirm={t.replaceSchema}
          cancel={t.cancel}
          onConfirm={() => sending(put)}
          onClosed={() => setTheirs(undefined)}
        >
          <p>{t.schemaOutrunWhy}</p>
          <Json value={theirs.schema} />
        </Confirm>
      )}
    </>
  );
}
