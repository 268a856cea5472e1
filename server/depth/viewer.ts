import type { WebSocket } from 'ws';
import {
  DEPTH_CREDIT,
  DepthClose,
  type DepthMessage,
  type DepthProfile,
  type DepthState,
  depthProfiles,
  ViewerMessage,
} from '../../contract/depth';

const PING_EVERY_MS = 20_000;
/** A viewer that acknowledges no frame for this long is disconnected. */
const MAX_SILENCE_MS = 20_000;
/** Limit for the messages of a page: acks at 30 a second, and occasional pings. */
const MAX_MESSAGES = { max: 1000, windowMs: 10_000 };

interface Parts {
  socket: WebSocket;
  profile: DepthProfile;
  accountId: number;
  sessionId: number;
  now: () => number;
  /** The viewer asked for another profile. */
  changed: () => void;
  /** The first frame was sent to the viewer. */
  saw: () => void;
  /** The viewer has left. */
  left: (viewer: Viewer) => void;
}

/**
 * A page that watches. It gets only the newest frame: a waiting frame is replaced by the next, and none is sent before there is room, so
 * that a viewer costs one frame of memory, however slow it is.
 */
export class Viewer {
  profile: DepthProfile;
  sent = 0;
  dropped = 0;
  readonly accountId: number;
  readonly sessionId: number;
  readonly #parts: Parts;
  #waiting?: Buffer;
  #unacknowledged = 0;
  #acknowledgedAt: number;
  #share = 1;
  #answered = true;
  #messages = { since: 0, count: 0 };
  #state?: DepthState;
  readonly #timer: NodeJS.Timeout;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { socket, profile, accountId, sessionId, now } = parts;
    this.profile = profile;
    this.accountId = accountId;
    this.sessionId = sessionId;
    this.#acknowledgedAt = now();
    this.#timer = setInterval(() => this.#ping(), PING_EVERY_MS).unref();
    socket.on('message', (data, isBinary) => this.#hear(isBinary ? '' : data.toString()));
    socket.on('pong', () => {
      this.#answered = true;
    });
    // An error is followed by `close`.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(this.#timer);
      this.#waiting = undefined;
      parts.left(this);
    });
  }

  say(message: DepthMessage) {
    // Messages are dropped for a page that does not read.
    if (this.#parts.socket.readyState === this.#parts.socket.OPEN && this.#parts.socket.bufferedAmount < 64 * 1024) {
      this.#parts.socket.send(JSON.stringify(message));
    }
  }

  tellState(state: DepthState) {
    if (this.#state === state) return;
    this.#state = state;
    this.say({ type: 'state', state, at: this.#parts.now() });
  }

  /** @param fps rate of incoming frames: they are thinned out for viewers with a lower one */
  offer(frame: Buffer, fps: number) {
    this.#share += Math.min(1, depthProfiles[this.profile].fps / fps);
    if (this.#share < 1) return;
    this.#share -= 1;
    if (this.#waiting) this.dropped++;
    this.#waiting = frame;
    this.#flush();
  }

  end(state: 'ended' | 'busy') {
    this.tellState(state);
    this.#parts.socket.close(DepthClose[state], state);
    setTimeout(() => this.#parts.socket.terminate(), 2000).unref();
  }

  /** Closes the socket because the platform stops; the page reconnects. */
  goAway() {
    this.#parts.socket.close(1001);
    setTimeout(() => this.#parts.socket.terminate(), 500).unref();
  }

  #flush() {
    const { socket, now } = this.#parts;
    if (!this.#waiting || this.#unacknowledged >= DEPTH_CREDIT || socket.readyState !== socket.OPEN || socket.bufferedAmount > 0) return;
    if (this.#unacknowledged === 0) this.#acknowledgedAt = now();
    const frame = this.#waiting;
    this.#waiting = undefined;
    this.#unacknowledged++;
    if (this.sent++ === 0) this.#parts.saw();
    socket.send(frame, { binary: true }, (error) => {
      if (!error) this.#flush();
    });
  }

  #hear(text: string) {
    const { socket, now, changed } = this.#parts;
    const at = now();
    if (Math.abs(at - this.#messages.since) > MAX_MESSAGES.windowMs) this.#messages = { since: at, count: 0 };
    const message = ++this.#messages.count > MAX_MESSAGES.max ? undefined : ViewerMessage.safeParse(parsed(text)).data;
    switch (message?.type) {
      case 'ack':
        this.#unacknowledged = Math.max(0, this.#unacknowledged - 1);
        this.#acknowledgedAt = at;
        return this.#flush();
      case 'ping':
        return this.say({ type: 'pong', sentAt: message.sentAt, at });
      case 'profile':
        this.profile = message.profile;
        return changed();
      default:
        socket.close(DepthClose.malformed, 'malformed');
    }
  }

  #ping() {
    const { socket, now } = this.#parts;
    if (!this.#answered) return socket.terminate();
    if (this.#unacknowledged > 0 && now() - this.#acknowledgedAt >= MAX_SILENCE_MS) return socket.close(DepthClose.silent, 'silent');
    this.#answered = false;
    socket.ping();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
