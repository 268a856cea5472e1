import { Link } from '@umijs/max';
import { LanguageSwitch } from '@/components/LanguageSwitch';
import { Mark } from '@/components/Mark';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import Agreement from '../Agreement';

/** The service agreement on a page of its own; needs no session. */
export default function ServiceAgreementPage() {
  const t = useTexts(frameTexts);
  return (
    <main className="agreement-page">
      <nav aria-label={t.title}>
        <Link to="/user/login">
          <Mark size={24} /> {t.title}
        </Link>
        <LanguageSwitch />
      </nav>
      <Agreement />
    </main>
  );
}
