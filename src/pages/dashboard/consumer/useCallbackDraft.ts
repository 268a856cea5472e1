import type { Webhook } from '@contract/webhook';
import type { FormInstance } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { textsNow } from '@/locales/texts';
import { webhookTexts } from '@/locales/webhook';
import { api } from '@/services/api';
import { partsThatDiffer, rebased } from '@/utils/rebased';
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

/** The edited callback settings over the saved ones: untouched parts always have the platform's value, shown and saved. */
export function useCallbackDraft(form: FormInstance<Values>, { appKey, settings, types, onChanged, onNewer }: Options) {
  const [contested, setContested] = useState<(keyof Values)[]>([]);
  const known = valuesOf(settings, types);
  /** The saved values, as last known. */
  const base = useRef(known);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on newer settings only
  useEffect(() => {
    takeIn(known);
  }, [JSON.stringify(known)]);

  /** Applies newer settings to the form, except to parts that were edited. */
  function takeIn(newer: Values) {
    const { values, contested: more } = rebased<Values>(textOf, form.getFieldsValue(true), base.current, newer);
    base.current = newer;
    form.setFieldsValue(values);
    setContested((before) => [...new Set([...before, ...more])]);
    touched();
  }

  function touched() {
    const edited = partsThatDiffer(textOf, form.getFieldsValue(true), base.current);
    setContested((before) => before.filter((part) => edited.includes(part)));
    onChanged(edited.length > 0);
  }

  function revert() {
    form.setFieldsValue(base.current);
    touched();
  }

  /** Gives up the edit of a part for what was saved elsewhere. */
  function take(part: keyof Values) {
    form.setFieldsValue({ [part]: base.current[part] });
    form.validateFields([part], { recursive: true }).catch(() => {});
    touched();
  }

  async function save() {
    const params = { appKey };
    // The values when saving began; later input is not saved.
    const [pressed, over]: [Values, Values] = [form.getFieldsValue(true), base.current];
    // Saved as a whole, so changes that somebody else made meanwhile must be read and kept.
    const newest = await api.webhook.read({ params }, TO_SAVE);
    const { values: sent, contested: outrun } = rebased(textOf, pressed, over, valuesOf(newest, types));
    takeIn(valuesOf(newest, types));
    // Overwriting somebody else's change is announced first.
    if (newest && outrun.length > 0) {
      onNewer(newest);
      return false;
    }
    const { url, events, headers } = sent;
    const body = { url, events, headers: asHeaders(linesOf(headers)), status: newest?.status ?? 'enabled' };
    const answer = await api.webhook.save({ params, body });
    base.current = sent;
    setContested([]);
    takeIn(valuesOf(answer, types));
    if (settings) toast.success(textsNow(webhookTexts).saved);
    onNewer(answer);
  }

  return { contested, take, touched, revert, save };
}
