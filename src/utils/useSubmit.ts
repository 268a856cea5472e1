import { ErrorCode, type ErrorName } from '@contract/errors';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { RequestFailure } from './failure';

/** Which field a refusal of the platform belongs to: `{ nameTaken: 'name' }`. */
type FieldOf = Partial<Record<ErrorName, string>>;

/**
 * Sends a form. What the platform refuses is set beside its field; what belongs to no field is told as any failure is.
 * `submit` rejects with the failure, so that a modal form stays open with what was typed.
 */
export function useSubmit<Values, Answer>(form: FormInstance, call: (values: Values) => Promise<Answer>, fieldOf: FieldOf = {}) {
  const [submitting, setSubmitting] = useState(false);

  async function submit(values: Values): Promise<Answer> {
    setSubmitting(true);
    try {
      return await call(values);
    } catch (failure) {
      if (failure instanceof RequestFailure) failure.told = showBesideFields(form, failure, fieldOf);
      throw failure;
    } finally {
      setSubmitting(false);
    }
  }

  return { submit, submitting };
}

/** Sets what was refused beside the fields of a form. @returns whether all of it found its field */
export function showBesideFields(form: FormInstance, { answer, code, message }: RequestFailure, fieldOf: FieldOf = {}): boolean {
  const [, named] = Object.entries(fieldOf).find(([name]) => ErrorCode[name as ErrorName] === code) ?? [];
  const refused = named ? [{ name: named.split('.'), text: message }] : (answer.details ?? []).map(fromDetail);
  const known = new Set(form.getFieldsError().map(({ name }) => name.join('.')));
  // `tags.3` is shown beside `tags`, where the whole list is one field.
  const placed = refused.map(({ name, text }) => ({ name: longestKnown(name, known), text })).filter(({ name }) => name.length > 0);

  form.setFields(placed.map(({ name, text }) => ({ name, errors: [text] })));
  if (placed[0]) form.scrollToField(placed[0].name, { focus: true });
  return refused.length > 0 && placed.length === refused.length;
}

const fromDetail = ({ path, message }: { path: string; message: string }) => ({
  name: path.replace(/^body\./, '').split('.'),
  text: message,
});

function longestKnown(name: string[], known: Set<string>): string[] {
  const shown = [...name];
  while (shown.length > 0 && !known.has(shown.join('.'))) shown.pop();
  return shown;
}
