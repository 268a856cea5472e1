import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState, type WheelEvent } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { type CloudDrawing, drawClouds } from './cloud-drawing';
import { Action } from './controls';
import { mmText } from './measure';
import { moved, START, turned, zoomed } from './orbit';
import { isTouch } from './touch';
import { useViewer } from './useViewer';
import './cloud.css';

/** The picture as a point cloud that can be turned. */
export default function Cloud({ onDrawn }: { onDrawn: () => void }) {
  const t = useTexts(depthTexts);
  const viewer = useViewer();
  const canvas = useRef<HTMLCanvasElement>(null);
  const orbit = useRef(START);
  const redraw = useRef(() => {});
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const [points, setPoints] = useState(0);
  const [hasFailed, setFailed] = useState(false);

  // Loaded lazily: meanwhile the stage has the focus, which is taken over here.
  useEffect(() => {
    const scene = canvas.current?.parentElement;
    if (scene?.closest('[data-keeps-focus]') === document.activeElement) scene?.focus();
  }, []);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let drawing: CloudDrawing | undefined;
    try {
      drawing = drawClouds(element);
    } catch {
      return setFailed(true);
    }
    let request = 0;
    const draw = () => {
      const picture = viewer.shown();
      if (!picture) return;
      setPoints(drawing.draw(picture, viewer.lut, orbit.current));
      drawn.current();
    };
    const drawNext = () => {
      request ||= requestAnimationFrame(() => {
        request = 0;
        draw();
      });
    };
    redraw.current = drawNext;
    drawNext();
    viewer.drawCloud = () => {
      draw();
      return element;
    };
    const observer = new ResizeObserver(drawNext);
    observer.observe(element);
    const unsubscribe = viewer.onPicture(drawNext);
    return () => {
      viewer.drawCloud = undefined;
      cancelAnimationFrame(request);
      observer.disconnect();
      unsubscribe();
      drawing.close();
    };
  }, [viewer]);

  function look(next: typeof START) {
    orbit.current = next;
    redraw.current();
  }

  function press({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
    currentTarget.setPointerCapture?.(pointerId);
    pointers.current.set(pointerId, { x: clientX, y: clientY });
  }

  function move({ pointerId, clientX, clientY, shiftKey, buttons }: PointerEvent) {
    const before = pointers.current.get(pointerId);
    if (!before) return;
    const [dx, dy] = [clientX - before.x, clientY - before.y];
    const [other] = [...pointers.current].filter(([id]) => id !== pointerId).map(([, at]) => at);
    pointers.current.set(pointerId, { x: clientX, y: clientY });
    if (other) {
      const spread = Math.hypot(clientX - other.x, clientY - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      look(moved(zoomed(orbit.current, spread), dx / 2, dy / 2));
    } else look(shiftKey || buttons === 2 ? moved(orbit.current, dx, dy) : turned(orbit.current, dx, dy));
  }

  function release({ pointerId }: PointerEvent) {
    pointers.current.delete(pointerId);
  }

  function pressKey(event: KeyboardEvent) {
    const by = { ArrowLeft: [-16, 0], ArrowRight: [16, 0], ArrowUp: [0, -16], ArrowDown: [0, 16] }[event.key];
    if (by) {
      event.preventDefault();
      const [dx = 0, dy = 0] = by;
      look(event.shiftKey ? moved(orbit.current, dx, dy) : turned(orbit.current, dx, dy));
    } else if (event.key === '+' || event.key === '=') look(zoomed(orbit.current, 1.1));
    else if (event.key === '-') look(zoomed(orbit.current, 1 / 1.1));
    else if (event.key === '0') look(START);
  }

  if (hasFailed) return <p className="depth-hint depth-cloud-failed">{t.cloudFailed}</p>;
  return (
    <div className="depth-cloud">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: an element with role application handles keys */}
      <div
        role="application"
        aria-label={t.cloud}
        aria-describedby="cloud-how"
        tabIndex={0}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
        onWheel={({ deltaY }: WheelEvent) => look(zoomed(orbit.current, Math.exp(-deltaY / 600)))}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={pressKey}
      >
        <canvas ref={canvas} data-points={points} />
      </div>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
      <footer>
        <p id="cloud-how">{isTouch() ? t.cloudTouchHow : t.cloudHow}</p>
        <span className="number">{t.points(mmText(points))}</span>
        <Action icon="cloud" label={t.resetView} hint="0" onClick={() => look(START)} />
      </footer>
    </div>
  );
}
