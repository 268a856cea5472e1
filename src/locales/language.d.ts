import { type Language } from '@contract/errors';
/** Each language by its own name: who needs to change it may not read the language of now. */
export declare const languageNames: Record<Language, string>;
/** The language the console speaks: zh-CN until the user chooses another, whatever the browser says. */
export declare function language(): Language;
export declare function speak(chosen: Language): void;
export declare function useLanguage(): Language;
