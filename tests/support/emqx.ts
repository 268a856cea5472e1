import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A client of EMQX 5. */
interface Client {
  clientid: string;
  connectedAt: number;
}

const KEY = 'key';
const SECRET = 'secret';

/**
 * A server with EMQX 5's REST API as documented (emqx-docs, admin/api; dashboard, clients.schemas.ts).
 * @param times the format of times in answers; the API's schema allows both
 */
export async function startEmqx(times: 'text' | 'number' = 'text') {
  const clients = new Map<string, Client>();
  const asked: string[] = [];
  let isBroken = false;
  let tellKicked: ((clientid: string) => void) | undefined;
  const time = (ms: number) => (times === 'number' ? ms : new Date(ms).toISOString());

  const server = createServer((request, response) => {
    const answer = (status: number, body?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://emqx');
    asked.push(`${request.method} ${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`);
    if (isBroken) return response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>');
    if (!isAuthorized(request)) return answer(401, { code: 'BAD_API_KEY_OR_SECRET', message: 'Check api_key/api_secret' });

    const [, clientid] = /^\/api\/v5\/clients\/([^/]+)$/.exec(pathname) ?? [];
    if (clientid) {
      const client = clients.get(decodeURIComponent(clientid));
      if (!client) return answer(404, { code: 'CLIENTID_NOT_FOUND', message: 'Client ID not found' });
      if (request.method === 'DELETE') {
        clients.delete(client.clientid);
        answer(204);
        return tellKicked?.(client.clientid);
      }
      return answer(200, described(client));
    }
    if (pathname !== '/api/v5/clients') return answer(404, { code: 'NOT_FOUND', message: 'Request Path Not Found' });

    const part = searchParams.get('like_clientid') ?? '';
    const [page, limit] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('limit') ?? 100)];
    const found = [...clients.values()].filter((client) => client.clientid.includes(part));
    const data = found
      .slice((page - 1) * limit, page * limit)
      .map((client) => ({ clientid: client.clientid, connected_at: time(client.connectedAt) }));
    return answer(200, { data, meta: { page, limit, count: found.length, hasnext: page * limit < found.length } });
  });

  const described = ({ clientid, connectedAt }: Client) => ({
    clientid,
    username: clientid,
    connected: true,
    connected_at: time(connectedAt),
    disconnected_at: null,
    created_at: time(connectedAt),
    ip_address: '10.0.0.7',
    port: 51_234,
    keepalive: 60,
    proto_name: 'MQTT',
    proto_ver: 4,
    clean_start: true,
    expiry_interval: 0,
    is_bridge: false,
    is_expired: false,
    node: 'emqx@127.0.0.1',
    mountpoint: '',
    subscriptions_cnt: 1,
    subscriptions_max: 'infinity',
    inflight_cnt: 0,
    mqueue_len: 0,
    mqueue_dropped: 0,
    recv_cnt: 12,
    recv_msg: 9,
    'recv_msg.qos0': 4,
    'recv_msg.qos1': 5,
    'recv_msg.qos2': 0,
    'recv_msg.dropped': 0,
    'recv_msg.dropped.await_pubrel_timeout': 0,
    recv_oct: 812,
    send_msg: 2,
    'send_msg.dropped.queue_full': 0,
    send_oct: 96,
    client_attrs: {},
  });

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    api: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: KEY, secret: SECRET },
    /** The requests, such as `GET /api/v5/clients/…`. */
    asked,
    connect: (clientid: string, connectedAt = Date.now()) => void clients.set(clientid, { clientid, connectedAt }),
    disconnect: (clientid: string) => void clients.delete(clientid),
    /** Called with the client ID after a client was disconnected through the API, as EMQX's rule does. */
    whenKicked: (tell: typeof tellKicked) => {
      tellKicked = tell;
    },
    /** Answers 502, as a gateway in front of EMQX would. */
    break: (broken = true) => {
      isBroken = broken;
    },
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  };
}

const isAuthorized = ({ headers }: IncomingMessage) =>
  headers.authorization === `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString('base64')}`;
