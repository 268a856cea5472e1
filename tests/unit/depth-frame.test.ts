import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { deflateSync } from 'fflate';
import {
  type Deflate,
  type Encoding,
  encodings,
  FrameError,
  type FrameHeader,
  frameReader,
  HEADER_BYTES,
  readHeader,
  writeFrame,
  writeHeader,
} from '../../contract/depth-frame';
import { inflateInto } from '../../contract/inflate';
import { openScene } from '../../device-kit/scene';

jest.setTimeout(120_000);

const deflate: Deflate = (bytes) => deflateRawSync(bytes, { level: 1 });
const header: FrameHeader = {
  encoding: 'zdelta',
  seq: 7,
  width: 640,
  height: 480,
  capturedAt: 1_790_000_000_123_456,
  unit: Math.fround(0.001),
  minHint: 300,
  maxHint: 4000,
  intrinsics: { fx: Math.fround(465.6), fy: Math.fround(465.6), cx: 319.5, cy: 239.5 },
  isDecimated: false,
  session: 3,
  payloadLength: 4,
};
const VECTOR =
  '4450544801400202070000008002e00140c227dafe5b06006f12833a2c01a00fcdcce843cdcce84300c09f4300806f4304000000030000000000000000000000';

const sizes = [
  [1, 1],
  [4096, 1],
  [1, 4096],
  [7, 5],
  [33, 2],
  [64, 48],
] as const;
const pictures: [string, (i: number) => number][] = [
  ['all zero', () => 0],
  ['all 65535', () => 65_535],
  ['from one end to the other', (i) => (i % 2) * 65_535],
  ['holes', (i) => (i % 3 ? 0 : 1000 + i)],
  ['random', () => Math.floor(Math.random() * 65_536)],
];

const read = frameReader();
const frameOf = (encoding: Encoding, width: number, height: number, depth: Uint16Array, with_: Deflate = deflate) =>
  writeFrame({ ...header, encoding, width, height }, depth, with_);

/** Checks that a reader returns a frame of the size in its header, or a FrameError. */
function judge(bytes: Uint8Array) {
  const frame = read(bytes);
  if (frame instanceof FrameError) return frame;
  expect(frame.depth).toHaveLength(frame.header.width * frame.header.height);
  expect(frame.depth.buffer.byteLength).toBe(2 * frame.header.width * frame.header.height);
  return frame;
}

