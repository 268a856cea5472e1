import type { PointerEvent } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { useOtherSide, useViewer, useViewerState } from './useViewer';

/** Keys of a slider (WAI-ARIA Authoring Practices). */
const NEXT: Record<string, (wipe: number) => number> = {
  ArrowLeft: (wipe) => wipe - 0.02,
  ArrowDown: (wipe) => wipe - 0.02,
  ArrowRight: (wipe) => wipe + 0.02,
  ArrowUp: (wipe) => wipe + 0.02,
  PageDown: (wipe) => wipe - 0.1,
  PageUp: (wipe) => wipe + 0.1,
  Home: () => 0,
  End: () => 1,
};

/** The edge between the frozen and the live picture, movable by dragging and by arrow keys. */
export function Wipe() {
  const t = useTexts(depthTexts);
  const viewer = useViewer();
  const otherSide = useOtherSide();
  const { wipe } = useViewerState();
  const set = (share: number) => viewer.change({ wipe: Math.max(0, Math.min(1, share)) });

  function drag({ currentTarget, clientX, buttons }: PointerEvent<HTMLElement>) {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (buttons && box) set((clientX - box.left) / box.width);
  }

  return (
    <div
      className="depth-wipe"
      role="slider"
      aria-label={t.wipe}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * wipe)}
      tabIndex={0}
      style={{ left: `${100 * wipe}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture?.(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={(event) => {
        const next = NEXT[event.key]?.(wipe);
        if (next === undefined) return;
        event.preventDefault();
        set(next);
      }}
    >
      <span>{t.frozenSide}</span>
      <i />
      <span>{otherSide}</span>
    </div>
  );
}
