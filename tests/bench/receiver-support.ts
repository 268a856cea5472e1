import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A developer's server in its own process: `/ok` answers at once, `/hang` never. Sends its port to the parent process. */
const server = createServer((request, response) => {
  request.resume();
  if (request.url !== '/hang') request.on('end', () => response.end('ok'));
}).listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
