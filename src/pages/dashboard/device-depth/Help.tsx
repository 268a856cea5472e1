import { useEffect, useRef } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { Action } from './controls';
import './help.css';

/** What the keys do. */
export function Help({ onClosed }: { onClosed: () => void }) {
  const t = useTexts(depthTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const keys: [string[], string][] = [
    [[t.space], t.keyFreeze],
    [['1', '2', '3'], t.keyTools],
    [[t.arrows], t.keyMove],
    [[t.enter], t.keyPlace],
    [['C'], t.keyClear],
    [['P'], t.keyPalette],
    [['F'], t.keyFit],
    [['A'], t.keyAuto],
    [['E'], t.keyEqualise],
    [['I'], t.keyInvert],
    [['S', 'Shift S'], t.keySnapshot],
    [['K'], t.keyRecord],
    [['V'], t.keyCloud],
    [['G'], t.keyFull],
    [['?'], t.keyHelp],
    [['Esc'], t.keyLeave],
  ];
  return (
    <dialog ref={dialog} className="depth-help" aria-label={t.shortcuts} onClose={onClosed}>
      <header>
        <h2>{t.shortcuts}</h2>
        <Action isBare icon="close" label={t.close} onClick={() => dialog.current?.close()} />
      </header>
      <dl>
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
