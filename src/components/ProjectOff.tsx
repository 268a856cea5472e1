import { Link } from '@umijs/max';
import { Alert } from 'antd';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';

/** On a page of a project that is switched off: what that means there, and the way to where it is switched on. */
export default function ProjectOff({ why }: { why: string }) {
  const t = useTexts(menuTexts);
  return <Alert className="way-alert" type="warning" showIcon title={why} action={<Link to="/dashboard/project">{t.openProjects}</Link>} />;
}
