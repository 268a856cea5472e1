import { Drawer, Steps } from 'antd';
import { useFocusBack } from '@/components/useFocusBack';
import { useFormDialog } from '@/components/useFormDialog';
import { beforeLeaving, useLeaving } from '@/components/useLeaving';
import { importTexts } from '@/locales/import';
import { useTexts } from '@/locales/texts';
import { CheckRows } from './CheckRows';
import { ChooseFile } from './ChooseFile';
import './import.css';
import { Outcome } from './Outcome';
import { Uploading } from './Uploading';
import { useImport } from './useImport';

interface ImportDrawerProps {
  appKey: string;
  /** Devices were created. */
  onImported: () => void;
  onClosed: () => void;
}

const STEP = { choose: 0, reading: 0, check: 1, import: 2, done: 2 } as const;

/** Imports devices from a file. Asks before closing with unsent rows, a running import or unsaved secrets. */
export default function ImportDrawer({ appKey, onImported, onClosed }: ImportDrawerProps) {
  const t = useTexts(importTexts);
  const work = useImport(appKey);
  const { stage, isSaved } = work;
  const steps = [t.stepChoose, t.stepCheck, t.stepImport];
  const step = STEP[stage.at];
  const isChecked = stage.at === 'check';
  const dialog = useFormDialog(isChecked, false, close);
  const focusable = useFocusBack(dialog.isOpen);

  const isRunning = stage.at === 'import';
  const hasSecrets = stage.at === 'done' && stage.counts.created > 0 && !isSaved;
  const [stopping] = useLeaving(
    isRunning,
    { title: t.importingTitle, why: t.importingWarning, leave: t.stopAndSee, stay: t.keepImporting },
    work.stop,
  );
  const [losing] = useLeaving(hasSecrets, { title: t.closeTitle, why: t.closeWarning, leave: t.closeAnyway, stay: t.stay }, (leave) => {
    work.forgoSecrets();
    leave();
  });

  function close() {
    beforeLeaving(dialog.close);
  }

  return (
    <Drawer
      title={<h2>{t.title}</h2>}
      open={dialog.isOpen}
      focusable={focusable}
      size={960}
      mask={{ closable: !isChecked && !isRunning && !hasSecrets }}
      onClose={close}
      afterOpenChange={(isOpen) => {
        if (isOpen) return;
        if (stage.at === 'done') onImported();
        onClosed();
      }}
    >
      {/* Keeps the focus, because each step removes its own buttons. */}
      <section className="import" aria-label={`${t.title}: ${steps[step]}`} data-keeps-focus>
        <Steps size="small" responsive={false} aria-label={t.steps} current={step} items={steps.map((title) => ({ title }))} />
        {(stage.at === 'choose' || stage.at === 'reading') && <ChooseFile stage={stage} work={work} />}
        {isChecked && <CheckRows stage={stage} work={work} />}
        {stage.at === 'import' && <Uploading stage={stage} work={work} />}
        {stage.at === 'done' && <Outcome stage={stage} work={work} onClose={close} />}
      </section>
      {dialog.question}
      {stopping}
      {losing}
    </Drawer>
  );
}
