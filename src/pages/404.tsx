import { Link } from '@umijs/max';
import { StatusPage } from '@/components/StatusPage';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';

export default function MissingPage() {
  const t = useTexts(frameTexts);
  return (
    <StatusPage
      scene="missing"
      title={t.missing}
      action={
        <Link className="button primary" to="/dashboard">
          {t.home}
        </Link>
      }
    >
      {t.missingWhy}
    </StatusPage>
  );
}
