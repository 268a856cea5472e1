import type { Twin } from '@contract/config';
import { schemaIn } from '@contract/config-schema';
import type { Device } from '@contract/device';
import type { FailureDetail } from '@contract/errors';
import type { JsonObject } from '@contract/merge-patch';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { lazyDialog, lazyPart } from '@/components/lazy-part';
import { useLeaving } from '@/components/useLeaving';
import { configTexts } from '@/locales/device-config';
import { useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';
import type { Live } from '@/services/live';
import { propertiesOf } from '@/utils/config-fields';
import { markSecrets } from '@/utils/config-secrets';
import { shapeOf } from '@/utils/config-shape';
import { isBehind } from '@/utils/config-standing';
import { useUrlQuery } from '@/utils/useUrlQuery';
import { ConfigHeader } from './ConfigHeader';
import { ConfigNotices } from './ConfigNotices';
import { FormView } from './FormView';
import { goToFirstFault } from './first-fault';
import { GoneNotice } from './GoneNotice';
import { SaveBar } from './SaveBar';
import { SaveVerdict } from './SaveVerdict';
import { useDraft, type View } from './useDraft';
import { ViewSwitch } from './ViewSwitch';

// Loaded only when they are opened.
const JsonView = lazyPart(() => import('./JsonView'));
const SaveDialog = lazyDialog(() => import('./SaveDialog'));
const ConflictDialog = lazyDialog(() => import('./ConflictDialog'));
const HistoryDrawer = lazyDialog(() => import('./HistoryDrawer'));
const SchemaDrawer = lazyDialog(() => import('./SchemaDrawer'));

interface ConfigDeskProps {
  appKey: string;
  device: Device;
  twin: Twin;
  /** Why the device's answer could not be read, if one came. */
  unread?: string;
  live: Live;
  isBrokerAway: boolean;
  /** Set when the device was deleted; shown instead of the page once there are no unsaved edits. */
  missing?: ReactNode;
  /** A call has returned a newer state. */
  onSaved: (twin: Twin) => void;
  /** The state was changed elsewhere and has to be read again. */
  onStale: () => void;
  /** The platform refused the document. @returns the schema it was checked by, read again */
  onRefused: () => Promise<JsonObject>;
}

/** One device's configuration: how it stands, its two views, and what can be done with it. */
export default function ConfigDesk({
  appKey,
  device,
  twin,
  unread,
  live,
  isBrokerAway,
  missing,
  onSaved,
  onStale,
  onRefused,
}: ConfigDeskProps) {
  const t = useTexts(configTexts);
  const language = useLanguage();
  const shape = useMemo(() => shapeOf(schemaIn(twin.schema, language)), [twin.schema, language]);
  const { secrets } = twin.desired;
  const schema = useMemo(() => markSecrets(shape, secrets), [shape, secrets]);
  const draft = useDraft(twin, schema);
  const [view, setView] = useState<View>('form');
  const [open, setOpen] = useState<'save' | 'rebased' | 'conflict'>();
  const url = useUrlQuery();
  const { drawer } = url.query;
  const [leaving] = useLeaving(draft.isTyped, { title: t.leaveTitle, why: t.leaveWhy, leave: t.leave, stay: t.stay });
  const [savedHere, setSavedHere] = useState<number>();
  const verdict = useRef<HTMLElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const close = () => setOpen(undefined);
  // With unsaved edits no history entry is added: the step back from it would be asked about.
  const openDrawer = (which: 'history' | 'schema') => url.change({ drawer: which }, { replace: draft.isTyped });
  const closeDrawer = () => url.close({ drawer: undefined });
  const shared = { appKey, device, twin, schema, draft, isOwn: savedHere === twin.desired.version, onClosed: close };

  function saved(answer: Twin, isLeft: boolean) {
    if (!isLeft) draft.restart(answer.desired);
    rolledBack(answer);
  }

  /** The save button, which would get the focus back, is gone after saving: the verdict is in its place. */
  function saveClosed() {
    close();
    if (draft.faults.length > 0) toFaults();
    else if (!draft.isTyped) verdict.current?.focus({ preventScroll: true });
  }

  /** After "take theirs", focuses the button that brings the edits back: the edited field may be out of sight. */
  function conflictClosed() {
    close();
    if (draft.bringBack) foot.current?.querySelector<HTMLElement>('.save-bar button')?.focus({ preventScroll: true });
  }

  function turnTo(next: View) {
    if (next === 'form') draft.leaveText();
    setView(next);
  }

  /** Faults of values without a field are shown in the JSON view. */
  const toFaults = () => goToFirstFault() || setView('json');

  // The edits on top of the newer version may have faults, which are known only after rendering.
  useEffect(() => {
    if (open !== 'rebased') return;
    if (draft.faults.length === 0) return setOpen('save');
    close();
    toFaults();
  });

  async function refused(details: FailureDetail[]) {
    draft.refuse(details, await onRefused());
  }

  function rolledBack(answer: Twin) {
    setSavedHere(answer.desired.version);
    onSaved(answer);
  }

  /** Somebody else saved first: nothing was saved here, and the edits stay. */
  function outrun(theirs: Twin) {
    onSaved(theirs);
    setOpen('conflict');
  }

  if (missing && !draft.isTyped) return missing;
  return (
    <div className="config-page" data-changed={draft.isTyped}>
      {missing ? (
        <GoneNotice appKey={appKey} device={device} />
      ) : (
        <>
          <ConfigHeader
            device={device}
            twin={twin}
            unread={unread}
            live={live}
            isBrokerAway={isBrokerAway}
            onHistory={() => openDrawer('history')}
            onSchema={() => openDrawer('schema')}
            appKey={appKey}
            hasDefaults={Object.keys(draft.saved).length > 0}
            hasFields={propertiesOf(schema).length > 0}
          />
          <ConfigNotices {...shared} onCompare={() => setOpen('conflict')} onJson={view === 'form' ? () => setView('json') : undefined} />
        </>
      )}
      <ViewSwitch view={view} draft={draft} isBehind={isBehind(twin)} onView={turnTo} />
      {view === 'form' ? (
        <FormView twin={twin} draft={draft} onJson={() => setView('json')} />
      ) : (
        <Suspense fallback={<i className="bone config-json-bone" />}>
          <JsonView schema={schema} twin={twin} draft={draft} />
        </Suspense>
      )}
      <div className="config-foot" ref={foot}>
        {savedHere === twin.desired.version && (
          <SaveVerdict
            key={savedHere}
            ref={verdict}
            device={device}
            twin={twin}
            unread={unread}
            schema={schema}
            onClosed={() => setSavedHere(undefined)}
          />
        )}
        <SaveBar
          draft={draft}
          twin={twin}
          isGone={missing !== undefined}
          onSave={() => setOpen(draft.isOutrun ? 'conflict' : 'save')}
          onFaults={toFaults}
        />
      </div>
      {!missing && (
        <Suspense>
          {open === 'save' && (
            <SaveDialog {...shared} onSaved={saved} onOutrun={outrun} onRefused={refused} onGone={onStale} onClosed={saveClosed} />
          )}
          {open === 'conflict' && <ConflictDialog {...shared} onRebased={() => setOpen('rebased')} onClosed={conflictClosed} />}
          {drawer === 'history' && !open && twin.desired.version > 0 && (
            <HistoryDrawer {...shared} onSaved={rolledBack} onOutrun={onSaved} onClosed={closeDrawer} />
          )}
          {drawer === 'schema' && !open && <SchemaDrawer {...shared} onSaved={onStale} onClosed={closeDrawer} />}
        </Suspense>
      )}
      {leaving}
    </div>
  );
}
