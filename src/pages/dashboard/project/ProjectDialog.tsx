import type { Application } from '@contract/application';
import Confirm from '@/components/Confirm';
import { projectTexts } from '@/locales/project';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { guideSecrets } from '@/services/guide-secrets';
import { useRead } from '@/utils/useRead';
import { ProjectForm } from './ProjectForm';
import { RotateSecret } from './RotateSecret';

/** The dialog that is open. */
export type Dialog = { is: 'create' } | { is: 'edit' | 'secret' | 'remove' | 'disable'; project: Application };

interface ProjectDialogProps {
  dialog: Dialog;
  onSaved: () => void;
  onClosed: () => void;
}

export default function ProjectDialog({ dialog, onSaved, onClosed }: ProjectDialogProps) {
  if (dialog.is === 'create') return <ProjectForm onSaved={onSaved} onClosed={onClosed} />;
  const { project } = dialog;
  if (dialog.is === 'edit') return <ProjectForm project={project} onSaved={onSaved} onClosed={onClosed} />;
  if (dialog.is === 'secret') return <RotateSecret project={project} onSaved={onSaved} onClosed={onClosed} />;
  if (dialog.is === 'disable') return <DisableProject project={project} onSaved={onSaved} onClosed={onClosed} />;
  return <RemoveProject project={project} onSaved={onSaved} onClosed={onClosed} />;
}

interface AskProps {
  project: Application;
  onSaved: () => void;
  onClosed: () => void;
}

function DisableProject({ project: { id, name, onlineCount }, onSaved, onClosed }: AskProps) {
  const t = useTexts(projectTexts);
  async function disable() {
    await api.application.switch({ params: { id }, body: { id, status: 'disabled' } });
    onSaved();
  }
  return (
    <Confirm title={t.disableTitle(name)} confirm={t.disable} cancel={t.cancel} onConfirm={disable} onClosed={onClosed}>
      <ul className="plain-list">
        {onlineCount > 0 && <li>{t.disableOnline(onlineCount)}</li>}
        <li>{t.disableDevices}</li>
        <li>{t.disableCallbacks}</li>
        <li>{t.disableData}</li>
      </ul>
    </Confirm>
  );
}

function RemoveProject({ project: { id, appKey, name, deviceCount }, onSaved, onClosed }: AskProps) {
  const t = useTexts(projectTexts);
  const { data: records } = useRead(() => api.webhook.records({ params: { appKey }, query: { pageSize: 1 } }));
  async function remove() {
    await api.application.remove({ params: { id } });
    guideSecrets.delete(appKey);
    onSaved();
  }
  return (
    <Confirm
      danger
      title={t.removeTitle(name)}
      confirm={t.removeSubmit}
      cancel={t.cancel}
      typed={{ text: name, label: t.removeType(name) }}
      onConfirm={remove}
      onClosed={onClosed}
    >
      {t.removeWhy(deviceCount, records)}
    </Confirm>
  );
}
