import { turboRgb } from '@/utils/contours';

type Rgb = readonly [number, number, number];
type Palette = (t: number) => Rgb;

/** Palettes in the order of the menu. `t` runs from 0, far, to 1, near: near is warm or bright. */
export const palettes = {
  turbo: turboRgb,
  // Degree 6 fits of matplotlib's tables by Matt Zucker (public domain). Viridis is suitable for all kinds of colour blindness.
  viridis: polynomial([
    [0.277727, 0.005407, 0.3341],
    [0.105093, 1.404614, 1.38459],
    [-0.330862, 0.214848, 0.095095],
    [-4.63423, -5.799101, -19.332441],
    [6.22827, 14.179933, 56.690553],
    [4.776385, -13.745145, -65.353033],
    [-5.435456, 4.645853, 26.312435],
  ]),
  inferno: polynomial([
    [0.000219, 0.001651, -0.019481],
    [0.106513, 0.563956, 3.932712],
    [11.602493, -3.972854, -15.942394],
    [-41.703996, 17.436399, 44.354145],
    [77.162936, -33.402359, -81.807309],
    [-71.319428, 32.626064, 73.20952],
    [25.131126, -12.242669, -23.070325],
  ]),
  jet: (t: number) => [ramp(t - 0.75), ramp(t - 0.5), ramp(t - 0.25)] as const,
  grey: (t: number) => [20 + 235 * t, 20 + 235 * t, 20 + 235 * t] as const,
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;
export const paletteNames = Object.keys(palettes) as PaletteName[];

/** A palette's colour in the memory layout of canvases on little-endian machines: 0xAABBGGRR. */
export function pixelOf(name: PaletteName, t: number): number {
  const [r, g, b] = palettes[name](t);
  return packed(r, g, b);
}

/** A CSS gradient, near on the left and far on the right, or inverted. */
export function gradientOf(name: PaletteName, isInverted = false, stops = 16): string {
  const colour = (t: number) =>
    `rgb(${palettes[name](isInverted ? 1 - t : t)
      .map(byte)
      .join(' ')})`;
  return `linear-gradient(to right, ${Array.from({ length: stops + 1 }, (_, i) => colour(1 - i / stops)).join(', ')})`;
}

export const packed = (r: number, g: number, b: number): number => ((255 << 24) | (byte(b) << 16) | (byte(g) << 8) | byte(r)) >>> 0;

const byte = (value: number) => Math.round(Math.max(0, Math.min(255, value)));
const ramp = (distance: number) => 255 * Math.max(0, Math.min(1, 1.5 - 4 * Math.abs(distance)));

function polynomial(terms: readonly Rgb[]): Palette {
  const channel = (t: number, which: 0 | 1 | 2) => 255 * terms.reduceRight((sum, term) => sum * t + term[which], 0);
  return (t) => [channel(t, 0), channel(t, 1), channel(t, 2)];
}
