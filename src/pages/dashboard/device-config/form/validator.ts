import type { JsonObject } from '@contract/merge-patch';
import type { ValidatorType } from '@rjsf/utils';
import { configIssuesHere } from '@/utils/config-issues';

/** What the form asks of a validator: which of several schemas fits. What is wrong with the document is found for both views, in useDraft. */
export const validator: ValidatorType = {
  isValid(schema, document) {
    try {
      return configIssuesHere(schema as JsonObject, document ?? {}, 'zh-CN').length === 0;
    } catch {
      // As the form wishes: a schema that cannot be used fits nothing.
      return false;
    }
  },
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
};
