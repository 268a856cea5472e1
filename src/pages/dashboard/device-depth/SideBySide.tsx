import { useRef } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { usePainter } from './usePainter';

const nothing = () => {};

/** The live picture beside the frozen one, as large. */
export function SideBySide({ box }: { box?: { width: number; height: number } }) {
  const t = useTexts(depthTexts);
  const canvas = useRef<HTMLCanvasElement>(null);
  usePainter(canvas, nothing, 'live');
  return (
    <div className="depth-picture" style={box && { width: box.width, height: box.height }}>
      <canvas ref={canvas} role="img" aria-label={t.currentSide} />
      <span className="depth-side">{t.currentSide}</span>
    </div>
  );
}
