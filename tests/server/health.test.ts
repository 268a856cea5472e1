import { contract } from '../../contract';
import { startPlatform, type TestPlatform } from '../support/platform';

let platform: TestPlatform;
afterEach(() => platform.close());

const get = (url: string, headers = {}, remoteAddress = '127.0.0.1') => platform.app.inject({ url, headers, remoteAddress });

test('the process says that it is alive, and that its parts are', async () => {
  platform = await startPlatform();

  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/readyz')).json()).toMatchObject({ status: 'ok', parts: { database: true } });
});

test('without its database it is alive, not ready, and says to callers that it is unavailable', async () => {
  platform = await startPlatform();
  const { token } = await platform.signIn();
  await platform.platform.db.destroy();

  const ready = await get('/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toMatchObject({ status: 'unavailable', parts: { database: false } });
  expect((await get('/healthz')).statusCode).toBe(200);
  expect((await get(contract.account.current.path, { authorization: `Bearer ${token}` })).json()).toMatchObject({ success: false });
});

describe('the metrics', () => {
  test('are for this machine alone', async () => {
    platform = await startPlatform();
    await get('/healthz');

    expect((await get('/metrics')).body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/);
    expect((await get('/metrics', {}, '10.1.1.1')).statusCode).toBe(404);
  });

  test('behind a proxy on this machine are not for everybody', async () => {
    platform = await startPlatform({ trustProxy: true });

    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404);
    expect((await get('/metrics', { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' })).statusCode).toBe(404);
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
