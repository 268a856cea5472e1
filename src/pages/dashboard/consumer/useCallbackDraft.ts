import type { Webhook } from '@contract/webhook';
import type { FormInstance } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { textsNow } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import { isAlike, rebased } from '@/utils/rebased';
import { toast } from '@/utils/toast';
import { TO_SAVE } from '@/utils/useNewest';
import { asHeaders, linesOf, textOf, type Values, valuesOf } from './callback-values';
import type { EventTypes } from './EventChoice';

interface Options {
  appKey: string;
  settings: Webhook | null;
  types: EventTypes;
  onChanged: (isChanged: boolean) => void;
  onNewer: (settings: Webhook & { secret?: string }) => void;
}

/** What is typed into the settings of a callback, over what the platform has: of parts that were not touched the platform's is shown, and saved. */
export function useCallbackDraft(form: FormInstance<Values>, { appKey, settings, types, onChanged, onNewer }: Options) {
  const [isContested, setContested] = useState(false);
  const known = valuesOf(settings, types);
  /** What the platform has, as far as is known. */
  const base = useRef(known);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there are newer ones
  useEffect(() => {
    takeIn(known);
  }, [JSON.stringify(known)]);

  /** Newer settings take the place of what the form shows, but never of what was typed into it. */
  function takeIn(newer: Values) {
    const isNews = !isAlike(textOf, newer, base.current);
    const { values, contested } = rebased(textOf, form.getFieldsValue(true), base.current, newer);
    base.current = newer;
    form.setFieldsValue(values);
    if (isNews) setContested(contested.length > 0);
    touched();
  }

  function touched() {
    onChanged(!isAlike(textOf, form.getFieldsValue(true), base.current));
  }

  function revert() {
    form.setFieldsValue(base.current);
    setContested(false);
    onChanged(false);
  }

  async function save() {
    const params = { appKey };
    // As it stood when it was to be saved; what is typed from here on is not.
    const [pressed, over]: [Values, Values] = [form.getFieldsValue(true), base.current];
    // It is saved as a whole: what somebody else has changed meanwhile, and this page not heard of, is kept.
    const newest = await api.webhook.read({ params }, TO_SAVE);
    const { values: sent, contested } = rebased(textOf, pressed, over, valuesOf(newest, types));
    takeIn(valuesOf(newest, types));
    // That it replaces somebody else's is said before it does.
    if (newest && contested.length > 0) {
      onNewer(newest);
      return false;
    }
    const { url, events, headers } = sent;
    const body = { url, events, headers: asHeaders(linesOf(headers)), status: newest?.status ?? 'enabled' };
    const answer = await api.webhook.save({ params, body });
    base.current = sent;
    takeIn(valuesOf(answer, types));
    setContested(false);
    if (settings) toast.success(textsNow(webhookTexts).saved);
    onNewer(answer);
  }

  return { isContested, touched, revert, save };
}
