/** Larger than any picture: noise that repeats within deflate's window of 32 KB would compress unrealistically well. */
export const TILE_WIDTH = 2048;
export const TILE_HEIGHT = 1024;

// A tile has two million values, and under jest each access to a global such as `Math` is slow.
const { imul, max, min, round, sqrt } = Math;

const tiles = new Map<string, Int8Array>();

/** Tileable noise with a standard deviation of 32. @param blur radius of a box blur in pixels; 0: white noise */
export function noiseTile(seed: number, blur: number): Int8Array {
  const key = `${seed} ${blur}`;
  const known = tiles.get(key);
  if (known) return known;
  const random = randomOf(seed);
  const white = new Float32Array(TILE_WIDTH * TILE_HEIGHT);
  for (let i = 0; i < white.length; i++) white[i] = gaussian(random);
  const smooth = blur === 0 ? white : blurred(blurred(white, blur, 1, TILE_WIDTH, TILE_HEIGHT), blur, TILE_WIDTH, TILE_HEIGHT, TILE_WIDTH);
  let squares = 0;
  for (let i = 0; i < smooth.length; i++) squares += (smooth[i] as number) ** 2;
  const scale = 32 / sqrt(squares / smooth.length);
  const tile = new Int8Array(smooth.length);
  for (let i = 0; i < tile.length; i++) tile[i] = max(-127, min(127, round((smooth[i] as number) * scale)));
  if (tiles.size > 8) tiles.clear();
  tiles.set(key, tile);
  return tile;
}

/** A moving sum along one direction. @param stride index step between neighbours @param length values per line @param lines how many */
function blurred(values: Float32Array, blur: number, stride: number, length: number, lines: number): Float32Array {
  const result = new Float32Array(values.length);
  for (let line = 0; line < lines; line++) {
    const begin = stride === 1 ? line * length : line;
    // Lengths are powers of two, so a mask wraps indices around.
    const wrap = length - 1;
    let sum = 0;
    for (let n = -blur; n <= blur; n++) sum += values[begin + (n & wrap) * stride] as number;
    for (let n = 0; n < length; n++) {
      result[begin + n * stride] = sum;
      sum += (values[begin + ((n + blur + 1) & wrap) * stride] as number) - (values[begin + ((n - blur) & wrap) * stride] as number);
    }
  }
  return result;
}

/** The mulberry32 generator: pseudo-random numbers in [0, 1), reproducible by seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Approximates a normal distribution with standard deviation 1 by a sum of four uniform numbers. */
const gaussian = (random: () => number): number => (random() + random() + random() + random() - 2) * 1.732;
