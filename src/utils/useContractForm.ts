import { issueTexts } from '@contract/field-text';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { language, useLanguage } from '@/locales/language';
import { RequestFailure } from './failure';
import { type FieldOf, fieldErrors } from './field-errors';
import { useUnsaved } from './unsaved';

type Values = Record<string, string>;

export interface ContractForm {
  /** The current input. */
  values: Values;
  errors: Values;
  submitting: boolean;
  /** The input differs from the initial values, or from those sent last. */
  isTyped: boolean;
  /** Props of the `<form>`. */
  props: { ref: React.Ref<HTMLFormElement>; noValidate: true; onSubmit: (event: FormEvent) => void; onInput: (event: FormEvent) => void };
  /** Sends another request of this form, e.g. for a code: checks one field, and shows errors at it. */
  sendField: (name: string, send: (value: string) => Promise<unknown>) => Promise<boolean>;
}

interface ContractFormOptions {
  /** Maps the platform's errors to fields. */
  fieldOf?: FieldOf;
  /** Checks beyond the schema; returns errors by field. */
  check?: (values: Values) => Values;
}

/**
 * A plain form of text fields, validated by the contract's schema. Without a form library, so that the pages before sign-in load fast.
 * Empty fields count as absent. Errors are shown at their fields until these are changed.
 */
export function useContractForm<Schema extends z.ZodObject>(
  schema: Schema,
  send: (values: z.output<Schema>) => Promise<unknown>,
  { fieldOf, check }: ContractFormOptions = {},
): ContractForm {
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({});
  const [errors, setErrors] = useState<Values>({});
  const [submitting, setSubmitting] = useState(false);
  const [isOther, setOther] = useState(false);
  const sent = useRef<Values>(undefined);
  const isTyped = isOther && values !== sent.current;
  useUnsaved(() => isTyped);

  // Errors are cleared when the language changes, because they are in the former one.
  const spoken = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the language changes
  useEffect(() => setErrors({}), [spoken]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (submitting) return;
    const typed = valuesOf(element.current);
    const { data, error } = schema.safeParse(typed);
    const refused = { ...check?.(typed), ...(error && byField(error)) };
    if (!data || Object.keys(refused).length > 0) show(refused);
    else if (await attempt(() => send(data))) {
      sent.current = values;
      settle(typed, data);
    }
  }

  /** Shows a text as it was sent, e.g. without the spaces around it, unless it has been changed meanwhile. */
  function settle(typed: Values, data: object) {
    for (const [name, text] of Object.entries(data)) {
      const field = element.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement && field.value === typed[name] && typeof text === 'string') field.value = text;
    }
  }

  async function sendField(name: string, sendIt: (value: string) => Promise<unknown>) {
    const { data, error } = (schema.shape[name] as z.ZodType<string>).safeParse(valuesOf(element.current)[name]);
    if (!error) return attempt(() => sendIt(data));
    show({ [name]: issueTexts(error, language())[0]?.message ?? '' });
    return false;
  }

  async function attempt(call: () => Promise<unknown>): Promise<boolean> {
    setSubmitting(true);
    setErrors({});
    try {
      await call();
      return true;
    } catch (failure) {
      if (!(failure instanceof RequestFailure)) throw failure;
      const refused = fieldErrors(failure, (path) => element.current?.elements.namedItem(path) !== null, fieldOf);
      failure.told ||= refused.isComplete;
      show(refused.errors);
      return false;
    } finally {
      setSubmitting(false);
    }
  }

  function show(refused: Values) {
    setErrors(refused);
    const [first] = [...(element.current?.elements ?? [])].filter((field) => (field as HTMLInputElement).name in refused);
    (first as HTMLElement | undefined)?.focus();
  }

  function onInput({ target }: FormEvent) {
    const { name } = target as HTMLInputElement;
    setValues(valuesOf(element.current));
    setOther(isOtherThanBegun(element.current));
    setErrors(({ [name]: _, ...others }) => others);
  }

  return { values, errors, submitting, isTyped, sendField, props: { ref: element, noValidate: true, onSubmit: submit, onInput } };
}

function valuesOf(form: HTMLFormElement | null): Values {
  const typed = [...new FormData(form ?? undefined)].filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  );
  return Object.fromEntries(typed);
}

const isOtherThanBegun = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].some((field) => field instanceof HTMLInputElement && field.value !== field.defaultValue);

const byField = (error: z.core.$ZodError): Values =>
  Object.fromEntries(
    issueTexts(error, language())
      .reverse()
      .map(({ path, message }) => [path, message]),
  );
