/** Prime, so that the columns of a picture are sampled evenly. */
const EVERY = 7;

/** Counts each of the 65536 depths in a sample of the pixels; 0 means not measured. */
export function countDepths(depth: Uint16Array, counts: Uint32Array = new Uint32Array(65536)): Uint32Array {
  counts.fill(0);
  for (let i = 0; i < depth.length; i += EVERY) {
    const value = depth[i] as number;
    counts[value] = (counts[value] as number) + 1;
  }
  return counts;
}

/** Percentiles of the measured depths; undefined if there are none. @param shares ascending, 0…1 */
export function percentiles(counts: Uint32Array, shares: readonly number[]): number[] | undefined {
  let total = 0;
  for (let depth = 1; depth < counts.length; depth++) total += counts[depth] as number;
  if (total === 0) return undefined;
  let below = 0;
  let depth = 0;
  return shares.map((share) => {
    while (depth < counts.length - 1 && (depth === 0 || below < Math.max(1, share * total))) {
      depth++;
      below += counts[depth] as number;
    }
    return depth;
  });
}

/** The counts in `columns` equal columns from 0 to `end`, in LSB; the highest is 1. */
export function columnsOf(counts: Uint32Array, end: number, columns: number): number[] {
  const sums = new Array<number>(columns).fill(0);
  const last = Math.min(counts.length - 1, Math.ceil(end));
  for (let depth = 1; depth <= last; depth++) {
    const column = Math.min(columns - 1, Math.floor((depth / end) * columns));
    sums[column] = (sums[column] as number) + (counts[depth] as number);
  }
  const highest = Math.max(1, ...sums);
  return sums.map((sum) => sum / highest);
}

export interface Range {
  /** In millimetres. */
  near: number;
  far: number;
}

/** The automatic range: the 2nd to the 98th percentile, with a margin. */
export function rangeOf(counts: Uint32Array, unitMm: number): Range | undefined {
  const found = percentiles(counts, [0.02, 0.98]);
  if (!found) return undefined;
  const [near = 0, far = 0] = found.map((depth) => depth * unitMm);
  const air = Math.max(10, (far - near) * 0.04);
  return { near: Math.max(0, Math.round(near - air)), far: Math.round(far + air) };
}

/** Moves a range a tenth towards another one: an automatic range without smoothing flickers. */
export const towards = (now: Range, wanted: Range): Range => ({
  near: now.near + (wanted.near - now.near) * 0.1,
  far: now.far + (wanted.far - now.far) * 0.1,
});

/** The next larger round number: the end of an axis. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}
