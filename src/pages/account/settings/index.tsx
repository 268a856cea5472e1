import { accountTexts } from '@/locales/account';
import { useTexts } from '@/locales/texts';
import { CloseAccount } from './CloseAccount';
import { LanguageChoice } from './LanguageChoice';
import { PasswordForm } from './PasswordForm';
import { Sessions } from './Sessions';
import '@/components/parts.css';
import '../account.css';

export default function AccountSettingsPage() {
  const t = useTexts(accountTexts);
  return (
    <div className="account-page">
      <h1>{t.settings}</h1>
      <section className="panel">
        <h2>{t.password}</h2>
        <p className="muted">{t.passwordHint}</p>
        <PasswordForm />
      </section>
      <section className="panel">
        <h2>{t.language}</h2>
        <p className="muted">{t.languageHint}</p>
        <LanguageChoice />
      </section>
      <section className="panel">
        <h2>{t.sessions}</h2>
        <p className="muted">{t.sessionsHint}</p>
        <Sessions />
      </section>
      <section className="panel">
        <h2>{t.close}</h2>
        <CloseAccount />
      </section>
    </div>
  );
}
