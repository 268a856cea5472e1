import type { FormInstance } from 'antd';
import { useRef } from 'react';
import { requestTexts } from '@/locales/request';
import { textsNow } from '@/locales/texts';
import { type PartTexts, partsThatDiffer, rebased } from './rebased';

/** Options of the read before saving: a user waits for it, and its failure is not shown in place of the page. */
export const TO_SAVE = { isToSave: true };

/**
 * Merges a form with changes made elsewhere while it was open. Untouched parts take the newer values; a part that would overwrite somebody
 * else's change is reported at its field first.
 * @param opened the initial values of the form
 * @returns what to save over the newest values; undefined: a conflict was shown, and saving again overwrites it
 */
export function useNewest<Values>(form: FormInstance, textOf: PartTexts<Values>, opened?: Values) {
  const base = useRef(opened);
  return (typed: Values, newest: Values): Values | undefined => {
    const { values, contested } = rebased(textOf, typed, base.current ?? newest, newest);
    if (contested.length === 0) return values;
    base.current = newest;
    // Input made while the newest values were read is kept.
    const since = partsThatDiffer(textOf, form.getFieldsValue(), typed);
    const theirs = partsThatDiffer(textOf, values, typed).filter((part) => !since.includes(part));
    for (const part of theirs) form.setFieldValue(part, values[part]);
    const { changedElsewhere } = textsNow(requestTexts);
    form.setFields(contested.map((part) => ({ name: part, warnings: [changedElsewhere(textOf[part](newest[part]))] })));
    return undefined;
  };
}
