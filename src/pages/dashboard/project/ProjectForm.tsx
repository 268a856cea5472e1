import { type Application, ApplicationDraft, CATEGORY_ID } from '@contract/application';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { projectTexts } from '@/locales/project';
import { useTexts } from '@/locales/texts';
import { api } from '@/services/api';
import { follows } from '@/utils/rules';
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

/** A new project answers its secret, which is then shown in the form's place. */
export function ProjectForm({ project, onSaved, onClosed }: ProjectFormProps) {
  const t = useTexts(projectTexts);
  const [form] = Form.useForm<Values>();
  const [open, setOpen] = useState(true);
  const [created, setCreated] = useState<Application & { appSecret: string }>();
  const { submit, submitting } = useSubmit(form, save, { nameTaken: 'name' });

  async function save(values: Values) {
    const body = { ...values, categoryId: CATEGORY_ID } as const;
    if (project) {
      await api.application.update({ params: { id: project.id }, body });
      setOpen(false);
    } else {
      setCreated(await api.application.create({ body }));
    }
    onSaved();
  }

  if (created) {
    return <ProjectSecret title={t.createdTitle(created.name)} appKey={created.appKey} appSecret={created.appSecret} onClosed={onClosed} />;
  }
  return (
    <Modal
      title={project ? t.editTitle : t.create}
      open={open}
      width={480}
      okText={project ? t.save : t.submitCreate}
      cancelText={t.cancel}
      confirmLoading={submitting}
      onOk={form.submit}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <Form form={form} name="project" layout="vertical" requiredMark={false} initialValues={project} onFinish={submit}>
        <Form.Item name="name" label={t.name} rules={[follows(name)]}>
          <Input placeholder={t.namePlaceholder} onPressEnter={form.submit} />
        </Form.Item>
        <Form.Item name="description" label={t.description} rules={[follows(description)]}>
          <Input.TextArea rows={3} showCount={{ formatter: ({ count }) => `${count} / 200` }} placeholder={t.descriptionPlaceholder} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
