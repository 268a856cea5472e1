import { languageNames, speak, useLanguage } from '@/locales/language';

/** Switches the language of the console, and stores the choice. */
export function LanguageSwitch() {
  const other = useLanguage() === 'zh-CN' ? 'en-US' : 'zh-CN';
  return (
    <button type="button" className="bar-button" lang={other} onClick={() => speak(other)}>
      <svg viewBox="0 0 16 16" width="15" height="15" fill="none" stroke="currentColor" strokeWidth="1.2" aria-hidden="true">
        <circle cx="8" cy="8" r="6.4" />
        <path d="M1.6 8h12.8M8 1.6c4.2 4 4.2 8.8 0 12.8-4.2-4-4.2-8.8 0-12.8Z" />
      </svg>
      {languageNames[other]}
    </button>
  );
}
