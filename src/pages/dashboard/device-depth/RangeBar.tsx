import { useUpdate } from 'ahooks';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { depthTexts } from '@/locales/device-depth';
import { useTexts } from '@/locales/texts';
import { gradientOf } from './depth/palette';
import { mmText } from './measure';
import { usePictures, useViewer, useViewerState } from './useViewer';
import './range-bar.css';

const COLUMNS = 160;
const NARROWEST_MM = 20;
/** After a touch, the scale stays fixed for this long, for corrections. */
const FINGER_MS = 2000;
/** Limits closer than this overlap, in CSS pixels. */
const TOGETHER_PX = 16;

/** The colour scale: a depth histogram over the palette, with adjustable near and far limits. */
export function RangeBar() {
  const t = useTexts(depthTexts);
  const viewer = useViewer();
  const { range, palette, invert, isAuto } = useViewerState();
  const bar = useRef<HTMLDivElement>(null);
  const pressedAt = useRef(0);
  const held = useRef<'near' | 'far'>(undefined);
  usePictures(200);
  // The scale is fixed while a limit is dragged (and for a while after a touch): growing with the far limit, it would run away with it.
  const scaleEnd = useRef<number>(undefined);
  if (scaleEnd.current && range.far > scaleEnd.current) scaleEnd.current = undefined;
  const { endMm, heights } = viewer.histogram(COLUMNS, scaleEnd.current);
  const redraw = useUpdate();
  const partOf = (mm: number) => Math.max(0, Math.min(1, mm / endMm));
  const share = (mm: number) => `${100 * partOf(mm)}%`;
  const [nearAt, farAt] = [partOf(range.near), partOf(range.far)];
  // Scaled up, because `flex-grow` values with a sum below 1 do not fill the space.
  const parts = [nearAt, farAt - nearAt, 1 - farAt].map((part) => 1000 * part);

  function set(which: 'near' | 'far', mm: number) {
    const { near, far } = viewer.state.range;
    const wanted = Math.round(mm);
    const limits =
      which === 'near'
        ? { near: Math.max(0, Math.min(wanted, far - NARROWEST_MM)), far }
        : { near, far: Math.min(65535, Math.max(wanted, near + NARROWEST_MM)) };
    viewer.change({ range: limits, isAuto: false });
  }

  const letting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(letting.current), []);

  function letScaleGo() {
    scaleEnd.current = undefined;
    redraw();
  }

  const limit = (which: 'near' | 'far') => {
    const mm = Math.round(range[which]);
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 };

    function press(event: KeyboardEvent) {
      const step = steps[event.key];
      const to = event.key === 'Home' ? 0 : event.key === 'End' ? endMm : step && mm + step * (event.shiftKey ? 100 : 10);
      if (to === undefined) return;
      event.preventDefault();
      set(which, to);
    }

    function drag({ buttons, clientX }: PointerEvent) {
      const box = bar.current?.getBoundingClientRect();
      const by = clientX - pressedAt.current;
      if (!buttons || !box || by === 0) return;
      // Of two overlapping limits, the one that can move in this direction.
      const areTogether = (farAt - nearAt) * box.width < TOGETHER_PX;
      held.current ??= !areTogether ? which : by > 0 ? 'far' : 'near';
      set(held.current, Math.min(1, (clientX - box.left) / box.width) * endMm);
    }

    return (
      <div
        className="depth-limit"
        data-which={which}
        role="slider"
        aria-label={t[which]}
        aria-valuemin={0}
        aria-valuemax={Math.round(endMm)}
        aria-valuenow={mm}
        aria-valuetext={t.mm(mmText(mm))}
        tabIndex={0}
        style={{ left: share(mm) }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          pressedAt.current = event.clientX;
          held.current = undefined;
          clearTimeout(letting.current);
          scaleEnd.current = endMm;
        }}
        onLostPointerCapture={({ pointerType }) => {
          if (pointerType !== 'mouse') letting.current = setTimeout(letScaleGo, FINGER_MS);
          else if (!bar.current?.matches(':hover')) letScaleGo();
        }}
        onPointerMove={drag}
        onKeyDown={press}
      />
    );
  };

  return (
    <section className="depth-range" aria-label={t.range}>
      <div className="depth-scale" ref={bar} onPointerLeave={({ pointerType }) => pointerType === 'mouse' && letScaleGo()}>
        <svg viewBox={`0 0 ${COLUMNS} 1`} preserveAspectRatio="none" aria-hidden="true">
          <path d={outlineOf(heights)} />
        </svg>
        <div className="depth-bar">
          <i
            style={{
              left: share(range.near),
              right: `calc(100% - ${share(range.far)})`,
              backgroundImage: gradientOf(palette, invert),
            }}
          />
        </div>
        {limit('near')}
        {limit('far')}
        {/* Each label is below its limit, or side by side if the limits are too close. */}
        <div className="depth-limits number" aria-hidden="true">
          <i style={{ flexGrow: parts[0] }} />
          <p style={{ flexGrow: parts[1] }}>
            <span>{mmText(Math.round(range.near))}</span>
            <span>{mmText(Math.round(range.far))}</span>
          </p>
          <i style={{ flexGrow: parts[2] }} />
        </div>
        <span className="depth-end number">{t.mm(mmText(endMm))}</span>
      </div>
      <div className="depth-range-actions">
        <span className="depth-legend">
          <i /> {t.invalid}
        </span>
        <button type="button" className="depth-chip" aria-keyshortcuts="F" title={`${t.keyFit} (F)`} onClick={viewer.fitRange}>
          {t.fit}
        </button>
        <button
          type="button"
          className="depth-chip"
          aria-pressed={isAuto}
          aria-keyshortcuts="A"
          title={`${t.keyAuto} (A)`}
          onClick={() => viewer.change({ isAuto: !isAuto })}
        >
          {t.auto}
        </button>
      </div>
    </section>
  );
}

/** The histogram's outline, one step per column; the square root makes rare depths visible. */
function outlineOf(heights: number[]): string {
  const steps = heights.map((height, i) => `L${i} ${1 - Math.sqrt(height)}L${i + 1} ${1 - Math.sqrt(height)}`);
  return `M0 1${steps.join('')}L${heights.length} 1Z`;
}
