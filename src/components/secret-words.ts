import { frameTexts } from '@/locales/frame';
import { guideTexts } from '@/locales/guide';
import { useTexts } from '@/locales/texts';
import type { QuestionWords } from './useQuestion';

/** The question before a secret that is shown once gets lost. */
export function useSecretWords(): QuestionWords {
  const t = useTexts(frameTexts);
  return { title: t.secretLeaveTitle, why: t.secretHidden, leave: t.secretLeave, stay: t.secretStay };
}

/** The same question for a secret in the guide. */
export function useGuideSecretWords(): QuestionWords {
  return { ...useSecretWords(), why: useTexts(guideTexts).secretWhy };
}
