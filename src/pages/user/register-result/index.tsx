import { Link, useSearchParams } from '@umijs/max';
import { Contours } from '@/components/Contours';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import UserFrame from '../UserFrame';

export default function RegisterResultPage() {
  const t = useTexts(userTexts);
  const [query] = useSearchParams();
  const email = query.get('email');
  return (
    <UserFrame title={t.registered}>
      <Contours scene="done" width={240} style={{ display: 'block', margin: '-8px 0 16px -56px' }} />
      <p className="user-hint">
        {email && <span>{t.registeredAs(email)}</span>}
        {t.registeredNext}
      </p>
      <Link className="button primary large" to="/user/login" state={{ email }}>
        {t.loginNow}
      </Link>
    </UserFrame>
  );
}
