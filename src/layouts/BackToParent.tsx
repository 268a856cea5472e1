import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link } from '@umijs/max';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';

/** A link to the project list, above the menu of a project. */
export function BackToParent() {
  const t = useTexts(frameTexts);
  return (
    <Link to="/dashboard/project" className="back-to-parent">
      <ArrowLeftOutlined aria-hidden /> {t.backToParent}
    </Link>
  );
}
