import { deflateRawSync } from 'node:zlib';
import { encodings, type Frame, FrameError, frameReader, HEADER_BYTES, writeFrame, writeHeader } from '../../contract/depth-frame';
import { openReader } from '../../src/pages/dashboard/device-depth/stream/read-frame';

// Compares the frame readers of the contract and of the page, which inflates large frames by `DecompressionStream` (Node has it, too).
const deflate = (bytes: Uint8Array) => deflateRawSync(bytes, { level: 1 });
const [WIDTH, HEIGHT] = [800, 600];

function frameOf(encoding: (typeof encodings)[number], width = WIDTH, height = HEIGHT) {
  const depth = Uint16Array.from({ length: width * height }, (_, i) => (i % 97 === 0 ? 0 : 1000 + ((i * 7919) % 613)));
  const header = { encoding, seq: 7, width, height, capturedAt: 1, unit: 0.001, minHint: 0, maxHint: 0, isDecimated: false, session: 3 };
  return { depth, header, bytes: writeFrame(header, depth, deflate) };
}

/** A ZDELTA frame with the given payload. */
function withPayload(payload: Uint8Array) {
  const { header } = frameOf('zdelta');
  const bytes = new Uint8Array(HEADER_BYTES + payload.length);
  writeHeader(bytes, { ...header, encoding: 'zdelta', payloadLength: payload.length });
  bytes.set(payload, HEADER_BYTES);
  return bytes;
}

test.each(encodings)('both read %s alike, large and small', async (encoding) => {
  const read = openReader();
  for (const { depth, bytes } of [frameOf(encoding), frameOf(encoding, 8, 6), frameOf(encoding)]) {
    for (const frame of [await read(bytes), frameReader()(bytes)] as Frame[]) {
      expect(frame.header).toMatchObject({ seq: 7, session: 3, unit: expect.closeTo(0.001) });
      expect(Buffer.from(frame.depth.buffer).equals(Buffer.from(depth.buffer))).toBe(true);
    }
  }
});

test('both refuse what is too long, too short, cut off or no stream at all, and go on with the next frame', async () => {
  const read = openReader();
  const pixels = WIDTH * HEIGHT;
  const whole = deflate(new Uint8Array(2 * pixels));
  const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251);
  for (const payload of [deflate(new Uint8Array(2 * pixels + 1)), deflate(new Uint8Array(2 * pixels - 1)), whole.subarray(0, -9), noise]) {
    const refused = await read(withPayload(payload));
    expect(refused).toBeInstanceOf(FrameError);
    expect(refused).toEqual(frameReader()(withPayload(payload)));
  }
  expect(await read(withPayload(whole))).toMatchObject({ header: { seq: 7 } });
});
