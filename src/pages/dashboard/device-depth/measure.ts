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
  /** Of the picture that one points at. */
  pointed: Reading;
  compared?: {
    /** Millimetres; 0: nothing was measured. */
    frozen: number;
    now: number;
    /** With its sign; undefined where either was not measured. */
    difference?: string;
    /** What one points at is the difference itself. */
    isDifference: boolean;
  };
}

export function readingAt(picture: Picture, place: Place): Reading {
  const pixel = pixelOf(place, picture);
  const mm = depthAt(picture, pixel) * picture.unitMm;
  const { intrinsics } = picture;
  return { pixel, mm, point: mm > 0 && intrinsics ? deproject(pixel, mm, intrinsics) : undefined };
}

/** Between two places in space, millimetres; undefined where nothing was measured, or the camera is not known. */
export function distanceBetween(picture: Picture, [a, b]: readonly Place[]): number | undefined {
  const [from, to] = [a && readingAt(picture, a).point, b && readingAt(picture, b).point];
  return from && to && distance(from, to);
}

/** Of a region, in millimetres. */
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

/** Millimetres as one reads them: 1 830, −178, and tenths only where the sensor has them. */
export function mmText(mm: number, digits = 0): string {
  const text = mm.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits, signDisplay: 'negative' });
  return text.replaceAll(',', '\u202f').replace('-', '−');
}

/** How much farther it is now than in the frozen picture, with its sign: +152, −178; undefined where either was not measured. */
export function differenceText(frozen: number, now: number): string | undefined {
  if (frozen <= 0 || now <= 0) return undefined;
  return `${now > frozen ? '+' : ''}${mmText(now - frozen)}`;
}
