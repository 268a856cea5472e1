import {
  DEPTH_CREDIT,
  DepthClose,
  DepthMessage,
  type DepthProfile,
  type DepthState,
  depthProtocols,
  STALLED_AFTER_MS,
} from '@contract/depth';
import type { Decoded, FromLink, ToLink } from './link';
import { openWorker } from './open-worker';

/** The state of the stream as reported by the platform, or the state of the connection. */
export type StreamState = DepthState | 'connecting' | 'lost' | 'refused' | 'resting' | 'missing';

export type ArrivedFrame = Extract<FromLink, { type: 'frame' }>;

interface StreamOptions {
  profile: DepthProfile;
  /** @throws an error that `judge` classifies: the state to show, and whether retrying is useless */
  askTicket: (profile: DepthProfile) => Promise<{ url: string; ticket: string }>;
  judge: (error: unknown) => { state: 'missing' | 'refused' | 'lost'; isOver: boolean };
  /** @param error the failed request for a ticket, if that is the reason of the state */
  onState: (state: StreamState, error?: unknown) => void;
  onFrame: (frame: ArrivedFrame) => void;
  onMessage: (message: DepthMessage, at: number) => void;
  onRefused: () => void;
}

export interface DepthStream {
  /** Connects, unless connected. */
  start: () => void;
  /** Disconnects until `start` is called. */
  rest: () => void;
  wish: (profile: DepthProfile) => void;
  record: (isOn: boolean) => void;
  /** Decodes a frame of a clip; undefined if it is damaged. */
  decode: (frame: Uint8Array<ArrayBuffer>) => Promise<Decoded | undefined>;
  close: () => void;
}

const BACKOFF_MS = [1000, 2000, 4000, 8000];
/** When the device has too many viewers, another one may have left after this time. */
const BUSY_AGAIN_MS = 10_000;
/** Interval of the check for a stalled picture. */
const LOOK_MS = 500;
/** A hidden tab disconnects after this time. */
const HIDDEN_MS = 10_000;

/** Streams a device's depth until closed: reconnects with backoff, and disconnects while the tab is hidden. */
export function openStream(options: StreamOptions): DepthStream {
  const { askTicket, judge, onState, onFrame, onMessage, onRefused } = options;
  const worker = openWorker();
  const order = (message: ToLink, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const waiting = new Map<number, (frame?: Decoded) => void>();
  let profile = options.profile;
  let isWanted = false;
  let attempt = 0;
  let tries = 0;
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  /** The last state, without `stalled` as found by `look`. */
  let said: StreamState | undefined;
  let framedAt: number | undefined;
  let isQuiet = false;
  let lookedAt = 0;

  worker.onmessage = ({ data }: MessageEvent<FromLink>) => {
    if (data.type === 'frame') {
      order({ type: 'taken' });
      framedAt = performance.now();
      if (isWanted) onFrame(data);
    } else if (data.type === 'text') hear(data.text, data.at);
    else if (data.type === 'closed') closed(data.code);
    else if (data.type === 'refused') onRefused();
    else {
      waiting.get(data.id)?.(data.frame);
      waiting.delete(data.id);
    }
  };

  function tell(state: StreamState, error?: unknown) {
    said = state;
    isQuiet = false;
    framedAt = framedAt && performance.now();
    onState(state, error);
  }

  /** Detects frames that stop arriving here, which the platform does not notice while the device keeps sending. */
  function look() {
    const now = performance.now();
    // A late timer means that the page was blocked and frames may be waiting.
    if (framedAt !== undefined && now - lookedAt > 2 * LOOK_MS) framedAt = now;
    lookedAt = now;
    if (said !== 'live' || framedAt === undefined) return;
    const wasQuiet = isQuiet;
    isQuiet = now - framedAt > STALLED_AFTER_MS;
    if (isQuiet !== wasQuiet) onState(isQuiet ? 'stalled' : 'live');
  }

  async function connect() {
    clearTimeout(timer);
    timer = undefined;
    attempt += 1;
    const mine = attempt;
    try {
      const { url, ticket } = await askTicket(profile);
      if (mine === attempt && isWanted) {
        order({ type: 'open', url: socketUrl(url), protocols: depthProtocols(ticket), credit: DEPTH_CREDIT });
      }
    } catch (error) {
      if (mine !== attempt || !isWanted) return;
      const { state, isOver } = judge(error);
      tell(state, error);
      if (isOver) isWanted = false;
      else again(backoff());
    }
  }

  const backoff = () => BACKOFF_MS[Math.min(tries++, BACKOFF_MS.length - 1)];

  function hear(text: string, at: number) {
    const { success, data: message } = DepthMessage.safeParse(jsonOf(text));
    // Unknown messages of newer platforms are ignored.
    if (!success || !isWanted) return;
    if (message.type === 'hello') {
      tries = 0;
      // Another profile was chosen after the ticket was asked for, when there was no connection yet to say it on.
      if (message.profile !== profile) sayProfile();
    }
    if (message.type === 'state') tell(message.state);
    onMessage(message, at);
  }

  function closed(code: number) {
    if (!isWanted) return;
    const state = code === DepthClose.ended ? 'ended' : code === DepthClose.busy ? 'busy' : 'lost';
    tell(state);
    if (state === 'ended') isWanted = false;
    else again(state === 'busy' ? BUSY_AGAIN_MS : backoff());
  }

  function again(delay = 0) {
    timer = setTimeout(connect, delay * (0.75 + Math.random() / 2));
  }

  function start() {
    if (isWanted && timer === undefined) return;
    isWanted = true;
    tries = 0;
    tell('connecting');
    void connect();
  }

  function rest() {
    isWanted = false;
    attempt += 1;
    clearTimeout(timer);
    clearTimeout(hiding);
    timer = undefined;
    order({ type: 'close' });
    tell('resting');
  }

  let isHidden = false;
  function looked() {
    clearTimeout(hiding);
    if (document.hidden && isWanted) {
      hiding = setTimeout(() => {
        // It may have ended meanwhile.
        if (!isWanted) return;
        isHidden = true;
        rest();
      }, HIDDEN_MS);
    } else if (!document.hidden && (isHidden || timer !== undefined)) {
      isHidden = false;
      start();
    }
  }

  const sayProfile = () => order({ type: 'say', message: { type: 'profile', profile } });
  const hurry = () => timer !== undefined && start();
  const looking = setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', looked);
  window.addEventListener('online', hurry);

  return {
    start,
    rest,
    wish(wished) {
      profile = wished;
      sayProfile();
    },
    record: (isOn) => order({ type: 'record', isOn }),
    decode: (frame) =>
      new Promise((resolve) => {
        lastId += 1;
        waiting.set(lastId, resolve);
        order({ type: 'decode', id: lastId, frame });
      }),
    close() {
      isWanted = false;
      attempt += 1;
      clearTimeout(timer);
      clearTimeout(hiding);
      clearInterval(looking);
      document.removeEventListener('visibilitychange', looked);
      window.removeEventListener('online', hurry);
      order({ type: 'close' });
      worker.terminate();
    },
  };
}

/** Resolves a URL that may be relative to the page, with ws instead of http, and wss instead of https. */
function socketUrl(url: string): string {
  const full = new URL(url, location.href);
  full.protocol = full.protocol.replace('http', 'ws');
  return full.href;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