describe('the header', () => {
  test('is what the protocol’s test vector says, in both directions', () => {
    const frame = new Uint8Array(HEADER_BYTES + 4);
    frame.set(Buffer.from(VECTOR, 'hex'));
    expect(readHeader(frame)).toEqual(header);
    writeHeader(frame, header);
    expect(Buffer.from(frame.subarray(0, HEADER_BYTES)).toString('hex')).toBe(VECTOR);
  });

  test.each<[string, string, (at: DataView) => void]>([
    ['another magic', 'not-dpth', (at) => at.setUint8(0, 0x45)],
    ['version 2', 'version', (at) => at.setUint8(4, 2)],
    ['a header of 60 bytes', 'version', (at) => at.setUint8(5, 60)],
    ['encoding 3', 'encoding', (at) => at.setUint8(6, 3)],
    ['no width', 'size', (at) => at.setUint16(12, 0, true)],
    ['a width of 4097', 'size', (at) => at.setUint16(12, 4097, true)],
    ['a height of 65535', 'size', (at) => at.setUint16(14, 65_535, true)],
    ['a time beyond 2255', 'time', (at) => at.setUint32(20, 0x200000, true)],
    ['a unit of 0', 'unit', (at) => at.setFloat32(24, 0, true)],
    ['a unit of 1 m', 'unit', (at) => at.setFloat32(24, 1, true)],
    ['a unit that is no number', 'unit', (at) => at.setFloat32(24, NaN, true)],
    ['a range upside down', 'hints', (at) => at.setUint16(28, 5000, true)],
    ['no focal length', 'intrinsics', (at) => at.setFloat32(32, 0, true)],
    ['a centre at infinity', 'intrinsics', (at) => at.setFloat32(40, Infinity, true)],
    ['a longer payload', 'length', (at) => at.setUint32(48, 5, true)],
    ['a payload of 4 GB', 'length', (at) => at.setUint32(48, 0xffffffff, true)],
  ])('%s is refused', (_, problem, spoil) => {
    const frame = new Uint8Array(HEADER_BYTES + 4);
    writeHeader(frame, header);
    spoil(new DataView(frame.buffer));
    expect(readHeader(frame)).toMatchObject({ name: 'FrameError', problem });
    expect(judge(frame)).toMatchObject({ problem });
  });

  test('without the flag for intrinsics has none, whatever stands there', () => {
    const frame = new Uint8Array(HEADER_BYTES + 4);
    writeHeader(frame, header);
    frame[7] = 0;
    new DataView(frame.buffer).setFloat32(32, NaN, true);
    expect(readHeader(frame)).toMatchObject({ intrinsics: undefined });
  });

  test('of 20,000 random ones none is accepted', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 80 }), (bytes) => readHeader(bytes) instanceof FrameError),
      { numRuns: 20_000 },
    );
  });

  test('goes around whatever it says', () => {
    const float = (min: number, max: number) => fc.float({ min: Math.fround(min), max: Math.fround(max), noNaN: true });
    const any = fc.record({
      encoding: fc.constantFrom(...encodings),
      seq: fc.integer({ min: 0, max: 0xffffffff }),
      width: fc.integer({ min: 1, max: 4096 }),
      height: fc.integer({ min: 1, max: 4096 }),
      capturedAt: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      unit: float(1e-5, 0.99),
      minHint: fc.integer({ min: 0, max: 1000 }),
      maxHint: fc.integer({ min: 1000, max: 65_535 }),
      intrinsics: fc.option(fc.record({ fx: float(1, 9999), fy: float(1, 9999), cx: float(-9, 4096), cy: float(-9, 4096) }), {
        nil: undefined,
      }),
      isDecimated: fc.boolean(),
      session: fc.integer({ min: 0, max: 0xffffffff }),
      payloadLength: fc.constant(3),
    });
    fc.assert(
      fc.property(any, (said) => {
        const frame = new Uint8Array(HEADER_BYTES + 3);
        writeHeader(frame, said);
        expect(readHeader(frame)).toEqual(said);
      }),
    );
  });
});

