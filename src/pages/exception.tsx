import { Link, useSearchParams } from '@umijs/max';
import { StatusPage } from '@/components/StatusPage';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';

/** Where a failure leads that wants a page of its own: `?errorCode=…&errorMessage=…` (spec §8). */
export default function ExceptionPage() {
  const t = useTexts(frameTexts);
  const [query] = useSearchParams();
  const code = query.get('errorCode');
  return (
    <StatusPage
      isPage
      role="alert"
      scene="exception"
      title={query.get('errorMessage') || t.exception}
      action={
        <Link className="button primary" to="/dashboard">
          {t.home}
        </Link>
      }
    >
      {code && <span className="number">{t.errorCode(code)}</span>}
    </StatusPage>
  );
}
