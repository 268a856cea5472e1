import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link } from '@umijs/max';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';

/** Above the menu of a project: the way out of it. */
export default function BackToParent({ collapsed }: { collapsed?: boolean }) {
  const t = useTexts(frameTexts);
  return (
    <Link to="/dashboard/project" className="back-to-parent" aria-label={t.backToParent} title={collapsed ? t.backToParent : undefined}>
      <ArrowLeftOutlined />
      {!collapsed && t.backToParent}
    </Link>
  );
}
