import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { contract } from '../../contract';
import { createApp } from '../../server/app';
import { inMemory } from '../../server/config';
import { openPlatform } from '../../server/platform';
import { eventually } from '../support/eventually';

const { account, application, device } = contract;

test('the log tells what happened, and never a secret, token, password, code or payload', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const platform = await openPlatform(inMemory({ admin: { email: 'admin@example.com', password: 'admin-contour-42' } }), { log });
  const app = await createApp(platform);
  const secrets: string[] = ['admin-contour-42'];
  const keep = (secret: string) => {
    secrets.push(secret);
    return secret;
  };

  const password = keep('blue-contour-42');
  const newPassword = keep('green-contour-43');
  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object | string, authorization = '') => {
    const headers = { authorization, ...(typeof payload === 'string' && { 'content-type': 'application/json' }) };
    const reply = await app.inject({ method, url, payload, headers });
    return reply.json().data;
  };

  await send('GET', `${account.current.path}?token=${keep('a-token-in-a-query')}`);
  await send('POST', account.register.path, { email: 'lin@example.com', password });
  await send('POST', account.login.path, { email: 'lin@example.com', password: keep('a-wrong-password') });
  await send('POST', account.login.path, `{"email":"lin@example.com","password":"${keep('in-broken-json')}"`);
  await send('POST', account.sendCode.path, { email: 'lin@example.com', purpose: 'reset-password' });
  const code = keep(platform.mailer.outbox[0]?.code ?? '');
  await send('POST', account.resetPassword.path, { email: 'lin@example.com', code, password });
  const { token } = await send('POST', account.login.path, { email: 'lin@example.com', password });
  const bearer = `Bearer ${keep(token)}`;
  await send('POST', account.changePassword.path, { password, newPassword }, bearer);
  await send('PATCH', account.update.path, { name: keep('A very private name') }, bearer);
  const project = await send('POST', application.create.path, { name: keep('Secret project'), categoryId: 1 }, bearer);
  const basic = keep(Buffer.from(`${project.appKey}:${keep(project.appSecret)}`).toString('base64'));
  const devices = device.create.path.replace(':appKey', project.appKey);
  const added = await send('POST', devices, { sn: 'SN-1', remark: keep('a private remark') }, `Basic ${basic}`);
  keep(added.secret);
  await platform.db.destroy();
  await send('GET', account.current.path, undefined, bearer);
  await app.close();
  await platform.close();

  const written = lines.join('');
  // Timestamps may contain the six digits of a code, so a match must not have digits around it.
  for (const secret of secrets) expect(written).not.toMatch(/^\d+$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`) : secret);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: 'answered', method: 'POST', route: account.login.path, status: 200, reqId: expect.any(String) }),
  );
  expect(written).toContain('a request failed');
});

test('a body that its sender breaks off is nothing that we did wrong', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const platform = await openPlatform(inMemory(), { log });
  const app = await createApp(platform);
  const answered = new Promise<number>((told) => app.addHook('onSend', async (_, { statusCode }) => told(statusCode)));
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`POST ${account.login.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`);
  const [request] = await once(app.server, 'request');
  // Waits until the platform reads the body.
  await eventually(() => request.readableFlowing);
  socket.destroy();

  expect(await answered).toBe(400);
  expect(lines.join('')).not.toContain('a request failed');
  await app.close();
  await platform.close();
});
