import { pathOf } from '@contract/endpoint';
import { event, type StreamMessage } from '@contract/event';
import { createParser } from 'eventsource-parser';
import { useEffect, useRef, useState } from 'react';
import { forgetReads } from '@/services/api';
import { session } from '@/services/token';
import { API_BASE } from '../../config/defaults';
import { takePlace } from './stream-places';

/** State of the live connection. `since` in milliseconds since the epoch. */
export interface Live {
  state: 'connecting' | 'live' | 'lost';
  since: number;
}

const BACKOFF_MS = [500, 1000, 2000, 3000, 5000, 8000];
/** The platform sends a heartbeat every 15 s: a stream silent for this long is dead, even if the socket is open. */
const SILENCE_MS = 40_000;
/** Browsers allow six connections without HTTP/2: a page that is hidden for this long closes its stream until it is visible again. */
const HIDDEN_MS = 5000;

/** A request without a response for this long is aborted. */
const UNANSWERED_MS = 10_000;
/** A stream without a place (stream-places.ts) connects this often, for long enough to receive what is new. */
const LOOK_EVERY_MS = 4000;
const LOOK_MS = 1000;

interface LiveOptions {
  appKey: string;
  /** All events of this device, not only state changes. */
  sn?: string;
  /** The last known event id; without it the stream begins now. */
  after?: number;
  onMessage: Hear;
}

/** @param isCaughtUp first message of its type since the stream resumed: something may or may not have changed meanwhile */
type Hear = (message: StreamMessage, isCaughtUp?: boolean) => void;

/** Receives a project's events while mounted; resumes after the last received event. @param options.ready false: not yet */
export function useLive({ appKey, sn, after, ready = true, onMessage }: LiveOptions & { ready?: boolean }): Live {
  const [live, setLive] = useState<Live>(() => ({ state: 'connecting', since: Date.now() }));
  const latest = useRef({ onMessage, after });
  latest.current = { onMessage, after };

  useEffect(() => {
    if (!ready) return;
    const became = (state: Live['state']) => setLive((was) => (was.state === state ? was : { state, since: Date.now() }));
    became('connecting');
    const onMessage: Hear = (...heard) => latest.current.onMessage(...heard);
    return sn === undefined
      ? joinProject(appKey, { onMessage, onState: became })
      : openLive({ appKey, sn, after: latest.current.after, onMessage }, became);
  }, [appKey, sn, ready]);

  return live;
}

interface Listener {
  onMessage: Hear;
  onState: (state: Live['state']) => void;
}

interface ProjectStream {
  listeners: Set<Listener>;
  state: Live['state'];
  /** Current messages that late joiners need. */
  standing: Map<string, StreamMessage>;
  close: () => void;
}

/** Listeners of a whole project share one stream, because browsers have few connections. */
const projects = new Map<string, ProjectStream>();

/** Messages that describe a state: valid until the next one of their type, and sent when a stream begins. */
const isStanding = ({ type }: StreamMessage) => type === 'counts' || type === 'broker';

/** @returns a function that leaves; the last one to leave closes the stream */
function joinProject(appKey: string, listener: Listener): () => void {
  const stream = projects.get(appKey) ?? openProject(appKey);
  projects.set(appKey, stream);
  stream.listeners.add(listener);
  listener.onState(stream.state);
  if (stream.state === 'live') for (const message of stream.standing.values()) listener.onMessage(message);
  return () => {
    stream.listeners.delete(listener);
    if (stream.listeners.size > 0) return;
    projects.delete(appKey);
    stream.close();
  };
}

function openProject(appKey: string): ProjectStream {
  const stream: ProjectStream = { listeners: new Set(), state: 'connecting', standing: new Map(), close: () => {} };
  const onMessage: Hear = (message, isCaughtUp) => {
    if (isStanding(message)) stream.standing.set(message.type, message);
    for (const listener of stream.listeners) listener.onMessage(message, isCaughtUp);
  };
  stream.close = openLive({ appKey, onMessage }, (state) => {
    stream.state = state;
    for (const listener of stream.listeners) listener.onState(state);
  });
  return stream;
}

