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

/** The first two nibbles of a difference are read in line, by far the most have no more. @throws RangeError when it is not exactly `depth.length` values */
export function unpackRvl(packed: Uint8Array, depth: Uint16Array) {
  const aligned = packed.byteOffset % 4 === 0 ? packed : packed.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
  const pixels = depth.length;
  let [at, word, left] = [0, 0, 0];

  const refill = () => {
    if (at >= words.length) throw new RangeError('the RVL payload ends too soon');
    word = words[at++] as number;
    left = 8;
  };
  const take = (): number => {
    for (let value = 0, shift = 0; shift < 27; shift += 3) {
      if (left === 0) refill();
      const nibble = word >>> 28;
      word <<= 4;
      left--;
      value |= (nibble & 7) << shift;
      if (nibble < 8) return value;
    }
    throw new RangeError('an RVL number has no end');
  };

  let [last, seen] = [0, 0];
  for (let i = 0; i < pixels; ) {
    const zeros = take();
    if (zeros > pixels - i) throw new RangeError('an RVL run leaves the picture');
    i += zeros;
    const end = i + take();
    if (end > pixels) throw new RangeError('an RVL run leaves the picture');
    if (zeros === 0 && end === i) throw new RangeError('an RVL run is empty');
    for (; i < end; i++) {
      if (left === 0) refill();
      let nibble = word >>> 28;
      word <<= 4;
      left--;
      let step = nibble & 7;
      if (nibble > 7) {
        if (left === 0) refill();
        nibble = word >>> 28;
        word <<= 4;
        left--;
        step |= (nibble & 7) << 3;
        if (nibble > 7) step |= take() << 6;
      }
      last += (step >>> 1) ^ -(step & 1);
      seen |= last;
      depth[i] = last;
    }
    if (seen >>> 16) throw new RangeError('an RVL value leaves 16 bits');
  }
  if (at < words.length) throw new RangeError('the RVL payload goes on after the picture');
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
