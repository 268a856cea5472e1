import { Form, type FormInstance } from 'antd';
import { useEffect, useReducer, useRef, useState } from 'react';
import { useLanguage } from '@/locales/language';
import { RequestFailure } from './failure';
import { type FieldOf, fieldErrors } from './field-errors';
import { useUnsaved } from './unsaved';

/**
 * Sends an antd form. What the platform refuses is set beside its field; what belongs to no field is told as any failure is.
 * `call` closes the form when it is through: a refused one stays open with what was typed. It answers `false` when it said something
 * in the form rather than send it. `props` are for the `<Form>`.
 * @param fieldOf which field a refusal without details belongs to: `{ nameTaken: 'name' }`
 */
export function useSubmit<Values>(form: FormInstance, call: (values: Values) => Promise<unknown>, fieldOf?: FieldOf) {
  const [submitting, setSubmitting] = useState(false);
  // Enter in a form's only line submits it of itself, beside what the field does with the key: the second comes before a render.
  const isUnderWay = useRef(false);
  const sent = useRef<string>(undefined);
  /** As it stood before anything was typed. */
  const begun = useRef<string>(undefined);
  useUnsaved(isTyped);
  // Whoever asks before it is lost hears of what is typed with the key itself: what one presses next may be the way out.
  const [, heard] = useReducer((n: number) => n + 1, 0);
  // What is filled in by something else is heard of a moment later.
  Form.useWatch([], form);

  function isTyped() {
    const text = textOf(form);
    if (!form.isFieldsTouched()) begun.current = text;
    return text !== begun.current && text !== sent.current;
  }

  // What stands there was said in the language of then: the form says it anew, what the platform refused is sent again to be told.
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
    // What stands there was refused the last time: rules of the form's own have let all of it through by now.
    form.setFields(form.getFieldsError().map(({ name }) => ({ name, errors: [] })));
    try {
      const typed = textOf(form);
      if ((await call(values)) !== false) sent.current = typed;
    } catch (failure) {
      if (!(failure instanceof RequestFailure)) throw failure;
      // What was told already, as that the session is over, is not told again.
      failure.told ||= showBesideFields(form, failure, fieldOf);
    } finally {
      isUnderWay.current = false;
      setSubmitting(false);
    }
  }

  return { props: { form, onFinish: submit, onValuesChange: heard }, submitting, isTyped: isTyped() };
}

/** What stands in a form; a field that was emptied is as one that never was filled in. */
const textOf = (form: FormInstance) => JSON.stringify(form.getFieldsValue(), (_, value) => (value === '' ? undefined : value));

/** Sets what was refused beside the fields of a form. @returns whether all of it found its field */
function showBesideFields(form: FormInstance, failure: RequestFailure, fieldOf?: FieldOf): boolean {
  const known = new Set(form.getFieldsError().map(({ name }) => name.join('.')));
  const { errors, isComplete } = fieldErrors(failure, (path) => known.has(path), fieldOf);
  const refused = Object.entries(errors).map(([path, message]) => ({ name: path.split('.'), errors: [message] }));

  form.setFields(refused);
  if (refused[0]) form.scrollToField(refused[0].name, { focus: true });
  return isComplete;
}
