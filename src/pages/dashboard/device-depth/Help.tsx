import { useEffect, useRef } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { useBackCloses } from '@/utils/useBackCloses';
import { Action, Switch } from './controls';
import { useViewer, useViewerState } from './useViewer';
import './help.css';

/** The list of keyboard shortcuts. */
export function Help({ onClosed }: { onClosed: () => void }) {
  const t = useTexts(depthTexts);
  const viewer = useViewer();
  const { hasKeys } = useViewerState();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  useEffect(() => dialog.current?.showModal(), []);
  useBackCloses(true, close);
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
        <Action isBare icon="close" label={t.close} onClick={close} />
      </header>
      <Switch label={t.hasKeys} isOn={hasKeys} onChange={(isOn) => viewer.change({ hasKeys: isOn })} />
      <dl data-on={hasKeys}>
        {keys.map(([pressed, does]) => (
          <div key={does} data-key={pressed[0]?.length === 1 ? 'sign' : undefined}>
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
