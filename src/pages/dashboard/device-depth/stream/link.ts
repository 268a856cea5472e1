import type { ViewerMessage } from '@contract/depth';
import { FrameError, type FrameHeader, type FrameProblem } from '@contract/depth-frame';
import { openReader } from './read-frame';

/** Messages from the page to its worker. */
export type ToLink =
  /** @param credit how many frames are acknowledged before the page has taken them */
  | { type: 'open'; url: string; protocols: string[]; credit: number }
  | { type: 'close' }
  | { type: 'say'; message: ViewerMessage }
  /** The page has received a frame, so another one may be acknowledged. */
  | { type: 'taken' }
  | { type: 'record'; isOn: boolean }
  /** Decodes a frame of a clip. */
  | { type: 'decode'; id: number; frame: Uint8Array<ArrayBuffer> };

/** Messages from the worker to the page. Times are epoch milliseconds of the local clock. */
export type FromLink =
  /** A text message of the platform, unparsed. */
  | { type: 'text'; text: string; at: number }
  | { type: 'closed'; code: number }
  | ({ type: 'frame'; bytes: number; at: number; decodeMs: number; encoded?: Uint8Array<ArrayBuffer> } & Decoded)
  | { type: 'refused'; problem: FrameProblem }
  | { type: 'decoded'; id: number; frame?: Decoded };

export interface Decoded {
  header: FrameHeader;
  depth: Uint16Array;
}

const PING_EVERY_MS = 1000;
/**
 * After this time without any message the connection is considered lost. It is as long as the platform's, because a single frame can
 * take long on a slow network; offline it is shorter.
 */
const SILENT_MS = { online: 20_000, offline: 4000 };

/** The close code of an abnormal closure (RFC 6455 §7.1.5). */
const SILENT = 1006;

/**
 * Owns the WebSocket and decodes frames in a worker, so that a busy page does not delay acknowledgements, and decoding does not block
 * the page. Frames are acknowledged when decoded, but at most `credit` of them before the page has taken them: without this limit,
 * frames would pile up in memory when the page hangs. Messages are not validated here, which keeps the worker's bundle small.
 */
export function createLink(post: (message: FromLink, transfer?: Transferable[]) => void): (order: ToLink) => void {
  const reader = openReader();
  let reading: Promise<unknown> = Promise.resolve();
  let socket: WebSocket | undefined;
  let pinging: ReturnType<typeof setInterval> | undefined;
  let heardAt = 0;
  let pingedAt = 0;
  let isRecording = false;
  let credit = 0;
  let untaken = 0;
  const owed: number[] = [];

  /** Reads one frame at a time, because the reader reuses its buffers. */
  function read(bytes: Uint8Array<ArrayBuffer>) {
    const frame = reading.then(() => reader(bytes));
    reading = frame;
    return frame;
  }

  const say = (message: ViewerMessage) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));

  function ping() {
    const now = performance.now();
    // After sleep or heavy load this timer is late: wait for the answer to the next ping.
    if (now - pingedAt > 2 * PING_EVERY_MS) heardAt = now;
    pingedAt = now;
    if (now - heardAt > SILENT_MS[navigator.onLine ? 'online' : 'offline']) lose(SILENT);
    else say({ type: 'ping', sentAt: Date.now() });
  }

  function open(url: string, protocols: string[]) {
    close();
    const opened = new WebSocket(url, protocols);
    opened.binaryType = 'arraybuffer';
    opened.onopen = () => {
      heardAt = performance.now();
      ping();
      pinging = setInterval(ping, PING_EVERY_MS);
    };
    opened.onmessage = ({ data }) => {
      heardAt = performance.now();
      if (typeof data === 'string') post({ type: 'text', text: data, at: Date.now() });
      else void receive(opened, new Uint8Array(data));
    };
    opened.onclose = ({ code }) => lose(code);
    socket = opened;
  }

  function lose(code: number) {
    close();
    post({ type: 'closed', code });
  }

  function close() {
    clearInterval(pinging);
    const closing = socket;
    socket = undefined;
    untaken = 0;
    owed.length = 0;
    if (!closing) return;
    closing.onmessage = null;
    closing.onclose = null;
    closing.close();
  }

  async function receive(from: WebSocket, bytes: Uint8Array<ArrayBuffer>) {
    const at = Date.now();
    const started = performance.now();
    const frame = await read(bytes);
    if (socket !== from) return;
    if (frame instanceof FrameError) {
      say({ type: 'ack', seq: 0 });
      return post({ type: 'refused', problem: frame.problem });
    }
    const decodeMs = performance.now() - started;
    untaken += 1;
    if (untaken <= credit) say({ type: 'ack', seq: frame.header.seq });
    else owed.push(frame.header.seq);
    const encoded = isRecording ? bytes : undefined;
    const parts = [frame.depth.buffer as ArrayBuffer, ...(encoded ? [encoded.buffer] : [])];
    post({ type: 'frame', ...frame, bytes: bytes.length, at, decodeMs, encoded }, parts);
  }

  function taken() {
    untaken = Math.max(0, untaken - 1);
    const seq = owed.shift();
    if (seq !== undefined) say({ type: 'ack', seq });
  }

  async function decode(id: number, bytes: Uint8Array<ArrayBuffer>) {
    const frame = await read(bytes);
    if (frame instanceof FrameError) post({ type: 'decoded', id });
    else post({ type: 'decoded', id, frame }, [frame.depth.buffer as ArrayBuffer]);
  }

  return (order) => {
    if (order.type === 'open') {
      credit = order.credit;
      open(order.url, order.protocols);
    } else if (order.type === 'close') close();
    else if (order.type === 'say') say(order.message);
    else if (order.type === 'taken') taken();
    else if (order.type === 'record') isRecording = order.isOn;
    else void decode(order.id, order.frame);
  };
}
