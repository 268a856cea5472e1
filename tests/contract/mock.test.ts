import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { endpoints } from '../../contract';
import { pathOf } from '../../contract/endpoint';
import mock, { close } from '../../mock/platform';
import { ADMIN, DEVELOPER, PASSWORD } from '../../mock/world';

afterAll(close);

interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the platform answers
  body: any;
}

/** Asks the mock as Umi's dev server does: an Express request whose body has been read. */
function ask(key: string, path: string, { body, token }: { body?: object; token?: string } = {}): Promise<Answered> {
  const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) };
  const asked = { method: key.split(' ')[0] ?? '', originalUrl: path, headers, body: body as Record<string, unknown> };
  const handler = mock[key];
  if (!handler) throw new Error(`The mock has no ${key}`);
  return new Promise((resolve) => {
    const written: Buffer[] = [];
    const response = Object.assign(
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          written.push(chunk);
          done();
        },
      }),
      { status: 0, writeHead: (status: number) => Object.assign(response, { status }) },
    );
    response.on('finish', () => {
      const text = Buffer.concat(written).toString();
      resolve({ status: response.status, body: text && JSON.parse(text) });
    });
    void handler(asked, response as unknown as ServerResponse);
  });
}

const signIn = async (email: string) => {
  const { body } = await ask('POST /v1/platform/login', '/v1/platform/login', { body: { email, password: PASSWORD } });
  return body.data.token as string;
};

describe('the mock is the platform', () => {
  test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s is answered',
    async (key, endpoint) => {
      const path = pathOf(endpoint, { appKey: 'a'.repeat(20), sn: 'SN-1', id: 1 });
      const { status } = await ask(key, path, { body: endpoint.body && {} });

      expect([status, endpoint.access === 'public']).toEqual(endpoint.access === 'public' ? [expect.any(Number), true] : [401, false]);
      expect([404, 500]).not.toContain(status);
    },
  );

  test('admin and developer sign in, and the developer has projects with devices in every state', async () => {
    expect(await signIn(ADMIN)).toEqual(expect.any(String));
    const token = await signIn(DEVELOPER);
    const projects = await ask('GET /v1/platform/application', '/v1/platform/application?pageSize=100', { token });
    const { appKey } = projects.body.data.list[0];
    const devices = await ask('GET /v1/platform/:appKey/device', `/v1/platform/${appKey}/device`, { token });

    expect(projects.body.data.totals.projects).toBeGreaterThan(2);
    for (const state of ['online', 'offline', 'inactive', 'disabled']) expect(devices.body.data.counts[state]).toBeGreaterThan(0);
  });

  test('a refusal is the platform’s own', async () => {
    const { status, body } = await ask('POST /v1/platform/register', '/v1/platform/register', {
      body: { email: 'nobody', password: 'short' },
    });

    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['body.email', 'body.password']);
  });
});
