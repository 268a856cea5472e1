import { type Application, ApplicationDraft, CATEGORY_ID } from '@contract/application';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useFormDialog } from '@/components/useFormDialog';
import { projectTexts } from '@/locales/project';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { follows } from '@/utils/rules';
import { TO_SAVE, useNewest } from '@/utils/useNewest';
import { useSending } from '@/utils/useSending';
import { useShownOnce } from '@/utils/useShownOnce';
import { useSubmit } from '@/utils/useSubmit';
import { ProjectSecret } from './ProjectSecret';

type Values = Pick<ApplicationDraft, 'name' | 'description'>;

interface ProjectFormProps {
  /** The project to edit; without one, the form creates. */
  project?: Application;
  onSaved: () => void;
  onClosed: () => void;
}

const { name, description } = ApplicationDraft.shape;
const asIs = (text: string) => text;

/** After creating, the project's secret is shown instead of the form. */
export function ProjectForm({ project, onSaved, onClosed }: ProjectFormProps) {
  const t = useTexts(projectTexts);
  const [form] = Form.useForm<Values>();
  const [created, setCreated] = useState<Application & { appSecret: string }>();
  const overNewest = useNewest<Values>(form, { name: asIs, description: asIs }, project);
  const { props, submitting, isTyped } = useSubmit(form, (typed: Values) => (project ? change(project, typed) : create(typed)), {
    nameTaken: 'name',
  });
  const sending = useSending(submitting);
  const showOnce = useShownOnce();
  const dialog = useFormDialog(isTyped, submitting);

  async function create(values: Values) {
    const project = await api.application.create({ body: { ...values, categoryId: CATEGORY_ID } });
    showOnce(project.name, () => setCreated(project));
    onSaved();
  }

  async function change({ id }: Application, typed: Values) {
    const params = { id };
    const values = overNewest(typed, await api.application.read({ params }, TO_SAVE));
    if (!values) return false;
    await api.application.update({ params, body: { ...values, categoryId: CATEGORY_ID } });
    dialog.close();
    onSaved();
  }

  if (created) {
    return <ProjectSecret title={t.createdTitle(created.name)} appKey={created.appKey} appSecret={created.appSecret} onClosed={onClosed} />;
  }
  return (
    <Modal
      title={project ? t.editTitle : t.create}
      open={dialog.isOpen}
      width={480}
      okText={project ? t.save : t.submitCreate}
      cancelText={t.cancel}
      {...sending}
      onOk={form.submit}
      onCancel={dialog.cancel}
      afterClose={onClosed}
    >
      <Form {...props} name="project" layout="vertical" requiredMark={false} initialValues={project}>
        <Form.Item name="name" label={t.name} rules={[follows(name)]}>
          <Input placeholder={t.namePlaceholder} onPressEnter={form.submit} />
        </Form.Item>
        <Form.Item name="description" label={t.description} rules={[follows(description)]}>
          <Input.TextArea rows={3} showCount={{ formatter: ({ count }) => `${count} / 200` }} placeholder={t.descriptionPlaceholder} />
        </Form.Item>
      </Form>
      {dialog.question}
    </Modal>
  );
}
