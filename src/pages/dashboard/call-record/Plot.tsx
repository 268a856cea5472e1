import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { api } from '@/services/api';
import { HEIGHT, optionsOf } from './plot-options';

type Stats = Awaited<ReturnType<typeof api.webhook.stats>>;
export type Point = Stats['series'][number];

/** Milliseconds since the epoch. @param step seconds */
export const rangeOf = ({ at }: Point, step: number): [from: number, to: number] => [Date.parse(at), Date.parse(at) + step * 1000];

/** Where the pointer is when it is not on the chart. */
const AWAY = { left: -10, top: -10 };

interface PlotProps {
  stats: Stats;
  /** Which point is looked at. */
  at: number | undefined;
  /** What is seen there, or of all of it. */
  says: string;
  texts: { label: string; hint: string };
  onLook: (at: number | undefined) => void;
  /** A time range was chosen. ISO 8601. */
  onChoose: (from: string, to: string) => void;
}

/** The chart itself: looked at by pointer and by keyboard, and by both a part of the time is chosen. */
export function Plot({ stats: { series, step }, at, says, texts, onLook, onChoose }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  /** It looks by touching, and chooses nothing by that. */
  const isFinger = useRef(false);
  const last = series.length - 1;

  // What one drags over is taken in whole steps, as the chart shows them.
  function choose(from: number, to: number) {
    const [first, end] = [Math.max(0, from), Math.min(last, to)].map((n) => series[n]);
    // The end is the last moment that is looked at, as the field says the last minute.
    if (first && end) onChoose(first.at, new Date(rangeOf(end, step)[1] - 1).toISOString());
  }

  const now = useRef({ step, choose, onLook });
  now.current = { step, choose, onLook };

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const drawn = new UPlot(
      optionsOf(element, {
        step: () => now.current.step,
        onChoose: (from, to) => now.current.choose(from, to),
        onLook: (at) => now.current.onLook(at),
        isFinger: () => isFinger.current,
      }),
      [[], [], [], [], []],
      element,
    );
    plot.current = drawn;
    const resized = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      drawn.destroy();
      // Nobody looks at what is not there: the pointer leaves it without a word.
      now.current.onLook(undefined);
    };
  }, []);

  useEffect(() => {
    plot.current?.setData([
      // Each stands for the time from its beginning to the next.
      series.map((point) => Date.parse(point.at) / 1000 + step / 2),
      // The bars stand behind each other: all of them, then those that were delivered.
      series.map((point) => point.delivered + point.failed),
      series.map((point) => point.delivered),
      series.map((point) => point.p50),
      series.map((point) => point.p95),
    ]);
  }, [series, step]);

  function click() {
    const { idx } = plot.current?.cursor ?? {};
    if (typeof idx === 'number' && !isFinger.current) choose(idx, idx);
  }

  function look(to: number | undefined) {
    const drawn = plot.current;
    const time = to === undefined ? undefined : drawn?.data[0][to];
    drawn?.setCursor(time === undefined ? AWAY : { left: drawn.valToPos(time, 'x'), top: 0 });
  }

  /** uPlot knows no fingers: where one is, it is looked. */
  function touch({ pointerType, clientX }: PointerEvent) {
    isFinger.current = pointerType === 'touch';
    const drawn = plot.current;
    if (drawn && isFinger.current) drawn.setCursor({ left: clientX - drawn.over.getBoundingClientRect().left, top: 0 });
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [before, after] = [(at ?? last + 1) - 1, (at ?? last) + 1];
    const to = { ArrowLeft: before, ArrowDown: before, ArrowRight: after, ArrowUp: after, Home: 0, End: last }[event.key];
    if (to !== undefined) look(Math.min(last, Math.max(0, to)));
    else if (event.key === 'Enter' && at !== undefined) {
      choose(at, at);
      look(undefined);
    } else return;
    event.preventDefault();
  }

  return (
    <div
      ref={place}
      className="plot"
      role="slider"
      tabIndex={0}
      title={texts.hint}
      aria-label={texts.label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={says}
      onPointerDown={touch}
      onPointerMove={touch}
      onPointerUp={() => isFinger.current && place.current?.focus({ preventScroll: true })}
      // Then it scrolls the page.
      onPointerCancel={() => look(undefined)}
      onClick={click}
      onKeyDown={press}
      onBlur={() => look(undefined)}
    />
  );
}
