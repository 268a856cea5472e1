import { open } from 'node:fs/promises';

/** Bytes per read: large for few receivers, small for many. */
const LARGE_BYTES = 256 * 1024;
const SMALL_BYTES = 64 * 1024;
const MANY = 64;
let receivers = 0;

/**
 * Reads a file's bytes, both ends inclusive, into two alternating buffers: one is filled while the other is sent. A stream would allocate
 * memory for every piece, which costs more than the reading. A piece is valid until the next one is requested.
 */
export async function* piecesOf(path: string, first: number, last: number): AsyncGenerator<Buffer, void, undefined> {
  const file = await open(path);
  receivers += 1;
  const size = Math.min(receivers > MANY ? SMALL_BYTES : LARGE_BYTES, last - first + 1);
  const buffers: [Buffer, Buffer] = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)];
  let at = first;
  const read = (turn: 0 | 1) => {
    const length = Math.min(size, last - at + 1);
    const reading = file.read(buffers[turn], 0, length, at).then(({ bytesRead }) => {
      if (bytesRead < length) throw new Error(`${path} is shorter than it was`);
      return buffers[turn].subarray(0, length);
    });
    at += length;
    return reading;
  };

  let ahead: Promise<Buffer> | undefined;
  try {
    ahead = read(0);
    for (let turn: 0 | 1 = 1; ahead; turn = turn === 0 ? 1 : 0) {
      const piece: Buffer = await ahead;
      ahead = at <= last ? read(turn) : undefined;
      yield piece;
    }
  } finally {
    receivers -= 1;
    await ahead?.catch(() => {});
    await file.close();
  }
}
