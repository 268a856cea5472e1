import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import type { ContractForm } from '@/utils/useContractForm';
import './field.css';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'form'> {
  form: ContractForm;
  name: string;
  label: string;
  /** Below the field, unless there is an error. */
  hint?: ReactNode;
  /** What is asked of the value; an error does not take it away. */
  rule?: string;
  /** To the right of the input. */
  beside?: ReactNode;
}

/** A text field of a plain form: label, input, and error. */
export function Field({ form, name, label, hint, rule, beside, ...input }: FieldProps) {
  const id = useId();
  const error = form.errors[name];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-line">
        <input id={id} name={name} aria-invalid={error !== undefined} aria-describedby={`${id}-note`} {...input} />
        {beside}
      </div>
      <div id={`${id}-note`} className="field-note" data-kind={error ? 'error' : 'hint'}>
        {error ? <span role="alert">{error}</span> : hint} {rule && <span className="field-rule">{rule}</span>}
      </div>
    </div>
  );
}

/** A password field whose content can be shown. */
export function PasswordField(props: FieldProps) {
  const t = useTexts(userTexts);
  const [isShown, setIsShown] = useState(false);
  const eye = (
    <button
      type="button"
      className="field-eye"
      aria-pressed={isShown}
      aria-label={isShown ? t.hide : t.show}
      onClick={() => setIsShown(!isShown)}
    >
      <svg
        viewBox="0 0 20 20"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M1.8 10S4.8 4.5 10 4.5 18.2 10 18.2 10 15.2 15.5 10 15.5 1.8 10 1.8 10Z" />
        <circle cx="10" cy="10" r="2.4" />
        {!isShown && <path d="m3.5 16.5 13-13" />}
      </svg>
    </button>
  );
  return <Field {...props} type={isShown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false} beside={eye} />;
}
