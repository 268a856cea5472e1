/**
 * Raw deflate (RFC 1951) into a buffer of a fixed size. Written here because the libraries for browsers know no limit: a frame of 2 MB that
 * inflates to 2 GB would keep them busy for seconds, while this stops at the byte that does not fit.
 */

const LENGTH_BASE = Uint16Array.of(
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11,
  13,
  15,
  17,
  19,
  23,
  27,
  31,
  35,
  43,
  51,
  59,
  67,
  83,
  99,
  115,
  131,
  163,
  195,
  227,
  258,
);
const LENGTH_BITS = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0);
const DISTANCE_BASE = Uint16Array.from({ length: 30 }, (_, code) => (code < 4 ? code + 1 : ((2 + (code & 1)) << ((code >> 1) - 1)) + 1));
const DISTANCE_BITS = Uint8Array.from({ length: 30 }, (_, code) => (code < 4 ? 0 : (code >> 1) - 1));
const CODE_LENGTH_ORDER = Uint8Array.of(16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15);
const MAX_BITS = 15;
/** Longer codes are rare, and a small table is soon made and stays in the cache. */
const TABLE_BITS = 10;
/** From here on a run of one byte is cheaper by `fill`. */
const LONG_RUN = 32;

/** A code: `symbol << 4 | length` for every way its next bits can look; 0 where a longer one begins, or none. */
interface Code {
  table: Uint16Array;
  mask: number;
  /** How many codes there are of each length, and their symbols in order: for those too long for the table. */
  counts: Uint16Array;
  symbols: Uint16Array;
}

const fixedLengths = Uint8Array.from({ length: 288 }, (_, n) => (n < 144 ? 8 : n < 256 ? 9 : n < 280 ? 7 : 8));
const FIXED = { literal: codeOf(fixedLengths), distance: codeOf(new Uint8Array(30).fill(5)) };

/**
 * @returns how many bytes it wrote; `into.length` also when there would have been more
 * @throws RangeError when it is no deflate stream, or not all of one
 */
export function inflateInto(packed: Uint8Array, into: Uint8Array): number {
  const source = new Bits(packed);
  let out = 0;
  for (let isLast = false; !isLast && out <= into.length; ) {
    isLast = source.take(1) === 1;
    const kind = source.take(2);
    if (kind === 3) throw new RangeError('a block of no known kind');
    out = kind === 0 ? copyStored(source, into, out) : inflateBlock(source, kind === 1 ? FIXED : readCodes(source), into, out);
  }
  return Math.min(out, into.length);
}

/** Reads bits, the lowest of a byte first. */
class Bits {
  at = 0;
  hold = 0;
  count = 0;

  constructor(readonly bytes: Uint8Array) {}

  take(wanted: number): number {
    while (this.count < wanted) {
      if (this.at >= this.bytes.length) throw new RangeError('the deflate stream ends too soon');
      this.hold |= (this.bytes[this.at++] as number) << this.count;
      this.count += 8;
    }
    const value = this.hold & ((1 << wanted) - 1);
    this.hold >>>= wanted;
    this.count -= wanted;
    return value;
  }

  /** Leaves the rest of a byte, and gives back the bytes that were only looked at. */
  align() {
    this.at -= this.count >> 3;
    this.hold = 0;
    this.count = 0;
  }
}

/** @returns where the output stands; beyond `into` when it did not fit */
function copyStored(source: Bits, into: Uint8Array, out: number): number {
  source.align();
  const length = source.take(16);
  if ((length ^ source.take(16)) !== 0xffff) throw new RangeError('a stored block contradicts itself');
  const from = source.at;
  if (from + length > source.bytes.length) throw new RangeError('the deflate stream ends too soon');
  into.set(source.bytes.subarray(from, from + Math.min(length, into.length - out)), out);
  source.at += length;
  return out + length;
}

