import { writeSwitches } from '@contract/mock';
import { useEffect, useId, useRef, useState } from 'react';
import { mockTexts } from '@/locales/mock';
import { useTexts } from '@/locales/texts';
import { copy as copyText } from '@/utils/copy';
import { toast } from '@/utils/toast';
import { FailSwitch } from './FailSwitch';
import { addressWith, useSwitches } from './useSwitches';
import './switches.css';

const ARMED = { expired: 'armedExpired', chunk: 'armedChunk', deployed: 'armedDeployed' } as const;

/** Set while a switch of the panel reloads the page: the panel is open again for the next one. */
const REOPEN = 'qaReopen';

/** QA's panel: everything the mock can be told to do, at the edge of every page. */
export default function Switches() {
  const t = useTexts(mockTexts);
  const { switches, change } = useSwitches();
  const [isOpen, setIsOpen] = useState(() => sessionStorage.getItem(REOPEN) !== null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const text = writeSwitches(switches);

  useEffect(() => sessionStorage.removeItem(REOPEN), []);

  function close() {
    setIsOpen(false);
    opener.current?.focus();
  }

  async function reload(next: typeof switches) {
    await change(next);
    sessionStorage.setItem(REOPEN, '');
    location.reload();
  }

  async function once(what: 'expired' | 'chunk' | 'deployed') {
    await change({ ...switches, [what]: true });
    toast.success(t[ARMED[what]]);
  }

  async function copy() {
    if (await copyText(location.origin + addressWith(switches))) toast.success(t.copied);
    else toast.error(t.notCopied);
  }

  return (
    <aside className="qa" aria-label={t.title} onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}>
      <button
        ref={opener}
        type="button"
        className="qa-opener"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={text ? t.openOn : t.open}
        data-on={text !== ''}
        onClick={() => setIsOpen(!isOpen)}
      >
        QA
      </button>
      {isOpen && (
        <div id={id} className="qa-panel">
          <header>
            <h2>{t.title}</h2>
            <button type="button" className="qa-close" aria-label={t.close} onClick={close}>
              <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
                <path d="m3 3 10 10M13 3 3 13" />
              </svg>
            </button>
          </header>

          <fieldset>
            <legend>{t.calls}</legend>
            <label className="qa-line">
              <span>{t.slow}</span>
              <select
                value={switches.slow ?? 0}
                onChange={({ target }) => change({ ...switches, slow: Number(target.value) || undefined })}
              >
                {[...new Set([0, 500, 1500, 5000, 30_000, switches.slow ?? 0])].map((ms) => (
                  <option key={ms} value={ms}>
                    {ms ? `${ms} ms` : t.off}
                  </option>
                ))}
              </select>
            </label>
            <FailSwitch fail={switches.fail} onChanged={(fail) => change({ ...switches, fail })} />
          </fieldset>

          <fieldset>
            <legend>{t.states}</legend>
            {(['empty', 'million'] as const).map((name) => (
              <label key={name} className="qa-check">
                <input
                  type="checkbox"
                  checked={switches[name] ?? false}
                  onChange={({ target }) => reload({ ...switches, empty: false, million: false, [name]: target.checked })}
                />
                {t[name]}
              </label>
            ))}
            <label className="qa-check">
              <input
                type="checkbox"
                checked={switches.broker ?? false}
                onChange={({ target }) => change({ ...switches, broker: target.checked })}
              />
              {t.broker}
            </label>
          </fieldset>

          <fieldset>
            <legend>{t.once}</legend>
            <div className="qa-buttons">
              {(['expired', 'chunk', 'deployed'] as const).map((what) => (
                <button key={what} type="button" className="button" onClick={() => once(what)}>
                  {t[what]}
                </button>
              ))}
            </div>
          </fieldset>

          <p className="qa-address">{text ? <code className="code">{`?mock=${text}`}</code> : t.none}</p>
          <footer>
            <button type="button" className="button" disabled={!text} onClick={copy}>
              {t.copy}
            </button>
            <button type="button" className="button" onClick={() => (switches.empty || switches.million ? reload({}) : change({}))}>
              {t.reset}
            </button>
          </footer>
        </div>
      )}
    </aside>
  );
}
