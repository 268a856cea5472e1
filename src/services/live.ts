import { pathOf } from '@contract/endpoint';
import { event, type StreamMessage } from '@contract/event';
import { createParser } from 'eventsource-parser';
import { useEffect, useRef, useState } from 'react';
import { session } from '@/services/token';
import { API_BASE } from '../../config/defaults';

export type LiveState = 'connecting' | 'live' | 'lost';

const BACKOFF_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];
/** The platform says something every 15 s; a stream silent for longer is dead, whatever the socket thinks. */
const SILENCE_MS = 40_000;

interface LiveOptions {
  appKey: string;
  /** Everything of this one device, not only state changes. */
  sn?: string;
  onMessage: (message: StreamMessage) => void;
}

/** Hears what happens in a project for as long as the page is open: goes on after a break from the event it heard last. */
export function useLive({ appKey, sn, onMessage }: LiveOptions): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const listener = useRef(onMessage);
  listener.current = onMessage;

  useEffect(() => {
    setState('connecting');
    return openLive({ appKey, sn, onMessage: (message) => listener.current(message) }, setState);
  }, [appKey, sn]);

  return state;
}

/** The same without React. EventSource cannot send an Authorization header, so the stream is read with fetch. @returns closes the stream */
export function openLive({ appKey, sn, onMessage }: LiveOptions, onState: (state: LiveState) => void): () => void {
  const url = `${API_BASE}${pathOf(event.stream, { appKey })}${sn === undefined ? '' : `?${new URLSearchParams({ sn })}`}`;
  let lastId: string | undefined;
  let tries = 0;
  let attempt: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  async function listen() {
    const current = new AbortController();
    attempt = current;
    try {
      const response = await fetch(url, {
        headers: { authorization: session.token, accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
        signal: current.signal,
        cache: 'no-store',
      });
      // Signed out, or not this user's project: the next ordinary call says so.
      if (response.status === 401 || response.status === 404) return;
      if (response.ok && response.body) await read(response.body, current);
    } catch {
      // A broken stream is opened again; the page shows that it is not live meanwhile.
    }
    if (!closed) again();
  }

  async function read(body: ReadableStream<Uint8Array>, current: AbortController) {
    onState('live');
    const parser = createParser({
      onEvent: ({ id, data }) => {
        tries = 0;
        if (id) lastId = id;
        onMessage(JSON.parse(data));
      },
    });
    const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
    for (;;) {
      const silence = setTimeout(() => current.abort(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      parser.feed(value);
    }
  }

  function again() {
    onState('lost');
    const delay = BACKOFF_MS[Math.min(tries++, BACKOFF_MS.length - 1)] ?? 0;
    timer = setTimeout(listen, delay * (0.75 + Math.random() / 2));
  }

  // Back on the network: no need to wait out the pause.
  function hurry() {
    if (timer === undefined || closed) return;
    clearTimeout(timer);
    tries = 0;
    void listen();
  }

  void listen();
  window.addEventListener('online', hurry);
  return () => {
    closed = true;
    attempt?.abort();
    clearTimeout(timer);
    window.removeEventListener('online', hurry);
  };
}