/** @returns where the output stands; beyond `into` when it did not fit */
function inflateBlock(source: Bits, { literal, distance }: { literal: Code; distance: Code }, into: Uint8Array, from: number): number {
  // Locals, all of them, and two bytes at a time: this is where the time goes. `hold` never has more than 30 bits.
  const { bytes } = source;
  const { table: literals, mask: literalMask } = literal;
  const { table: distances, mask: distanceMask } = distance;
  const end = bytes.length;
  const size = into.length;
  let { at, hold, count } = source;
  let out = from;

  while (out <= size) {
    // Past the end come zeros: what they mean is thrown away below.
    if (count < MAX_BITS) {
      if (at + 1 < end) hold |= ((bytes[at] as number) | ((bytes[at + 1] as number) << 8)) << count;
      else if (at < end) hold |= (bytes[at] as number) << count;
      at += 2;
      count += 16;
    }
    const found = (literals[hold & literalMask] as number) || longCode(literal, hold);
    if (found === 0 || at - (count >> 3) > end) throw new RangeError('the deflate stream is broken');
    hold >>>= found & 15;
    count -= found & 15;
    const symbol = found >> 4;
    if (symbol < 256) {
      if (out < size) into[out] = symbol;
      out++;
      continue;
    }
    if (symbol === 256) break;
    if (symbol > 285) throw new RangeError('a length that does not exist');

    const lengthBits = LENGTH_BITS[symbol - 257] as number;
    if (count < MAX_BITS) {
      if (at + 1 < end) hold |= ((bytes[at] as number) | ((bytes[at + 1] as number) << 8)) << count;
      else if (at < end) hold |= (bytes[at] as number) << count;
      at += 2;
      count += 16;
    }
    const length = (LENGTH_BASE[symbol - 257] as number) + (hold & ((1 << lengthBits) - 1));
    hold >>>= lengthBits;
    count -= lengthBits;

    if (count < MAX_BITS) {
      if (at + 1 < end) hold |= ((bytes[at] as number) | ((bytes[at + 1] as number) << 8)) << count;
      else if (at < end) hold |= (bytes[at] as number) << count;
      at += 2;
      count += 16;
    }
    const far = (distances[hold & distanceMask] as number) || longCode(distance, hold);
    if (far === 0 || far >> 4 > 29) throw new RangeError('the deflate stream is broken');
    hold >>>= far & 15;
    count -= far & 15;
    const farBits = DISTANCE_BITS[far >> 4] as number;
    if (count < MAX_BITS) {
      if (at + 1 < end) hold |= ((bytes[at] as number) | ((bytes[at + 1] as number) << 8)) << count;
      else if (at < end) hold |= (bytes[at] as number) << count;
      at += 2;
      count += 16;
    }
    const back = (DISTANCE_BASE[far >> 4] as number) + (hold & ((1 << farBits) - 1));
    hold >>>= farBits;
    count -= farBits;

    if (back > out) throw new RangeError('a distance to before the beginning');
    const until = Math.min(out + length, size);
    if (back === 1 && length > LONG_RUN) into.fill(into[out - 1] as number, out, until);
    else for (let to = out; to < until; to++) into[to] = into[to - back] as number;
    out += length;
  }
  if (at - (count >> 3) > end) throw new RangeError('the deflate stream ends too soon');
  source.at = at;
  source.hold = hold;
  source.count = count;
  return out;
}

/** The two codes that a block brings along. */
function readCodes(source: Bits): { literal: Code; distance: Code } {
  const literals = source.take(5) + 257;
  const distances = source.take(5) + 1;
  if (literals > 286 || distances > 30) throw new RangeError('too many codes');
  const ofLengths = new Uint8Array(19);
  for (let i = 0, count = source.take(4) + 4; i < count; i++) ofLengths[CODE_LENGTH_ORDER[i] as number] = source.take(3);
  const { table, mask } = codeOf(ofLengths);

  const lengths = new Uint8Array(literals + distances);
  for (let i = 0; i < lengths.length; ) {
    let index = 0;
    let found = 0;
    // Bit by bit, as the last code may end right where the stream does.
    for (let length = 1; length <= 7; length++) {
      index |= source.take(1) << (length - 1);
      found = table[index & mask] as number;
      if (found !== 0 && (found & 15) === length) break;
      found = 0;
    }
    if (found === 0) throw new RangeError('the deflate stream is broken');
    const symbol = found >> 4;
    if (symbol < 16) {
      lengths[i++] = symbol;
      continue;
    }
    if (symbol === 16 && i === 0) throw new RangeError('nothing to repeat');
    const value = symbol === 16 ? (lengths[i - 1] as number) : 0;
    const times = symbol === 16 ? source.take(2) + 3 : symbol === 17 ? source.take(3) + 3 : source.take(7) + 11;
    if (i + times > lengths.length) throw new RangeError('too many codes');
    lengths.fill(value, i, i + times);
    i += times;
  }
  return { literal: codeOf(lengths.subarray(0, literals)), distance: codeOf(lengths.subarray(literals)) };
}

/** The canonical code with these lengths, its bits reversed as deflate has them. @throws RangeError when more codes are given away than there are */
function codeOf(lengths: Uint8Array): Code {
  const counts = new Uint16Array(MAX_BITS + 1);
  for (const length of lengths) counts[length] = (counts[length] as number) + 1;
  counts[0] = 0;
  let longest = MAX_BITS;
  while (longest > 1 && counts[longest] === 0) longest--;
  // The first code of each length, and the place of its symbol.
  const next = new Uint16Array(MAX_BITS + 2);
  const places = new Uint16Array(MAX_BITS + 2);
  for (let length = 1; length <= MAX_BITS; length++) {
    next[length] = ((next[length - 1] as number) + (counts[length - 1] as number)) << 1;
    places[length] = (places[length - 1] as number) + (counts[length - 1] as number);
    if ((next[length] as number) + (counts[length] as number) > 1 << length) throw new RangeError('more codes than there can be');
  }
  const table = new Uint16Array(1 << Math.min(longest, TABLE_BITS));
  const symbols = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] as number;
    if (length === 0) continue;
    const own = next[length] as number;
    next[length] = own + 1;
    symbols[places[length] as number] = symbol;
    places[length] = (places[length] as number) + 1;
    if (length > TABLE_BITS) continue;
    for (let i = reversed(own, length); i < table.length; i += 1 << length) table[i] = (symbol << 4) | length;
  }
  return { table, mask: table.length - 1, counts, symbols };
}

/** Bit by bit. @returns as a table does; 0 when no code begins like that */
function longCode({ counts, symbols }: Code, bits: number): number {
  let [code, first, place] = [0, 0, 0];
  for (let length = 1; length <= MAX_BITS; length++) {
    code |= (bits >> (length - 1)) & 1;
    const count = counts[length] as number;
    if (code - first < count) return ((symbols[place + code - first] as number) << 4) | length;
    place += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  return 0;
}

function reversed(code: number, length: number): number {
  let [rest, result] = [code, 0];
  for (let i = 0; i < length; i++, rest >>= 1) result = (result << 1) | (rest & 1);
  return result;
}