/** Opens a stream. With fetch, since EventSource cannot send an Authorization header. @returns a function that closes it */
function openLive({ appKey, sn, after, onMessage }: LiveOptions, onState: (state: Live['state']) => void): () => void {
  const url = `${API_BASE}${pathOf(event.stream, { appKey })}${sn === undefined ? '' : `?${new URLSearchParams({ sn })}`}`;
  let lastId = after === undefined ? undefined : String(after);
  let tries = 0;
  let attempt: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let isResting = document.hidden;
  let isClosed = false;

  async function listen() {
    const current = new AbortController();
    attempt = current;
    timer = undefined;
    const { token } = session;
    const place = takePlace();
    let looking: ReturnType<typeof setTimeout> | undefined;
    let isGivenBack = false;
    const consider = () => {
      looking = setTimeout(async () => {
        // Without a last id, a closed stream could not resume.
        if (lastId === undefined) return consider();
        if (await place.isMine()) return;
        isGivenBack = true;
        current.abort();
      }, LOOK_MS);
    };
    const unanswered = setTimeout(() => current.abort(), UNANSWERED_MS);
    try {
      const response = await fetch(url, {
        headers: { authorization: token, accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
        signal: current.signal,
        cache: 'no-store',
      });
      clearTimeout(unanswered);
      // Like any call that finds the session expired: the stream rests until somebody signs in.
      if (response.status === 401 && session.token === token) {
        isResting = true;
        onState('lost');
        return token && session.close('over');
      }
      consider();
      if (response.ok && response.body) await read(response.body, current);
    } catch {
      // A broken stream is reopened; meanwhile the page shows that it is not live.
    } finally {
      clearTimeout(unanswered);
      clearTimeout(looking);
      place.leave();
      current.abort();
    }
    if (isClosed || isResting) return;
    if (isGivenBack) timer = setTimeout(listen, LOOK_EVERY_MS * (0.75 + Math.random() / 2));
    else again();
  }

  async function read(body: ReadableStream<Uint8Array>, current: AbortController) {
    onState('live');
    const isResumed = lastId !== undefined;
    const told = new Set<StreamMessage['type']>();
    const parser = createParser({
      onEvent: ({ id, data }) => {
        tries = 0;
        if (id) lastId = id;
        const message: StreamMessage = JSON.parse(data);
        // News makes cached reads outdated, but the state messages at the start of a stream are no news.
        if (!isStanding(message) || told.has(message.type)) forgetReads();
        const isCaughtUp = isResumed && !told.has(message.type);
        told.add(message.type);
        onMessage(message, isCaughtUp);
      },
    });
    const reader = body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const silence = setTimeout(() => current.abort(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  }

  function again() {
    onState('lost');
    const delay = BACKOFF_MS[Math.min(tries++, BACKOFF_MS.length - 1)] ?? 0;
    timer = setTimeout(listen, delay * (0.75 + Math.random() / 2));
  }

  // Back online, or visible again: reconnect without waiting.
  function hurry() {
    if (document.hidden) return;
    if (timer === undefined && !isResting) return;
    clearTimeout(timer);
    tries = 0;
    isResting = false;
    void listen();
  }

  // A socket may take long to notice that the network is gone.
  function cut() {
    attempt?.abort();
  }

  function rest() {
    isResting = true;
    clearTimeout(timer);
    timer = undefined;
    attempt?.abort();
  }

  function looked() {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(rest, HIDDEN_MS);
    else hurry();
  }

  if (!isResting) void listen();
  window.addEventListener('online', hurry);
  window.addEventListener('offline', cut);
  document.addEventListener('visibilitychange', looked);
  const unsubscribe = session.onOpened(hurry);
  return () => {
    isClosed = true;
    unsubscribe();
    attempt?.abort();
    clearTimeout(timer);
    clearTimeout(hiding);
    window.removeEventListener('online', hurry);
    window.removeEventListener('offline', cut);
    document.removeEventListener('visibilitychange', looked);
  };
}
