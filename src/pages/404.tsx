import { Link, useLocation } from '@umijs/max';
import { StatusPage } from '@/components/StatusPage';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';

export default function MissingPage() {
  const t = useTexts(frameTexts);
  // Below /user there is no frame that would be the page's landmark.
  const Landmark = useLocation().pathname.startsWith('/user/') ? 'main' : 'div';
  const home = (
    <Link className="button primary" to="/dashboard">
      {t.home}
    </Link>
  );
  return (
    <Landmark>
      <StatusPage isPage scene="missing" title={t.missing} action={home}>
        {t.missingWhy}
      </StatusPage>
    </Landmark>
  );
}
