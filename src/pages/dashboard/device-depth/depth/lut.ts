import { type PaletteName, packed, pixelOf } from './palette';

/** Settings of the colours. `near` and `far` in LSB of the frame. */
interface Colouring {
  palette: PaletteName;
  near: number;
  far: number;
  invert: boolean;
  /** Equalizes the palette by these counts; without them it is linear over the range. */
  counts?: Uint32Array;
}

/** Colour of unmeasured pixels, which no palette contains. */
export const INVALID = packed(11, 14, 20);

const STEPS = 1024;

/** The colour of each of the 65536 depths, as in `pixelOf`. Depths outside the range have the colour of its nearest end. */
export function fillLut(lut: Uint32Array, { palette, near, far, invert, counts }: Colouring): Uint32Array {
  const colours = Uint32Array.from({ length: STEPS + 1 }, (_, i) => pixelOf(palette, invert ? i / STEPS : 1 - i / STEPS));
  const colour = (t: number) => colours[Math.round(t * STEPS)] ?? 0;
  const [from, to] = [Math.max(1, Math.round(near)), Math.min(65535, Math.max(Math.round(far), Math.round(near) + 1))];

  lut.fill(colour(0), 0, from);
  lut.fill(colour(1), to);
  if (counts) equalise(lut, from, to, counts, colour);
  else for (let depth = from; depth < to; depth++) lut[depth] = colour((depth - from) / (to - from));
  lut[0] = INVALID;
  return lut;
}

function equalise(lut: Uint32Array, from: number, to: number, counts: Uint32Array, colour: (t: number) => number) {
  let total = 0;
  for (let depth = from; depth <= to; depth++) total += counts[depth] ?? 0;
  let before = 0;
  for (let depth = from; depth < to; depth++) {
    lut[depth] = colour(total > 0 ? before / total : (depth - from) / (to - from));
    before += counts[depth] ?? 0;
  }
}

/** Colours of `lut[difference + 32768]`: nearer orange, farther blue, unchanged dark. @param full LSB with the strongest colour */
export function differenceLut(full: number): Uint32Array {
  return Uint32Array.from({ length: 65536 }, (_, i) => {
    const t = Math.max(-1, Math.min(1, (i - 32768) / Math.max(1, full)));
    const strength = Math.sqrt(Math.abs(t));
    return t < 0
      ? packed(38 + 217 * strength, 42 + 70 * strength, 52 + 10 * strength)
      : packed(38, 42 + 110 * strength, 52 + 203 * strength);
  });
}
