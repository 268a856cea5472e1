import { ReadOutlined } from '@ant-design/icons';
import { LanguageSwitch } from '@/components/LanguageSwitch';
import { useLanguage } from '@/locales/language';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { useSettings } from '@/services/useSettings';

/** A link to the documentation, which opens in a new tab, and the language switch. */
export function TopActions() {
  const t = useTexts(menuTexts);
  const language = useLanguage();
  const docs = useSettings()?.docsUrl ?? '/docs';
  return (
    <div className="top-actions">
      <a
        className="bar-button"
        href={docs === '/docs' ? `/docs?lang=${language}` : docs}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t.docs}
      >
        <ReadOutlined aria-hidden /> <span className="wide-only">{t.docs}</span>
      </a>
      <LanguageSwitch />
    </div>
  );
}
