import { Field } from '@/components/Field';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import type { ContractForm } from '@/utils/useContractForm';
import { useCarriedEmail } from './useCarriedEmail';

/** The email of an account; it begins with what was entered on the page before. */
export function EmailField({ form, autoFocus }: { form: ContractForm; autoFocus: boolean }) {
  const t = useTexts(userTexts);
  return (
    <Field
      form={form}
      name="email"
      label={t.email}
      type="email"
      autoComplete="username"
      placeholder={t.emailHint}
      defaultValue={useCarriedEmail()}
      autoFocus={autoFocus}
    />
  );
}
