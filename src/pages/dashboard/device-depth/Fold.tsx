import { useRef } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';

/** Drawn this far it is no press any more, in CSS pixels. */
const DRAWN_PX = 16;

interface FoldProps {
  isOpen: boolean;
  onTurn: (isOpen: boolean) => void;
}

/** The edge of the controls where they are a sheet below the picture: pressed, or drawn up and down, it opens and folds them. */
export function Fold({ isOpen, onTurn }: FoldProps) {
  const t = useTexts(depthTexts);
  const from = useRef<number>(undefined);
  const wasDrawn = useRef(false);
  return (
    <button
      type="button"
      className="depth-fold"
      aria-expanded={isOpen}
      aria-label={isOpen ? t.foldPanel : t.openPanel}
      onPointerDown={({ clientY, currentTarget, pointerId, button, isPrimary }) => {
        if (button !== 0 || !isPrimary) return;
        currentTarget.setPointerCapture?.(pointerId);
        from.current = clientY;
        wasDrawn.current = false;
      }}
      onPointerMove={({ clientY, isPrimary }) => {
        if (!isPrimary) return;
        const by = clientY - (from.current ?? clientY);
        if (Math.abs(by) < DRAWN_PX) return;
        from.current = clientY;
        wasDrawn.current = true;
        onTurn(by < 0);
      }}
      onLostPointerCapture={({ isPrimary }) => {
        if (isPrimary) from.current = undefined;
      }}
      // A click by keyboard counts no clicks, and follows no drawing.
      onClick={({ detail }) => !(wasDrawn.current && detail > 0) && onTurn(!isOpen)}
    >
      <i />
    </button>
  );
}
