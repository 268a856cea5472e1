import { useRef } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';

/** A longer movement is a drag instead of a press, in CSS pixels. */
const DRAWN_PX = 16;

interface FoldProps {
  isOpen: boolean;
  onTurn: (isOpen: boolean) => void;
}

/** The handle of the controls when they are a sheet below the picture: pressing or dragging it opens and folds them. */
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
      // A drag also ends in a click, which is ignored; a click by keyboard has `detail` 0.
      onClick={({ detail }) => !(wasDrawn.current && detail > 0) && onTurn(!isOpen)}
    >
      <i />
    </button>
  );
}
