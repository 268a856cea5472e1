import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

interface MailServer {
  url: string;
  /** The raw mails. */
  received: string[];
  close: () => Promise<void>;
}

/** An SMTP server that accepts all mails. @param silent accepts connections, but never answers */
export async function startMailServer({ silent = false } = {}): Promise<MailServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (!silent) converse(socket, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received, close };
}

// The part of SMTP (RFC 5321) that the client needs.
function converse(socket: Socket, received: string[]) {
  let mail: string | undefined;
  socket.write('220 ready\r\n');
  socket.on('data', (chunk) => {
    if (mail !== undefined) {
      mail += chunk;
      if (!mail.endsWith('\r\n.\r\n')) return;
      received.push(mail);
      mail = undefined;
      socket.write('250 ok\r\n');
    } else if (/^DATA/i.test(String(chunk))) {
      mail = '';
      socket.write('354 go on\r\n');
    } else if (/^QUIT/i.test(String(chunk))) socket.end('221 bye\r\n');
    else socket.write('250 ok\r\n');
  });
}
