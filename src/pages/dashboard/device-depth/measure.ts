import { deproject, depthAt, distance, type Pixel, type Point3 } from './depth/geometry';
import { type RegionStatistics, statisticsOf } from './depth/region';
import { type Picture, type Place, pixelOf } from './viewer';

export interface Reading {
  pixel: Pixel;
  /** Millimetres; 0 when nothing was measured. */
  mm: number;
  /** In the camera's coordinates; only with intrinsics and a depth. */
  point?: Point3;
}

/** A reading where two pictures are compared. */
export interface Compared {
  /** The reading on the picture at the cursor. */
  pointed: Reading;
  compared?: {
    /** Millimetres; 0: nothing was measured. */
    frozen: number;
    now: number;
    /** With a sign; undefined if either was not measured. */
    difference?: string;
    /** The cursor is on a difference picture. */
    isDifference: boolean;
  };
}

export function readingAt(picture: Picture, place: Place): Reading {
  const pixel = pixelOf(place, picture);
  const mm = depthAt(picture, pixel) * picture.unitMm;
  const { intrinsics } = picture;
  return { pixel, mm, point: mm > 0 && intrinsics ? deproject(pixel, mm, intrinsics) : undefined };
}

/** The distance of two places in space, in millimetres; undefined if either was not measured, or without intrinsics. */
export function distanceBetween(picture: Picture, [a, b]: readonly Place[]): number | undefined {
  const [from, to] = [a && readingAt(picture, a).point, b && readingAt(picture, b).point];
  return from && to && distance(from, to);
}

/** Statistics of a region, in millimetres. */
export function statisticsIn(picture: Picture, { from, to }: { from: Place; to: Place }): RegionStatistics {
  const { pixels, fill, ...depths } = statisticsOf(picture, { from: pixelOf(from, picture), to: pixelOf(to, picture) });
  const inMm = (depth: number) => depth * picture.unitMm;
  return {
    pixels,
    fill,
    min: inMm(depths.min),
    median: inMm(depths.median),
    max: inMm(depths.max),
    mean: inMm(depths.mean),
    spread: inMm(depths.spread),
  };
}

/** Formats millimetres: 1,830, −178. Decimals only if the sensor provides them. */
export function mmText(mm: number, digits = 0): string {
  const text = mm.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits, signDisplay: 'negative' });
  return text.replace('-', '−');
}

/** The signed change since the frozen picture: +152, −178; undefined if either was not measured. */
export function differenceText(frozen: number, now: number): string | undefined {
  if (frozen <= 0 || now <= 0) return undefined;
  return `${now > frozen ? '+' : ''}${mmText(now - frozen)}`;
}