describe.each(encodings)('%s', (encoding) => {
  test.each(pictures)('%s comes back as it was, in every size', (_, valueAt) => {
    for (const [width, height] of sizes) {
      const depth = Uint16Array.from({ length: width * height }, (_value, i) => valueAt(i));
      const frame = frameOf(encoding, width, height, depth);
      expect(frame.length).toBeLessThanOrEqual(HEADER_BYTES + 2 * width * height);
      expect(judge(frame)).toMatchObject({ depth });
    }
  });

  test('any picture comes back, wherever in memory its frame lies', () => {
    const picture = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 })).chain(([width, height]) =>
      fc.tuple(
        fc.constant(width),
        fc.constant(height),
        fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 65_535 }), fc.integer({ min: 990, max: 1010 })), {
          minLength: width * height,
          maxLength: width * height,
        }),
        fc.integer({ min: 0, max: 7 }),
      ),
    );
    fc.assert(
      fc.property(picture, ([width, height, values, shift]) => {
        const depth = Uint16Array.from(values);
        const frame = frameOf(encoding, width, height, depth);
        const elsewhere = new Uint8Array(frame.length + shift);
        elsewhere.set(frame, shift);
        expect(judge(elsewhere.subarray(shift))).toMatchObject({ depth });
      }),
      { numRuns: 500 },
    );
  });

  test('cut off at any byte it is an error', () => {
    const scene = openScene({ width: 64, height: 48, step: 1, noise: 'stereo', seed: 1 });
    const frame = frameOf(encoding, 64, 48, scene.render(0));
    for (let length = 0; length < frame.length; length++) {
      const cut = frame.slice(0, length);
      expect(judge(cut)).toBeInstanceOf(FrameError);
      if (length < HEADER_BYTES) continue;
      // The same with a payload length that matches the truncated frame.
      new DataView(cut.buffer).setUint32(48, length - HEADER_BYTES, true);
      expect(judge(cut)).toBeInstanceOf(FrameError);
    }
  });

  test('whatever bits are turned, it is a picture of the size it says or an error', () => {
    const scene = openScene({ width: 64, height: 48, step: 1, noise: 'stereo', seed: 1 });
    const frame = frameOf(encoding, 64, 48, scene.render(0));
    const flips = fc.array(fc.tuple(fc.integer({ min: 6, max: frame.length - 1 }), fc.integer({ min: 0, max: 7 })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(flips, (turned) => {
        const broken = frame.slice();
        for (const [at, bit] of turned) broken[at] = (broken[at] ?? 0) ^ (1 << bit);
        judge(broken);
      }),
      { numRuns: 3000 },
    );
  });

  test('random payloads under an honest header are a picture or an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 300 }), fc.integer({ min: 1, max: 30 }), (payload, width) => {
        const frame = new Uint8Array(HEADER_BYTES + payload.length);
        writeHeader(frame, { ...header, encoding, width, height: 3, payloadLength: payload.length });
        frame.set(payload, HEADER_BYTES);
        judge(frame);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('what is made to do harm', () => {
  test('a frame of 4096×4096 in a few bytes is refused before anything is allocated', () => {
    const frame = new Uint8Array(HEADER_BYTES + 4);
    for (const encoding of ['raw', 'zdelta'] as const) {
      writeHeader(frame, { ...header, encoding, width: 4096, height: 4096 });
      const before = process.memoryUsage().arrayBuffers;
      for (let n = 0; n < 100; n++) expect(judge(frame)).toMatchObject({ problem: 'length' });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16_000_000);
    }
  });

  test('a stream that inflates to 600 MB stops at the byte too many', () => {
    const bomb = deflateRawSync(Buffer.alloc(600_000_000), { level: 9 });
    const frame = new Uint8Array(HEADER_BYTES + bomb.length);
    writeHeader(frame, { ...header, width: 1280, height: 720, payloadLength: bomb.length });
    frame.set(bomb, HEADER_BYTES);
    const before = process.memoryUsage().arrayBuffers;
    expect(judge(frame)).toMatchObject({ problem: 'payload' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  test.each([
    ['one byte too many', 1],
    ['one byte too few', -1],
  ])('a stream with %s is an error', (_, more) => {
    const packed = deflate(new Uint8Array(2 * 64 * 48 + more));
    const frame = new Uint8Array(HEADER_BYTES + packed.length);
    writeHeader(frame, { ...header, width: 64, height: 48, payloadLength: packed.length });
    frame.set(packed, HEADER_BYTES);
    expect(judge(frame)).toMatchObject({ problem: 'payload' });
  });
});

describe('inflate', () => {
  const strategies = [0, 1, 2, 3, 4];
  test('reads what zlib and fflate write, whatever their level and strategy', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 3000 }),
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3000 }).map((values) => Uint8Array.from(values)),
    );
    fc.assert(
      fc.property(bytes, fc.integer({ min: 0, max: 9 }), fc.constantFrom(...strategies), (content, level, strategy) => {
        for (const packed of [deflateRawSync(content, { level, strategy }), deflateSync(content, { level: level as 1 })]) {
          const into = new Uint8Array(content.length + 1);
          expect(inflateInto(packed, into)).toBe(content.length);
          expect(into.subarray(0, content.length)).toEqual(content);
          const half = new Uint8Array(content.length >> 1);
          expect(inflateInto(packed, half)).toBe(half.length);
          expect(half).toEqual(content.subarray(0, half.length));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('reads a picture that takes many blocks', () => {
    const content = new Uint8Array(openScene({ width: 640, height: 480, step: 1, noise: 'stereo', seed: 3 }).render(0).buffer);
    for (const level of [0, 1, 6]) {
      const into = new Uint8Array(content.length + 1);
      expect(inflateInto(deflateRawSync(content, { level }), into)).toBe(content.length);
      expect(Buffer.compare(into.subarray(0, content.length), content)).toBe(0);
    }
  });

  test('whatever it is given, it writes no more than fits, or says that this is no stream', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 500 }), (packed, size) => {
        const into = new Uint8Array(size);
        try {
          expect(inflateInto(packed, into)).toBeLessThanOrEqual(size);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 20_000 },
    );
  });
});
