import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface Arrived {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/** How a receiver handles a request. */
export type Behaviour = (response: ServerResponse, arrived: Arrived) => void;

export const answers =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Typical behaviours of developers' receivers. */
export const receivers = {
  ok: answers(200, {}, 'ok'),
  fails: answers(500, {}, 'out of order'),
  gone: answers(410),
  busy: (seconds: number) => answers(429, { 'retry-after': String(seconds) }),
  redirects: answers(302, { location: 'http://169.254.169.254/latest/meta-data/' }),
  hangs: () => {},
  closesEarly: (response: ServerResponse) => void response.socket?.destroy(),
  talksNonsense: (response: ServerResponse) => void response.socket?.end('SMTP 220 not http\r\n\r\n'),
  streamsForEver: (response: ServerResponse) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('more '), 50);
    response.on('close', () => clearInterval(timer));
  },
  /** Answers a gigabyte, as fast as it is read. */
  answersGigabyte: (response: ServerResponse) => {
    const block = Buffer.alloc(1 << 20, 'x');
    response.writeHead(200, { 'content-length': String(1 << 30) });
    const pour = () => {
      while (!response.destroyed && response.write(block));
    };
    response.on('drain', pour);
    pour();
  },
  /** One behaviour after another; the last one is repeated. */
  inTurn: (...behaviours: Behaviour[]): Behaviour => {
    let turn = 0;
    return (response, arrived) => (behaviours[Math.min(turn++, behaviours.length - 1)] as Behaviour)(response, arrived);
  },
};

export interface Receiver {
  url: string;
  /** The requests in the order of arrival. */
  arrived: Arrived[];
  behave: (behaviour: Behaviour) => void;
  /** Waits for this number of requests. */
  until: (count: number) => Promise<Arrived[]>;
  close: () => Promise<void>;
}

/** Starts a developer's server on a free port of this machine. @param tls serves https with this certificate */
export async function startReceiver(behaviour: Behaviour = receivers.ok, tls?: { key: string; cert: string }): Promise<Receiver> {
  const arrived: Arrived[] = [];
  const waiting: { count: number; done: (all: Arrived[]) => void }[] = [];
  const sockets = new Set<Socket>();
  let current = behaviour;

  const listener: RequestListener = async (request, response) => {
    const one = { path: request.url ?? '', headers: request.headers, body: await text(request), at: Date.now() };
    arrived.push(one);
    current(response, one);
    for (const { count, done } of waiting) if (arrived.length >= count) done(arrived);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;

  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    arrived,
    behave: (next) => {
      current = next;
    },
    until: (count) => (arrived.length >= count ? Promise.resolve(arrived) : new Promise((done) => waiting.push({ count, done }))),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

/** Verifies and parses a request with the library that receivers use. @throws if the signature is invalid */
export const verified = ({ body, headers }: Arrived, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; timestamp: string; data: Record<string, unknown> };
