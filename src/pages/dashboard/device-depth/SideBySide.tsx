import { useRef } from 'react';
import { usePainter } from './usePainter';
import { useOtherSide } from './useViewer';

const nothing = () => {};

/** The picture that goes on beside the frozen one, as large. */
export function SideBySide({ box }: { box?: { width: number; height: number } }) {
  const side = useOtherSide();
  const canvas = useRef<HTMLCanvasElement>(null);
  usePainter(canvas, nothing, 'live');
  return (
    <div className="depth-picture" style={box && { width: box.width, height: box.height }}>
      <canvas ref={canvas} role="img" aria-label={side} />
      <span className="depth-side">{side}</span>
    </div>
  );
}
