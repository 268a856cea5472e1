import { unpackDelta } from '@contract/depth-codec';
import { type Frame, FrameError, frameReader, HEADER_BYTES, readHeader } from '@contract/depth-frame';

/** From this number of pixels on, the asynchronous `DecompressionStream` is faster than our own inflate. */
const LARGE = 640 * 400;

/** Creates a reader of frames. It reuses its buffers, so each call must wait for the one before. It never throws. */
export function openReader(): (bytes: Uint8Array<ArrayBuffer>) => Promise<Frame | FrameError> {
  const readHere = frameReader();
  let planes = new Uint8Array(0);

  return async (bytes) => {
    const header = readHeader(bytes);
    const isLarge = !(header instanceof FrameError) && header.encoding === 'zdelta' && header.width * header.height >= LARGE;
    if (!isLarge || typeof DecompressionStream === 'undefined') return readHere(bytes);
    const pixels = header.width * header.height;
    if (planes.length !== 2 * pixels) planes = new Uint8Array(2 * pixels);
    // Our own reader fails on the same data, but tells the reason.
    if (!(await inflate(bytes.subarray(HEADER_BYTES), planes))) return readHere(bytes);
    const depth = new Uint16Array(pixels);
    unpackDelta(planes, depth, header.width);
    return { header, depth };
  };
}

/** @returns whether the output fills `into` exactly; stops reading when there is more */
async function inflate(packed: Uint8Array<ArrayBuffer>, into: Uint8Array): Promise<boolean> {
  try {
    const { readable, writable } = new DecompressionStream('deflate-raw');
    const writer = writable.getWriter();
    // Errors of the stream also reject `read` below.
    writer.write(packed).catch(() => {});
    writer.close().catch(() => {});
    const reader = readable.getReader();
    for (let at = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return at === into.length;
      if (at + value.length > into.length) {
        await reader.cancel();
        return false;
      }
      into.set(value, at);
      at += value.length;
    }
  } catch {
    return false;
  }
}
