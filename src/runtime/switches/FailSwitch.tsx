import { errors, ShowType } from '@contract/errors';
import type { Fail } from '@contract/mock';
import type { FormEvent } from 'react';
import { useLanguage } from '@/locales/language';
import { mockTexts } from '@/locales/mock';
import { useTexts } from '@/locales/texts';
import { toast } from '@/utils/toast';

interface FailSwitchProps {
  fail: Fail | undefined;
  onChanged: (fail: Fail | undefined) => Promise<void>;
}

const SHOWN = {
  silent: 'showSilent',
  warning: 'showWarning',
  error: 'showError',
  notification: 'showNotification',
  redirect: 'showRedirect',
} as const satisfies Record<keyof typeof ShowType, string>;

/** Selects which calls fail, with which error, and how it is shown. */
export function FailSwitch({ fail, onChanged }: FailSwitchProps) {
  const t = useTexts(mockTexts);
  const language = useLanguage();

  async function arm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const when = said.when === 'next' ? 'next' : Number(said.when);
    await onChanged({ code: Number(said.code), when, showType: Number(said.showType) as ShowType, only: said.only?.trim() || undefined });
    if (when === 'next') toast.success(t.armedFail);
  }

  return (
    <form className="qa-fail" onSubmit={arm}>
      <label className="qa-line">
        <span>{t.fail}</span>
        <select name="code" defaultValue={fail?.code ?? errors.serverFault.code}>
          {Object.values(errors).map(({ code, ...texts }) => (
            <option key={code} value={code}>{`${code} ${texts[language].replace(/\{\w+\}/g, '…')}`}</option>
          ))}
        </select>
      </label>
      <label className="qa-line">
        <span>{t.when}</span>
        <select name="when" defaultValue={fail?.when ?? 'next'}>
          <option value="next">{t.next}</option>
          {[1, 2, 3, 5, 10].map((n) => (
            <option key={n} value={n}>
              {n === 1 ? t.always : t.every(n)}
            </option>
          ))}
        </select>
      </label>
      <label className="qa-line">
        <span>{t.told}</span>
        <select name="showType" defaultValue={fail?.showType ?? ShowType.error}>
          {Object.entries(ShowType).map(([name, type]) => (
            <option key={type} value={type}>{`${type} ${t[SHOWN[name as keyof typeof ShowType]]}`}</option>
          ))}
        </select>
      </label>
      <label className="qa-line">
        <span>{t.only}</span>
        <input name="only" defaultValue={fail?.only} placeholder={t.onlyExample} autoComplete="off" />
      </label>
      <div className="qa-buttons">
        <button type="submit" className="button primary">
          {t.apply}
        </button>
        {fail && (
          <button type="button" className="button" onClick={() => onChanged(undefined)}>
            {t.stop}
          </button>
        )}
        <span role="status">{fail && t.failing}</span>
      </div>
    </form>
  );
}
