import { holdUnsaved } from '@/utils/unsaved';

/** Of callbacks that the guide made, by project: one may look at another page before the secret, which is shown once, is kept. */
export const guideSecrets = new Map<string, string>();
holdUnsaved(() => guideSecrets.size > 0);
