import { useRef } from 'react';
import { placeUnder } from './touch';
import { usePainter } from './usePainter';
import { useOtherSide, useViewer, useViewerState } from './useViewer';

const nothing = () => {};

/** The live picture beside the frozen one, in the same size. */
export function SideBySide({ box }: { box?: { width: number; height: number } }) {
  const viewer = useViewer();
  const { cursor } = useViewerState();
  const side = useOtherSide();
  const canvas = useRef<HTMLCanvasElement>(null);
  usePainter(canvas, nothing, 'live');
  return (
    <div className="depth-picture" style={box && { width: box.width, height: box.height }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={side}
        onPointerMove={(event) => viewer.change({ cursor: placeUnder(event) })}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && viewer.change({ cursor: undefined })}
      />
      {/* The cursor is shown at the same place on both. */}
      {cursor && <i className="depth-cross" style={{ left: `${100 * cursor.u}%`, top: `${100 * cursor.v}%` }} />}
      <span className="depth-side">{side}</span>
    </div>
  );
}
