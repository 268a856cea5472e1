import { sql } from 'kysely';
import { contract } from '../../contract';
import { ErrorCode } from '../../contract/errors';
import { startPlatform, type TestPlatform } from '../support/platform';

let platform: TestPlatform;
afterEach(() => platform.close());

const get = (url: string, headers = {}, remoteAddress = '127.0.0.1') => platform.app.inject({ url, headers, remoteAddress });

test('the process says that it is alive, and that its parts are', async () => {
  platform = await startPlatform();

  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/readyz')).json()).toMatchObject({ status: 'ok', parts: { database: true, broker: true } });
});

test('without its database it is alive, not ready, and says to callers that it is unavailable', async () => {
  platform = await startPlatform();
  const { token } = await platform.signIn();
  // The platform starts with a working database.
  await platform.app.ready();
  await platform.platform.db.destroy();

  const ready = await get('/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toMatchObject({ status: 'unavailable', parts: { database: false } });
  expect((await get('/healthz')).statusCode).toBe(200);
  expect((await get(contract.account.current.path, { authorization: `Bearer ${token}` })).json()).toMatchObject({ success: false });
});

// Simulated by SQLite's `max_page_count`. The same function recognizes PostgreSQL's errors (class 53).
test('a full disk refuses what is written, not what is read, until there is room again', async () => {
  platform = await startPlatform({ database: ':memory:' });
  const { db } = platform.platform;
  const lin = await platform.signIn();
  const create = (n: number) =>
    lin.call(contract.application.create, { body: { name: `Project ${n}`, description: 'x'.repeat(200), categoryId: 1 } });
  const fill = async (n = 0): Promise<Awaited<ReturnType<typeof create>>> => {
    const answer = await create(n);
    return answer.status === 200 && n < 1000 ? fill(n + 1) : answer;
  };

  await sql`pragma max_page_count = 1`.execute(db);
  const { status, failure } = await fill();
  expect({ status, code: failure.code }).toEqual({ status: 503, code: ErrorCode.unavailable });
  expect((await lin.call(contract.application.list, { query: {} })).status).toBe(200);
  platform.pass(120_000);
  expect((await lin.call(contract.account.current)).status).toBe(200);

  await sql`pragma max_page_count = 1000000`.execute(db);
  expect((await create(2000)).status).toBe(200);
});

describe('the metrics', () => {
  test('are for this machine alone', async () => {
    platform = await startPlatform();
    await get('/healthz');

    expect((await get('/metrics')).body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/);
    expect((await get('/metrics', {}, '10.1.1.1')).statusCode).toBe(404);
  });

  test.each([true, false])('behind a proxy on this machine are not for everybody, believed or not: %s', async (trustProxy) => {
    platform = await startPlatform({ trustProxy });

    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404);
    expect((await get('/metrics', { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' })).statusCode).toBe(404);
    expect((await get('/metrics', { 'x-real-ip': '203.0.113.7' })).statusCode).toBe(404);
  });

  test('are for who knows the token, wherever they are', async () => {
    platform = await startPlatform({ metricsToken: 'a-metrics-token' });

    expect((await get('/metrics', { authorization: 'Bearer a-metrics-token' }, '10.1.1.1')).statusCode).toBe(200);
    expect((await get('/metrics', { authorization: 'Bearer another' })).statusCode).toBe(404);
    expect((await get('/metrics')).statusCode).toBe(404);
  });

  test('count unknown addresses under one name, so that nobody can fill the memory with them', async () => {
    platform = await startPlatform();
    for (let i = 0; i < 5; i++) await get(`/nothing-${i}`);

    const { body } = await get('/metrics');
    expect(body).not.toContain('nothing-');
    expect(body).toMatch(/count\{method="GET",route="none",status="404"\} 5/);
  });
});
