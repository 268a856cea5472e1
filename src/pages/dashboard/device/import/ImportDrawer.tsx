import { Drawer, Steps } from 'antd';
import { useEffect, useState } from 'react';
import Confirm from '@/components/Confirm';
import { importTexts } from '@/locales/import';
import { useTexts } from '@/locales/texts';
import { CheckRows } from './CheckRows';
import { ChooseFile } from './ChooseFile';
import './import.css';
import { Outcome } from './Outcome';
import { Uploading } from './Uploading';
import { type Stage, useImport } from './useImport';

interface ImportDrawerProps {
  appKey: string;
  /** Devices were created. */
  onImported: () => void;
  onClosed: () => void;
}

const STEP = { choose: 0, reading: 0, check: 1, import: 2, done: 2 } as const;

/** A file of devices: chosen, checked, imported. It asks before it closes on a running import or on secrets nobody has saved. */
export default function ImportDrawer({ appKey, onImported, onClosed }: ImportDrawerProps) {
  const t = useTexts(importTexts);
  const [open, setOpen] = useState(true);
  // A question is about the stage it was asked in, and ends with it.
  const [askedAt, setAskedAt] = useState<Stage['at']>();
  const work = useImport(appKey);
  const { stage, isSaved } = work;
  const isAsking = askedAt === stage.at;

  const isRunning = stage.at === 'import';
  const hasSecrets = stage.at === 'done' && stage.counts.created > 0 && !isSaved;
  const wouldLose = isRunning || hasSecrets;
  useBeforeUnload(wouldLose);

  function close() {
    if (wouldLose) return setAskedAt(stage.at);
    setOpen(false);
  }

  function discard() {
    work.forgoSecrets();
    setOpen(false);
  }

  return (
    <Drawer
      title={t.title}
      open={open}
      size={760}
      mask={{ closable: !wouldLose }}
      onClose={close}
      afterOpenChange={(isOpen) => {
        if (isOpen) return;
        if (stage.at === 'done') onImported();
        onClosed();
      }}
    >
      <div className="import">
        <Steps
          size="small"
          responsive={false}
          aria-label={t.steps}
          current={STEP[stage.at]}
          items={[{ title: t.stepChoose }, { title: t.stepCheck }, { title: t.stepImport }]}
        />
        {(stage.at === 'choose' || stage.at === 'reading') && <ChooseFile stage={stage} work={work} />}
        {stage.at === 'check' && <CheckRows stage={stage} work={work} />}
        {stage.at === 'import' && <Uploading stage={stage} work={work} />}
        {stage.at === 'done' && <Outcome stage={stage} work={work} onClose={close} />}
      </div>
      {isAsking && isRunning && (
        <Confirm
          title={t.importingTitle}
          confirm={t.stopAndSee}
          cancel={t.keepImporting}
          onConfirm={work.stop}
          onClosed={() => setAskedAt(undefined)}
        >
          {t.importingWarning}
        </Confirm>
      )}
      {isAsking && hasSecrets && (
        <Confirm
          danger
          title={t.closeTitle}
          confirm={t.closeAnyway}
          cancel={t.stay}
          onConfirm={discard}
          onClosed={() => setAskedAt(undefined)}
        >
          {t.closeWarning}
        </Confirm>
      )}
    </Drawer>
  );
}

function useBeforeUnload(isAsked: boolean) {
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAsked]);
}
