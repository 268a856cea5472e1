/** Larger than any picture: noise that repeated within deflate's window of 32 KB would make frames look smaller than they are. */
export const TILE_WIDTH = 2048;
export const TILE_HEIGHT = 1024;

// Two million numbers a tile: looking these up on every one would be most of the work where globals are not plain ones, as under jest.
const { imul, max, min, round, sqrt } = Math;

const tiles = new Map<string, Int8Array>();

/** Noise with a standard deviation of 32 that wraps around at its edges. @param blur how far neighbours are alike, pixels; 0: not at all */
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

/** A running mean along one direction. @param stride from a value to its neighbour @param length of a line @param lines how many there are */
function blurred(values: Float32Array, blur: number, stride: number, length: number, lines: number): Float32Array {
  const result = new Float32Array(values.length);
  for (let line = 0; line < lines; line++) {
    const begin = stride === 1 ? line * length : line;
    // Lengths are powers of two: the mask wraps around.
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

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Close enough to a normal distribution. */
const gaussian = (random: () => number): number => (random() + random() + random() + random() - 2) * 1.732;
