import { Link } from '@umijs/max';
import { frameTexts } from '@/locales/frame';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { StatusPage } from './StatusPage';

/** Shown instead of a page whose project does not exist, or belongs to somebody else. */
export function NoProject() {
  const t = useTexts(menuTexts);
  const frame = useTexts(frameTexts);
  return (
    <StatusPage
      isPage
      scene="missing"
      title={t.projectMissing}
      action={
        <Link className="button primary" to="/dashboard/project">
          {frame.toProjects}
        </Link>
      }
    >
      <p>{t.projectMissingWhy}</p>
    </StatusPage>
  );
}
