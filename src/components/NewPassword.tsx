import { isWeakPassword } from '@contract/account';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import type { ContractForm } from '@/utils/useContractForm';
import { PasswordField } from './Field';
import './strength.css';

const MIN_LENGTH = 8;

interface NewPasswordProps {
  form: ContractForm;
  name: string;
  label: string;
  /** The account's address, which the password must not equal. */
  email: string;
}

/** A field for a new password that shows its strength. */
export function NewPassword({ form, name, label, email }: NewPasswordProps) {
  const t = useTexts(userTexts);
  const typed = form.values[name];
  const said = typed ? { hint: <Strength password={typed} email={email} /> } : { rule: t.passwordHint };
  return <PasswordField form={form} name={name} label={label} autoComplete="new-password" {...said} />;
}

function Strength({ password, email }: { password: string; email: string }) {
  const t = useTexts(userTexts);
  const level = strengthOf(password, email);
  const words = [t.strengthShort(MIN_LENGTH - password.length), t.strengthWeak, t.strengthFair, t.strengthGood, t.strengthStrong];
  return (
    <span className="strength" data-level={level}>
      <span className="strength-bar" aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={level >= step} />
        ))}
      </span>
      <span role="status">
        <span className="sr-only">{t.strength} </span>
        {words[level]}
      </span>
    </span>
  );
}

/** 0 too short, 1 refused by the platform, 2 fair, 3 good, 4 strong: by the bits of a random password of that length and alphabet. */
function strengthOf(password: string, email: string): number {
  if (password.length < MIN_LENGTH) return 0;
  if (isWeakPassword(password, email)) return 1;
  const alphabets: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^A-Za-z0-9]/, 33],
  ];
  const letters = alphabets.reduce((sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0), 0);
  const bits = Math.min(password.length, 2 * new Set(password).size) * Math.log2(letters);
  return bits < 50 ? 2 : bits < 72 ? 3 : 4;
}
