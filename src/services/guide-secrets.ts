import { holdUnsaved } from '@/utils/unsaved';

/** Secrets of callbacks made by the guide, by project: shown once, so they are kept while the user looks at other pages. */
export const guideSecrets = new Map<string, string>();
holdUnsaved(() => guideSecrets.size > 0);
