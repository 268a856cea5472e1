import type { Twin } from '@contract/config';
import { Button } from 'antd';
import { configTexts } from '@/locales/device-config';
import { useTexts } from '@/locales/texts';
import type { Draft } from './useDraft';
import './save-bar.css';

interface SaveBarProps {
  draft: Draft;
  twin: Twin;
  /** There is no device any more to save it for. */
  isGone: boolean;
  onSave: () => void;
  /** Leads to the first value that is wrong. */
  onFaults: () => void;
}

/** What is not saved yet, at the bottom of the page for as long as there is something; and what was discarded, for as long as it can be brought back. */
export function SaveBar({ draft, twin, isGone, onSave, onFaults }: SaveBarProps) {
  const t = useTexts(configTexts);
  const { changes, edits, brought, faults, faulty, isTyped, isBroken, bringBack } = draft;
  const isFirst = twin.desired.version === 0;
  const isToSave = isTyped || (isFirst && changes.length > 0);
  if (!isToSave && !bringBack) return null;

  return (
    <section className="save-bar" aria-label={t.unsaved}>
      <strong role="status">{isBroken ? t.unsaved : isTyped ? t.changes(edits.length) : bringBack ? t.discarded : t.defaultsReady}</strong>
      {faults.length > 0 && (
        <Button type="link" danger className="save-faults" title={t.toFaults} onClick={onFaults}>
          {t.faultyCount(faulty.length)}
        </Button>
      )}
      {isToSave && !isBroken && changes.length === 0 && <small className="muted">{t.nothingToSave}</small>}
      {/* Edits are counted from the defaults, of which the first save takes along those that are left. */}
      {isTyped && faults.length === 0 && isFirst && changes.length > 0 && changes.length !== edits.length && (
        <small className="muted">{t.firstSave(changes.length)}</small>
      )}
      {isTyped && !isBroken && brought.length > 0 && <small className="muted">{t.brought(brought.length)}</small>}
      <span className="spring" />
      {/* One button: who discards by keyboard is where it can be brought back. The second click of two is no answer to the first. */}
      {(isTyped || bringBack) && (
        <Button onClick={({ detail }) => detail < 2 && (bringBack ?? draft.discard)()}>{bringBack ? t.bringBack : t.discard}</Button>
      )}
      {isToSave && (
        <Button type="primary" disabled={isGone || faults.length > 0 || changes.length === 0} onClick={onSave}>
          {t.save}
        </Button>
      )}
    </section>
  );
}
