import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A developer's server in a process of its own: `/ok` answers at once, `/hang` never. Tells its port to whoever started it. */
const server = createServer((request, response) => {
  request.resume();
  if (request.url !== '/hang') request.on('end', () => response.end('ok'));
}).listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
