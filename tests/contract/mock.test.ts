import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contract, endpoints } from '../../contract';
import { CATEGORY_ID } from '../../contract/application';
import { pathOf } from '../../contract/endpoint';
import { type Mock, openMock } from '../../mock/platform';
import { ADMIN, DEVELOPER, PASSWORD } from '../../mock/world';

let mock: Mock;
let url: string;
// Like Umi's dev server: the mock handles requests first, then the console.
const devServer = createServer((request, response) => mock.handle(request, response, () => response.end('the console')));

beforeAll(async () => {
  mock = openMock();
  await new Promise<void>((listening) => devServer.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(devServer.address() as AddressInfo).port}`;
  await fetch(url);
}, 120_000);
afterAll(async () => {
  devServer.close();
  await mock.close();
});

interface Asking {
  method?: string;
  body?: object;
  token?: string;
  /** The value of `mock=` in the URL of the calling page. */
  switches?: string;
}

async function ask(path: string, { method = 'GET', body, token, switches = '' }: Asking = {}) {
  const reply = await fetch(url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(switches && { referer: `${url}/?mock=${switches}` }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await reply.text();
  // biome-ignore lint/suspicious/noExplicitAny: responses have many shapes
  return { status: reply.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as any };
}

const signIn = async (email: string): Promise<string> => {
  const { body } = await ask('/v1/platform/login', { method: 'POST', body: { email, password: PASSWORD } });
  return body.data.token;
};
const switchTo = (switches: string) => ask(`/mock?mock=${switches}`, { method: 'POST' });
const devices = (query = '') => `${pathOf(contract.device.list, { appKey: 'warehouse00000000000' })}${query}`;

describe('the mock is the platform', () => {
  const closed = endpoints.filter(({ access }) => access !== 'public');
  test.each(closed.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))('%s is answered', async (_, endpoint) => {
    const { status } = await ask(pathOf(endpoint, { appKey: 'a'.repeat(20), sn: 'SN-1', id: 1 }), { method: endpoint.method });

    expect(status).toBe(401);
  });

  test('a refusal is the platform’s own', async () => {
    const { status, body } = await ask('/v1/platform/register', { method: 'POST', body: { email: 'nobody', password: 'short' } });

    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['body.email', 'body.password']);
  });

  test('what is not the platform’s is the console’s', async () => {
    expect((await ask('/src/app.tsx')).body).toBe('the console');
  });

  test('admin and developer sign in, and the developer has projects with devices in every state', async () => {
    expect(await signIn(ADMIN)).toEqual(expect.any(String));
    const token = await signIn(DEVELOPER);
    const projects = await ask('/v1/platform/application', { token });
    const { body } = await ask(devices(), { token });

    expect(projects.body.data.totals).toMatchObject({ projects: 8, devices: 500 });
    for (const state of ['online', 'offline', 'inactive', 'disabled']) expect(body.data.counts[state]).toBeGreaterThan(0);
  });
});

describe('a switch in the address of the page that calls', () => {
  let token: string;
  beforeAll(async () => {
    token = await signIn(DEVELOPER);
  });

  test('slow: takes its time', async () => {
    const began = Date.now();
    await ask('/v1/platform/settings', { switches: 'slow:300' });

    expect(Date.now() - began).toBeGreaterThanOrEqual(300);
  });

  test('fail: every third call fails, with the code and as it is to be told', async () => {
    const calls = [];
    for (let n = 0; n < 6; n++) calls.push(await ask(devices(), { token, switches: 'fail:40901:every3:show3' }));

    expect(calls.map(({ status }) => status)).toEqual([200, 200, 409, 200, 200, 409]);
    expect(calls[2]?.body).toMatchObject({ success: false, code: 40901, message: '项目名称已存在', showType: 3 });
  });

  test('empty: lists have nothing', async () => {
    const { body } = await ask(devices(), { token, switches: 'empty' });

    expect(body.data).toMatchObject({ list: [], total: 0, counts: { all: 0, online: 0 } });
  });

  test('million: the last page of a million is full', async () => {
    const { body } = await ask(devices('?current=100000&pageSize=10'), { token, switches: 'million' });

    expect(body.data.total).toBe(1_000_000);
    expect(body.data.list).toHaveLength(10);
  });

  test('million: rows that repeat have ids of their own, and each is the real one', async () => {
    const projects = (page: number) =>
      ask(`${pathOf(contract.application.list)}?current=${page}&pageSize=8`, { token, switches: 'million' }).then(
        ({ body }) => body.data.list,
      );
    const [real, again] = [await projects(1), await projects(2)];
    expect(again.map(({ appKey }: { appKey: string }) => appKey)).toEqual(real.map(({ appKey }: { appKey: string }) => appKey));
    expect(new Set([...real, ...again].map(({ id }) => id)).size).toBe(16);

    const renaming = { method: 'PATCH', body: { name: '重复的一行', categoryId: CATEGORY_ID }, token, switches: 'million' };
    expect((await ask(pathOf(contract.application.update, { id: again[0].id }), renaming)).status).toBe(200);
    expect((await projects(1))[0]).toMatchObject({ id: real[0].id, name: '重复的一行' });

    // The second one, because other tests need the first.
    const switching = { method: 'POST', body: { id: again[1].id, status: 'disabled' }, token, switches: 'million' };
    expect((await ask(pathOf(contract.application.switch, { id: again[1].id }), switching)).status).toBe(200);
    expect((await projects(1))[1]).toMatchObject({ id: real[1].id, status: 'disabled' });
  });

  test('says nothing to other pages', async () => {
    expect((await ask(devices(), { token })).body.data.list).toHaveLength(10);
  });
});

describe('what happens once', () => {
  test('the next call fails, the one after it does not', async () => {
    const token = await signIn(DEVELOPER);
    await switchTo('fail:50001:next:device');

    const statuses = [await ask('/v1/platform/application', { token }), await ask(devices(), { token }), await ask(devices(), { token })];
    expect(statuses.map(({ status }) => status)).toEqual([200, 500, 200]);
  });

  test('a new version is deployed', async () => {
    const before = (await ask('/v1/platform/settings')).body.data.version;
    await switchTo('deployed');

    expect((await ask('/v1/platform/settings')).body.data.version).not.toBe(before);
  });

  test('the broker is away until it is switched back', async () => {
    const token = await signIn(DEVELOPER);
    const client = `/emqx/emqx/clients/${encodeURIComponent('warehouse00000000000.DC-2026-0001')}`;
    await switchTo('broker');
    expect((await ask(client, { token })).status).toBe(503);

    await switchTo('');
    expect((await ask(client, { token })).status).toBe(200);
  });

  test('every session ends', async () => {
    const token = await signIn(DEVELOPER);
    await switchTo('expired');

    expect((await ask(devices(), { token })).body.code).toBe(40101);
  });
});
