import type { AddressInfo } from 'node:net';
import { connectAsync, type MqttClient } from 'mqtt';
import { contract } from '../../contract';
import { type Call, startPlatform } from '../support/platform';

const { account, application, device } = contract;

export type Stage = Awaited<ReturnType<typeof setStage>>;

/** A platform with an admin, and two developers with a project and a device each: an owner and a stranger. */
export async function setStage() {
  const platform = await startPlatform();
  const admin = await platform.signIn('admin@example.com');
  const lines: MqttClient[] = [];
  const [owner, stranger] = await Promise.all([settle('owner@example.com'), settle('stranger@example.com')]);

  async function settle(email: string) {
    const person = await platform.signIn(email);
    const sn = `SN-OF-${email.split('@')[0]?.toUpperCase()}`;
    const { data: project } = await person.call(application.create, { body: { name: `Project of ${email}`, categoryId: 1 } });
    const { data: added } = await person.call(device.create, { params: { appKey: project.appKey }, body: { sn, tags: ['indoor'] } });
    await platform.call(account.login, { body: { email, password: person.password } });
    const { data: sessions } = await person.call(account.sessions);
    await platform.call(account.sendCode, { body: { email, purpose: 'reset-password' } });
    return {
      ...person,
      sn,
      appKey: project.appKey,
      applicationId: project.id,
      clientId: `${project.appKey}.${sn}`,
      /** Connects the device. */
      connect: () => connect(`${project.appKey}.${sn}`, added.secret),
      /** Calls the API with the project's credentials, as the developer's server does. */
      serverCall: withBasic(platform.call, project.appKey, project.appSecret),
      otherSessionId: sessions.list.find(({ current }) => !current)?.id ?? 0,
      resetCode: platform.platform.mailer.outbox.findLast(({ to }) => to === email)?.code ?? '',
    };
  }

  async function connect(clientId: string, secret: string) {
    const { app } = platform;
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    lines.push(await connectAsync(`ws://127.0.0.1:${port}/mqtt`, { clientId, username: clientId, password: secret, reconnectPeriod: 0 }));
  }

  async function close() {
    for (const line of lines) await line.endAsync(true);
    await platform.close();
  }

  return { admin, owner, stranger, anonymous: platform.call, close };
}

/** Calls the API with a project's appKey and appSecret (HTTP Basic). */
export const withBasic =
  (call: Call, appKey: string, appSecret: string): Call =>
  (endpoint, input) =>
    call(endpoint, input, { authorization: `Basic ${Buffer.from(`${appKey}:${appSecret}`).toString('base64')}` });
