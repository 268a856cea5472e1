import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { contract } from '../../contract';
import { pathOf } from '../../contract/endpoint';
import type { StreamMessage } from '../../contract/event';

interface Listening {
  /** The platform's origin. */
  base: string;
  appKey: string;
  token: string;
  sn?: string;
  lastEventId?: string;
}

/** An open event stream. */
export interface Stream {
  status: number;
  /** Received messages that `next` has not returned yet. */
  heard: { id?: string; message: StreamMessage }[];
  /** Takes the first message that fits, received already or later; others stay. @throws after a minute, with the received messages */
  next: <T extends StreamMessage['type']>(type: T, fits?: (message: Of<T>) => boolean) => Promise<{ id?: string; message: Of<T> }>;
  /** Resolves when the platform has ended the stream. */
  ended: Promise<void>;
  close: () => void;
}

/** Long, because the machine may be slow. */
const PATIENCE_MS = 60_000;

type Of<T extends StreamMessage['type']> = Extract<StreamMessage, { type: T }>;

/** Opens a project's event stream, as pages do. Must be closed. */
export async function openStream({ base, appKey, token, sn, lastEventId }: Listening): Promise<Stream> {
  const controller = new AbortController();
  const response = await fetch(`${base}${pathOf(contract.event.stream, { appKey })}${sn ? `?sn=${sn}` : ''}`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: controller.signal,
  });
  const heard: Stream['heard'] = [];
  let wake = () => {};
  const parser = createParser({
    onEvent: ({ id, data }: EventSourceMessage) => {
      heard.push({ id, message: JSON.parse(data) });
      wake();
    },
  });
  let end: string | undefined;
  const ended = read(response, (text) => parser.feed(text))
    .catch(({ message }: Error) => message)
    .then((why) => {
      end = why ?? 'by the platform';
      wake();
    });

  const next: Stream['next'] = async (type, fits = () => true) => {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const at = heard.findIndex(({ message }) => message.type === type && fits(message as never));
      if (at >= 0) return heard.splice(at, 1)[0] as never;
      if (end !== undefined || Date.now() >= until)
        throw new Error(`no such message of ${type} came; ended: ${end}; heard: ${JSON.stringify(heard.slice(-10))}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, until - Date.now()).unref();
      });
    }
  };
  return { status: response.status, heard, next, ended, close: () => controller.abort() };
}

async function read({ body }: Response, take: (text: string) => void) {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
    take(decoder.decode(chunk.value, { stream: true }));
}
