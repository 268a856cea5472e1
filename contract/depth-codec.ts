/** The two ways to pack depth (device-protocol.md, Depth frames). Hosts are little-endian: every browser and every Node there is. */

/**
 * RVL (Wilson 2017): runs of zeros, runs of values, the values as zig-zag differences to the last one measured; three bits and a "goes on"
 * bit a nibble, the most significant nibble of a little-endian word first.
 */
export function packRvl(depth: Uint16Array): Uint8Array {
  const words = new Uint32Array(Math.ceil(depth.length * 0.75) + 4);
  let [at, word, free] = [0, 0, 8];
  const put = (value: number) => {
    let rest = value;
    do {
      const nibble = rest > 7 ? (rest & 7) | 8 : rest;
      rest >>>= 3;
      word = (word << 4) | nibble;
      if (--free === 0) {
        words[at++] = word;
        free = 8;
      }
    } while (rest > 0);
  };
  let last = 0;
  for (let i = 0; i < depth.length; ) {
    const zeros = i;
    while (i < depth.length && depth[i] === 0) i++;
    put(i - zeros);
    let end = i;
    while (end < depth.length && depth[end] !== 0) end++;
    put(end - i);
    for (; i < end; i++) {
      const value = depth[i] as number;
      const step = value - last;
      put((step << 1) ^ (step >> 31));
      last = value;
    }
  }
  if (free < 8) words[at++] = word << (4 * free);
  return new Uint8Array(words.buffer, 0, at * 4);
}

/** By the next three nibbles: the difference they begin with, times four, plus how many of them it takes; 0 when it takes more. */
const STEPS = Int16Array.from({ length: 4096 }, (_, nibbles) => {
  const [first, second, third] = [nibbles >> 8, (nibbles >> 4) & 15, nibbles & 15];
  const taken = first < 8 ? 1 : second < 8 ? 2 : third < 8 ? 3 : 0;
  const zigzag = (first & 7) | (taken > 1 ? (second & 7) << 3 : 0) | (taken > 2 ? third << 6 : 0);
  return taken && ((zigzag >>> 1) ^ -(zigzag & 1)) * 4 + taken;
});
/** The longest number: a run in a picture of 4096×4096. */
const MAX_NIBBLES = 9;

/**
 * A picture is a million numbers, and nearly all are differences of one to three nibbles: those are looked up instead of being put together
 * nibble by nibble.
 * @throws RangeError when it is not exactly `depth.length` values
 */
export function unpackRvl(packed: Uint8Array, depth: Uint16Array) {
  const pixels = depth.length;
  const length = packed.length >> 2;
  // Two words more, so that whoever looks ahead sees zeros.
  const words = new Uint32Array(length + 2);
  new Uint8Array(words.buffer).set(packed.subarray(0, 4 * length));
  const end = 8 * length;
  // Counts nibbles.
  let at = 0;

  const number = (): number => {
    for (let value = 0, taken = 0; taken < MAX_NIBBLES && at < end; taken++, at++) {
      const nibble = ((words[at >>> 3] as number) >>> (28 - 4 * (at & 7))) & 15;
      value |= (nibble & 7) << (3 * taken);
      if (nibble < 8) {
        at++;
        return value;
      }
    }
    throw new RangeError('the RVL payload is broken');
  };

  let last = 0;
  for (let i = 0; i < pixels; ) {
    const zeros = number();
    const values = number();
    if (zeros + values === 0 || zeros + values > pixels - i) throw new RangeError('an RVL run leaves the picture');
    i += zeros;
    let seen = 0;
    let here = at;
    for (const until = i + values; i < until; i++) {
      if (here >= end) throw new RangeError('the RVL payload ends too soon');
      const word = here >>> 3;
      const shift = (here & 7) << 2;
      const ahead = ((words[word] as number) << shift) | (((words[word + 1] as number) >>> 1) >>> (31 - shift));
      const step = STEPS[ahead >>> 20] as number;
      if (step !== 0) {
        here += step & 3;
        last += step >> 2;
      } else {
        at = here;
        const zigzag = number();
        here = at;
        last += (zigzag >>> 1) ^ -(zigzag & 1);
      }
      seen |= last;
      depth[i] = last;
    }
    at = here;
    if (seen >>> 16) throw new RangeError('an RVL value leaves 16 bits');
  }
  if (Math.ceil(at / 8) !== length) throw new RangeError('the RVL payload is not as long as its picture');
}

/**
 * ZDELTA before it is deflated: zig-zag differences to the pixel on the left (the first of a row: to the one above, the very first: to 0),
 * all low bytes, then all high bytes.
 */
export function packDelta(depth: Uint16Array, width: number): Uint8Array {
  const pixels = depth.length;
  const planes = new Uint8Array(2 * pixels);
  for (let row = 0; row < pixels; row += width) {
    let left = row === 0 ? 0 : (depth[row - width] as number);
    for (let i = row; i < row + width; i++) {
      const value = depth[i] as number;
      const step = ((value - left) << 16) >> 16;
      const zigzag = (step << 1) ^ (step >> 15);
      planes[i] = zigzag;
      planes[pixels + i] = zigzag >> 8;
      left = value;
    }
  }
  return planes;
}

/** @param planes 2 · `depth.length` bytes, inflated */
export function unpackDelta(planes: Uint8Array, depth: Uint16Array, width: number) {
  const pixels = depth.length;
  for (let row = 0; row < pixels; row += width) {
    let left = row === 0 ? 0 : (depth[row - width] as number);
    for (let i = row; i < row + width; i++) {
      const zigzag = (planes[i] as number) | ((planes[pixels + i] as number) << 8);
      left = (left + ((zigzag >>> 1) ^ -(zigzag & 1))) & 0xffff;
      depth[i] = left;
    }
  }
}
