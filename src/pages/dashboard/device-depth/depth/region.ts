import type { Pixel } from './geometry';
import type { DepthImage } from './paint';

/** Two opposite corners, both inside the region. */
export interface Region {
  from: Pixel;
  to: Pixel;
}

/** Statistics of the measured pixels of a region, in LSB. */
export interface RegionStatistics {
  pixels: number;
  /** Share of measured pixels, 0…1. */
  fill: number;
  min: number;
  median: number;
  max: number;
  mean: number;
  /** Standard deviation. */
  spread: number;
}

const counts = new Uint32Array(65536);

/** The exact statistics of a region; 0 if nothing was measured. */
export function statisticsOf({ width, height, depth }: DepthImage, { from, to }: Region): RegionStatistics {
  const [left, right] = ordered(from.x, to.x, width - 1);
  const [top, bottom] = ordered(from.y, to.y, height - 1);
  let [measured, sum, squares, min, max] = [0, 0, 0, 65535, 0];
  counts.fill(0);
  for (let y = top; y <= bottom; y++) {
    for (let i = y * width + left; i <= y * width + right; i++) {
      const value = depth[i] as number;
      if (value === 0) continue;
      counts[value] = (counts[value] as number) + 1;
      measured++;
      sum += value;
      squares += value * value;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  const pixels = (right - left + 1) * (bottom - top + 1);
  if (measured === 0) return { pixels, fill: 0, min: 0, median: 0, max: 0, mean: 0, spread: 0 };
  const mean = sum / measured;
  const spread = Math.sqrt(Math.max(0, squares / measured - mean * mean));
  return { pixels, fill: measured / pixels, min, median: medianOf(measured, min), max, mean, spread };
}

function medianOf(measured: number, min: number): number {
  let before = 0;
  let value = min - 1;
  while (before < measured / 2) before += counts[++value] as number;
  return value;
}

const ordered = (a: number, b: number, end: number) =>
  [Math.min(a, b), Math.max(a, b)].map((one) => Math.max(0, Math.min(end, one))) as [number, number];
