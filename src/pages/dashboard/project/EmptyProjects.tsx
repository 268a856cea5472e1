import { Button } from 'antd';
import { StatusPage } from '@/components/StatusPage';
import { projectTexts } from '@/locales/project';
import { useTexts } from '@/locales/texts';

/** Shown instead of an empty table on the first visit: explains the first step. */
export function EmptyProjects({ onCreate }: { onCreate: () => void }) {
  const t = useTexts(projectTexts);
  return (
    <StatusPage
      scene="project"
      title={t.emptyTitle}
      action={
        <Button type="primary" size="large" onClick={onCreate}>
          {t.create}
        </Button>
      }
    >
      {t.emptyWhy}
    </StatusPage>
  );
}
