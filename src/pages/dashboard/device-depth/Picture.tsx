import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { Marks } from './Marks';
import { Readout } from './Readout';
import { SideBySide } from './SideBySide';
import { scaledSize } from './scale';
import { placeUnder } from './touch';
import { usePainter } from './usePainter';
import { useViewer, useViewerState } from './useViewer';
import { pixelOf, placeOf } from './viewer';
import { Wipe } from './Wipe';
import './picture.css';

/** A point this close to the pointer is grabbed, in CSS pixels. */
const GRASP_PX = 20;
/** Gap between two pictures. */
const GAP_PX = 12;
const ARROWS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface PictureProps {
  /** A picture was painted on the canvas. */
  onPainted: () => void;
}

/** The depth picture, with cursor and measurements. */
export function Picture({ onPainted }: PictureProps) {
  const t = useTexts(depthTexts);
  const viewer = useViewer();
  const { size, tool, points, region, cursor, compare, isFrozen } = useViewerState();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useRoom(frame);
  const dragged = useRef<number | 'region' | undefined>(undefined);
  const pressing = useRef(new Set<number>());
  const before = useRef({ points, region });
  const [isByKey, setByKey] = useState(false);
  usePainter(canvas, onPainted);
  // The tool's result has a label of its own there; a second one at the cursor would be too much.
  const isMeasured = tool === 'distance' ? points.length === 2 : tool === 'region' && region !== undefined;
  const isBeside = isFrozen && compare === 'side';
  // Two pictures are placed along the longer side of the available space.
  const isStacked = room !== undefined && room.height > room.width;
  const share = isBeside ? 2 : 1;
  const part = room && { width: room.width / (isStacked ? 1 : share) - GAP_PX, height: room.height / (isStacked ? share : 1) - GAP_PX };
  const box = size && room && part ? scaledSize(size, isBeside ? part : room, window.devicePixelRatio || 1) : undefined;

  function press(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    pressing.current.add(event.pointerId);
    // A second finger makes it a gesture: undo the measurement that the first one began.
    if (pressing.current.size > 1) {
      if (dragged.current !== undefined) viewer.change(before.current);
      dragged.current = undefined;
      return;
    }
    before.current = { points, region };
    const place = placeUnder(event);
    setByKey(false);
    if (tool === 'region') {
      dragged.current = 'region';
      viewer.change({ cursor: place, region: { from: place, to: place } });
    } else if (tool === 'distance') {
      const { width, height } = event.currentTarget.getBoundingClientRect();
      const held = points.findIndex(({ u, v }) => Math.hypot((u - place.u) * width, (v - place.v) * height) < GRASP_PX);
      dragged.current = held >= 0 ? held : points.length % 2;
      viewer.change({ cursor: place, points: held >= 0 ? points : [...(points.length < 2 ? points : []), place] });
    } else viewer.change({ cursor: place });
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (pressing.current.size > 1) return;
    const place = placeUnder(event);
    const held = dragged.current;
    setByKey(false);
    if (held === 'region' && region) viewer.change({ cursor: place, region: { ...region, to: place } });
    else if (typeof held === 'number') viewer.change({ cursor: place, points: points.map((one, i) => (i === held ? place : one)) });
    else viewer.change({ cursor: place });
  }

  function release({ pointerId }: PointerEvent<HTMLElement>) {
    pressing.current.delete(pointerId);
    dragged.current = undefined;
  }

  function leave({ pointerType }: PointerEvent<HTMLElement>) {
    if (pointerType === 'mouse' && dragged.current === undefined) viewer.change({ cursor: undefined });
  }

  function pressKey(event: KeyboardEvent<HTMLElement>) {
    if (!size || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROWS[event.key];
    const at = cursor ?? { u: 0.5, v: 0.5 };
    if (step) {
      event.preventDefault();
      const { x, y } = pixelOf(at, size);
      const by = event.shiftKey ? 10 : 1;
      const next = placeOf(pixelOf(placeOf({ x: x + step[0] * by, y: y + step[1] * by }, size), size), size);
      setByKey(true);
      viewer.change({ cursor: next, ...(dragged.current === 'region' && region && { region: { ...region, to: next } }) });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setByKey(true);
      if (tool === 'distance') viewer.change({ cursor: at, points: [...(points.length < 2 ? points : []), at] });
      else if (tool !== 'region') viewer.change({ cursor: { ...at } });
      else if (dragged.current === 'region') dragged.current = undefined;
      else {
        dragged.current = 'region';
        viewer.change({ cursor: at, region: { from: at, to: at } });
      }
    }
  }

  return (
    <div className="depth-room" ref={frame} data-beside={isBeside && (isStacked ? 'below' : 'right')}>
      <div className="depth-picture" style={box && { width: box.width, height: box.height }}>
        <canvas ref={canvas} />
        {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: an element with role application handles keys */}
        <div
          className="depth-touch"
          role="application"
          aria-label={t.depthPicture}
          aria-roledescription={t.depthPicture}
          aria-describedby="depth-how"
          tabIndex={0}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
          onPointerLeave={leave}
          onKeyDown={pressKey}
        >
          <Marks />
        </div>
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
        <p id="depth-how" className="sr-only">
          {t.pictureHow}
        </p>
        {isFrozen && compare === 'wipe' && <Wipe />}
        {isBeside && <span className="depth-side">{t.frozenSide}</span>}
        {!isMeasured && <Readout isSpoken={isByKey} />}
      </div>
      {isBeside && <SideBySide box={box} />}
    </div>
  );
}

/** The space available for the picture, in CSS pixels. */
function useRoom(of: React.RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState<{ width: number; height: number }>();
  useEffect(() => {
    if (!of.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect));
    observer.observe(of.current);
    return () => observer.disconnect();
  }, [of]);
  return room;
}
