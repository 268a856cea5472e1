import { pathOf } from '@contract/endpoint';
import { event, type StreamMessage } from '@contract/event';
import { createParser } from 'eventsource-parser';
import { useEffect, useRef, useState } from 'react';
import { forgetReads } from '@/services/api';
import { session } from '@/services/token';
import { API_BASE } from '../../config/defaults';
import { takePlace } from './stream-places';

/** Is the page hearing what happens? `since` in milliseconds since the epoch. */
export interface Live {
  state: 'connecting' | 'live' | 'lost';
  since: number;
}

const BACKOFF_MS = [500, 1000, 2000, 3000, 5000, 8000];
/** The platform says something every 15 s; a stream silent for longer is dead, whatever the socket thinks. */
const SILENCE_MS = 40_000;
/** A browser has six connections to a platform without HTTP/2: a page nobody looks at gives its own back after this long, and takes none before it is looked at. */
const HIDDEN_MS = 5000;

/** Who is not even answered within this time is cut off. */
const UNANSWERED_MS = 10_000;
/** A stream for which there is no place looks in this often, for as long as it takes to hear what there is. */
const LOOK_EVERY_MS = 4000;
const LOOK_MS = 1000;

interface LiveOptions {
  appKey: string;
  /** Everything of this one device, not only state changes. */
  sn?: string;
  /** The last event known already; without it the stream begins with what happens from now on. */
  after?: number;
  onMessage: Hear;
}

/** @param isCaughtUp the stream goes on: something of this kind may have happened since it was heard last, or not */
type Hear = (message: StreamMessage, isCaughtUp?: boolean) => void;

/** Hears what happens in a project for as long as the page is open: goes on after a break from the event it heard last. @param options.ready false: not yet */
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
  /** What was told once and still holds, for those who join later. */
  standing: Map<string, StreamMessage>;
  close: () => void;
}

/** Those who hear a project as a whole share one stream: a browser has few connections. */
const projects = new Map<string, ProjectStream>();

/** It holds until it is told anew, and is told when a stream begins. */
const isStanding = ({ type }: StreamMessage) => type === 'counts' || type === 'broker';

/** @returns leaves it; the last one closes it */
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

/** The same without React. EventSource cannot send an Authorization header, so the stream is read with fetch. @returns closes the stream */
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
        // It would not know from where to go on.
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
      // As any call that finds the session over: until somebody signs in, there is nothing to hear.
      if (response.status === 401 && session.token === token) {
        isResting = true;
        onState('lost');
        return token && session.close('over');
      }
      consider();
      if (response.ok && response.body) await read(response.body, current);
    } catch {
      // A broken stream is opened again; the page shows that it is not live meanwhile.
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
        // What was read a moment ago is older than news; how it stands when the stream begins is none.
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

  // Back on the network, or looked at again: no need to wait out the pause.
  function hurry() {
    if (document.hidden) return;
    if (timer === undefined && !isResting) return;
    clearTimeout(timer);
    tries = 0;
    isResting = false;
    void listen();
  }

  // The socket may not notice for long.
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
