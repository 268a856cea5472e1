import { Link } from '@umijs/max';
import { Alert } from 'antd';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';

/** Shown on pages of a disabled project: the effect there, and a link to where it is enabled. */
export default function ProjectOff({ why }: { why: string }) {
  const t = useTexts(menuTexts);
  return <Alert className="way-alert" type="warning" showIcon title={why} action={<Link to="/dashboard/project">{t.openProjects}</Link>} />;
}
