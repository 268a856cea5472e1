import { languages } from '@contract/errors';
import { accountTexts } from '@/locales/account';
import { languageNames, speak, useLanguage } from '@/locales/language';
import { useTexts } from '@/locales/texts';

export function LanguageChoice() {
  const t = useTexts(accountTexts);
  const spoken = useLanguage();
  return (
    <div className="segments" role="radiogroup" aria-label={t.language}>
      {languages.map((language) => (
        <label key={language} lang={language}>
          <input className="sr-only" type="radio" name="language" checked={language === spoken} onChange={() => speak(language)} />
          {languageNames[language]}
        </label>
      ))}
    </div>
  );
}
