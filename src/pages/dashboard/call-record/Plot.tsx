import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { api } from '@/services/api';
import { HEIGHT, optionsOf } from './plot-options';

type Stats = Awaited<ReturnType<typeof api.webhook.stats>>;
export type Point = Stats['series'][number];

/** Milliseconds since the epoch. @param step seconds */
export const rangeOf = ({ at }: Point, step: number): [from: number, to: number] => [Date.parse(at), Date.parse(at) + step * 1000];

/** The least part of the highest bar that is drawn: about two pixels. */
const LEAST_SHARE = 0.03;

/** Cursor position outside the chart. */
const AWAY = { left: -10, top: -10 };

interface PlotProps {
  stats: Stats;
  /** Index of the inspected point. */
  at: number | undefined;
  /** Description of that point, or of the whole chart. */
  says: string;
  texts: { label: string; hint: string };
  onLook: (at: number | undefined) => void;
  /** A time range was selected. ISO 8601. */
  onChoose: (from: string, to: string) => void;
}

/** The chart: points are inspected, and a time range is selected, by pointer or by keyboard. */
export function Plot({ stats: { series, step }, at, says, texts, onLook, onChoose }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  /** Touch only inspects points, and selects nothing. */
  const isFinger = useRef(false);
  const last = series.length - 1;

  // A dragged range is extended to whole steps, as the chart shows them.
  function choose(from: number, to: number) {
    const [first, end] = [Math.max(0, from), Math.min(last, to)].map((n) => series[n]);
    // The end is inclusive, like the last minute in the field.
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
      // A removed chart does not report that the pointer has left, so it is done here.
      now.current.onLook(undefined);
    };
  }, []);

  useEffect(() => {
    // A single failure among thousands must not be too low to be seen.
    const least = LEAST_SHARE * Math.max(...series.map(({ delivered, failed }) => delivered + failed));
    const seen = (count: number) => (count === 0 ? 0 : Math.max(count, least));
    plot.current?.setData([
      // Centred, because a point covers the time until the next one.
      series.map((point) => Date.parse(point.at) / 1000 + step / 2),
      // Stacked by overlap: all bars are drawn first, then the delivered ones over them.
      series.map((point) => seen(point.delivered) + seen(point.failed)),
      series.map((point) => seen(point.delivered)),
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

  /** uPlot does not handle touch: the touched point is inspected here. */
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
      // The touch has become a scroll of the page.
      onPointerCancel={() => look(undefined)}
      onClick={click}
      onKeyDown={press}
      onBlur={() => look(undefined)}
    />
  );
}
