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
/** Who was sent frames and acknowledges none of them for so long is let go. */
const MAX_SILENCE_MS = 20_000;
/** Messages of a page: acks at 30 a second, and a ping now and then. */
const MAX_MESSAGES = { max: 1000, windowMs: 10_000 };

interface Parts {
  socket: WebSocket;
  profile: DepthProfile;
  accountId: number;
  sessionId: number;
  now: () => number;
  /** It asked for another profile. */
  changed: () => void;
  /** It was sent its first frame. */
  saw: () => void;
  /** It is gone. */
  left: (viewer: Viewer) => void;
}

/**
 * One page that looks. It is sent the newest frame and nothing else: one that waits is replaced by the next, and none is sent before there is
 * room. So a viewer costs one frame of memory, however slow it is.
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
    // What goes wrong also ends it.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(this.#timer);
      this.#waiting = undefined;
      parts.left(this);
    });
  }

  say(message: DepthMessage) {
    // A page that reads nothing is not told anything either.
    if (this.#parts.socket.readyState === this.#parts.socket.OPEN && this.#parts.socket.bufferedAmount < 64 * 1024) {
      this.#parts.socket.send(JSON.stringify(message));
    }
  }

  tellState(state: DepthState) {
    if (this.#state === state) return;
    this.#state = state;
    this.say({ type: 'state', state, at: this.#parts.now() });
  }

  /** @param fps at which frames come: who wants fewer is not offered them all */
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

  /** The platform stops: come again. */
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
