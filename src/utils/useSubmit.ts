import { Form, type FormInstance } from 'antd';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useLanguage } from '@/locales/language';
import { RequestFailure } from './failure';
import { type FieldOf, fieldErrors } from './field-errors';
import { useUnsaved } from './unsaved';

/**
 * Submits an antd form. Errors of the platform are shown at their fields; those of no field like any failure.
 * `call` closes the form on success; on a failure it stays open with its input. It returns `false` if it showed something in the form
 * instead of sending it. `props` are for the `<Form>`.
 * @param fieldOf maps errors without details to fields: `{ nameTaken: 'name' }`
 */
export function useSubmit<Values>(form: FormInstance, call: (values: Values) => Promise<unknown>, fieldOf?: FieldOf) {
  const [submitting, setSubmitting] = useState(false);
  // Enter in a form's only field may submit twice, by the browser and by the field's own handler, before the next render.
  const isUnderWay = useRef(false);
  const sent = useRef<string>(undefined);
  /** The content before anything was typed. */
  const begun = useRef<string>(undefined);
  useUnsaved(isTyped);
  // Renders with every keystroke, so that guards of unsaved input know of it before the next key.
  const [, heard] = useReducer((n: number) => n + 1, 0);
  // Values set by other means than typing are noticed a moment later.
  Form.useWatch([], form);

  function isTyped() {
    const text = textOf(form);
    if (!form.isFieldsTouched()) begun.current = text;
    return text !== begun.current && text !== sent.current;
  }

  // After a change of language, messages are outdated: the form's own are repeated, the platform's only when the form is sent again.
  const spoken = useLanguage();
  const said = useRef(spoken);
  useEffect(() => {
    if (spoken === said.current) return;
    said.current = spoken;
    const faulty = form.getFieldsError().filter(({ errors }) => errors.length > 0);
    form.setFields(faulty.map(({ name }) => ({ name, errors: [] })));
    if (faulty.length > 0) form.validateFields(faulty.map(({ name }) => name)).catch(() => undefined);
  }, [spoken, form]);

  async function submit(values: Values): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSubmitting(true);
    // Errors still shown are the platform's from the last attempt: the form's own rules have passed.
    form.setFields(form.getFieldsError().map(({ name }) => ({ name, errors: [] })));
    try {
      const typed = textOf(form);
      if ((await call(values)) !== false) sent.current = typed;
    } catch (failure) {
      if (!(failure instanceof RequestFailure)) throw failure;
      // Not if it was shown already, e.g. that the session has expired.
      failure.told ||= showBesideFields(form, failure, fieldOf);
    } finally {
      isUnderWay.current = false;
      setSubmitting(false);
    }
  }

  return { props: { form, onFinish: submit, onValuesChange: heard }, submitting, isTyped: isTyped() };
}

/** A form's content as a text; emptied fields equal ones that were never filled in. */
const textOf = (form: FormInstance) => JSON.stringify(form.getFieldsValue(), (_, value) => (value === '' ? undefined : value));

/** Shows a failure at the fields of a form. @returns did all of it belong to fields? */
function showBesideFields(form: FormInstance, failure: RequestFailure, fieldOf?: FieldOf): boolean {
  const known = new Set(form.getFieldsError().map(({ name }) => name.join('.')));
  const { errors, isComplete } = fieldErrors(failure, (path) => known.has(path), fieldOf);
  const refused = Object.entries(errors).map(([path, message]) => ({ name: path.split('.'), errors: [message] }));

  form.setFields(refused);
  if (refused[0]) form.scrollToField(refused[0].name, { focus: true });
  return isComplete;
}
