import type { FormInstance } from 'antd';
import { useRef } from 'react';
import { requestTexts } from '@/locales/request';
import { textsNow } from '@/locales/texts';
import { type PartTexts, partsThatDiffer, rebased } from './rebased';

/** For the read of it: who saves waits for it, and no page says in its place that it failed. */
export const TO_SAVE = { isToSave: true };

/**
 * What a form edits may be changed elsewhere while it is open. Parts that were not touched here become theirs; that a part would take
 * the place of somebody else's is said at its field, before it does.
 * @param opened what the form began with
 * @returns what may be saved over the newest; undefined: something was said, and saving once more does it
 */
export function useNewest<Values>(form: FormInstance, textOf: PartTexts<Values>, opened?: Values) {
  const base = useRef(opened);
  return (typed: Values, newest: Values): Values | undefined => {
    const { values, contested } = rebased(textOf, typed, base.current ?? newest, newest);
    if (contested.length === 0) return values;
    base.current = newest;
    // What was typed while the newest was read stays.
    const since = partsThatDiffer(textOf, form.getFieldsValue(), typed);
    const theirs = partsThatDiffer(textOf, values, typed).filter((part) => !since.includes(part));
    for (const part of theirs) form.setFieldValue(part, values[part]);
    const { changedElsewhere } = textsNow(requestTexts);
    form.setFields(contested.map((part) => ({ name: part, warnings: [changedElsewhere(textOf[part](newest[part]))] })));
    return undefined;
  };
}
