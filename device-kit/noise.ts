/** Larger than any picture: noise that repeated within deflate's window of 32 KB would make frames look smaller than they are. */
export const TILE_WIDTH = 2048;
export const TILE_HEIGHT = 1024;

const tiles = new Map<string, Int8Array>();

/** Noise with a standard deviation of 32 that wraps around at its edges. @param blur how far neighbours are alike, pixels; 0: not at all */
export function noiseTile(seed: number, blur: number): Int8Array {
  const key = `${seed} ${blur}`;
  const known = tiles.get(key);
  if (known) return known;
  const random = randomOf(seed);
  const white = Float32Array.from({ length: TILE_WIDTH * TILE_HEIGHT }, () => gaussian(random));
  const smooth = blur === 0 ? white : blurred(blurred(white, blur, 1, TILE_WIDTH, TILE_HEIGHT), blur, TILE_WIDTH, TILE_HEIGHT, TILE_WIDTH);
  const deviation = Math.sqrt(smooth.reduce((sum, value) => sum + value * value, 0) / smooth.length);
  const tile = Int8Array.from(smooth, (value) => Math.max(-127, Math.min(127, Math.round((value / deviation) * 32))));
  if (tiles.size > 8) tiles.clear();
  tiles.set(key, tile);
  return tile;
}

/** A running mean along one direction. @param stride from a value to its neighbour @param length of a line @param lines how many there are */
function blurred(values: Float32Array, blur: number, stride: number, length: number, lines: number): Float32Array {
  const result = new Float32Array(values.length);
  for (let line = 0; line < lines; line++) {
    const begin = stride === 1 ? line * length : line;
    const at = (n: number) => begin + ((n + length) % length) * stride;
    let sum = 0;
    for (let n = -blur; n <= blur; n++) sum += values[at(n)] as number;
    for (let n = 0; n < length; n++) {
      result[at(n)] = sum;
      sum += (values[at(n + blur + 1)] as number) - (values[at(n - blur)] as number);
    }
  }
  return result;
}

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Close enough to a normal distribution. */
export const gaussian = (random: () => number): number => (random() + random() + random() + random() - 2) * 1.732;
