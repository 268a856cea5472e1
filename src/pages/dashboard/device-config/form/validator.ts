import type { JsonObject } from '@contract/merge-patch';
import type { ValidatorType } from '@rjsf/utils';
import { configIssuesHere } from '@/utils/config-issues';

/** The library needs this only to choose between schemas; the faults that both views show are found in `useDraft`. */
export const validator: ValidatorType = {
  isValid(schema, document) {
    try {
      return configIssuesHere(schema as JsonObject, document ?? {}, 'zh-CN').length === 0;
    } catch {
      // The library expects that a schema that cannot be evaluated matches nothing.
      return false;
    }
  },
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
};
