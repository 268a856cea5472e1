import { contract } from '../../contract';
import type { Data } from '../../contract/endpoint';
import { ownDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { bundlePlatform, endProcesses, freeSettings, type Running, startProcess } from '../support/process';

const { account, application, device } = contract;
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3);
const admin = { email: 'admin@example.com', password: 'blue-contour-42' };

/** What the platform has acknowledged, and so must not lose. */
class Acknowledged {
  tokens: string[] = [];
  emails: string[] = [];
  projects = new Map<number, string>();
  /** Serial numbers by the project's appKey. */
  devices = new Map<string, Set<string>>();
}

jest.setTimeout(120_000 + ROUNDS * 15_000);
beforeAll(bundlePlatform);
afterAll(endProcesses);

test(`killed ${ROUNDS} times while it writes, the platform has kept all that it acknowledged`, async () => {
  const { settings, remove } = await freeSettings();
  const database = await ownDatabase();
  const own = { ...settings, ...(database && { DATABASE_URL: database.url }), ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const said = new Acknowledged();

  for (let round = 0; round < ROUNDS; round++) {
    const platform = await startProcess(own);
    const token = await signIn(platform, admin.email);
    said.tokens.push(token);
    const before = said.projects.size + said.devices.size;
    const writers = [addProjects(platform, token, round, said), addDevices(platform, token, round, said), register(platform, round, said)];
    // Ensures that something was written, even on a slow machine.
    await Promise.race([eventually(() => said.projects.size + said.devices.size > before + 1), ...writers]);
    setTimeout(() => platform.signal('SIGKILL'), Math.random() * 500);
    await Promise.all(writers);
    await platform.ended;
  }

  const survivor = await startProcess(own);
  await expectAll(survivor, said);
  survivor.signal('SIGTERM');
  expect(await survivor.ended).toBe(0);
  remove();
  await database?.drop();
});

const addProjects = (platform: Running, token: string, round: number, { projects }: Acknowledged) =>
  untilKilled(async (n) => {
    const name = `Project ${round}-${n}`;
    const { data } = await platform.call(application.create, { body: { name, categoryId: 1 } }, token);
    projects.set(data.id, name);
  });

const addDevices = (platform: Running, token: string, round: number, { devices }: Acknowledged) =>
  untilKilled(async (n) => {
    const { data } = await platform.call(application.create, { body: { name: `Devices ${round}-${n}`, categoryId: 1 } }, token);
    const sns = new Set<string>();
    devices.set(data.appKey, sns);
    for (let batch = 0; batch < 10; batch++) {
      const params = { appKey: data.appKey };
      const drafts = Array.from({ length: 50 }, (_, i) => ({ sn: `SN-${batch}-${i}`, tags: ['new'] }));
      const { data: answer } = await platform.call(device.createMany, { params, body: { devices: drafts } }, token);
      for (const { sn } of answer.created) sns.add(sn);
    }
  });

// Rate limits per process and address: 20 registrations an hour, 60 logins a minute.
const register = (platform: Running, round: number, { emails }: Acknowledged) =>
  untilKilled(async (n) => {
    const email = `p${round}-${n}@example.com`;
    const { status } = await platform.call(account.register, { body: { ...admin, email } });
    if (status === 200 && emails.length < 50) emails.push(email);
  });

/** Writes until the connection breaks. */
async function untilKilled(write: (n: number) => Promise<void>) {
  for (let n = 0; ; n++) {
    const isBroken = await write(n).then(
      () => false,
      (error: Error) => error.message === 'fetch failed' || error.message === 'terminated' || Promise.reject(error),
    );
    if (isBroken) return;
  }
}

async function expectAll(platform: Running, { tokens, emails, projects, devices }: Acknowledged) {
  const [token = ''] = tokens;
  for (const one of tokens) expect((await platform.call(account.current, {}, one)).status).toBe(200);
  for (const email of emails) expect(await signIn(platform, email)).toBeTruthy();
  for (const [id, name] of projects) expect((await platform.call(application.read, { params: { id } }, token)).data.name).toBe(name);
  for (const [appKey, sns] of devices) {
    const { found, counts } = await everyDevice(platform, appKey, token);
    expect([...sns].filter((sn) => !found.has(sn))).toEqual([]);
    // The stored counts must equal the counted devices.
    expect(counts.all).toBe(found.size);
  }
  expect({ projects: projects.size >= ROUNDS, devices: devices.size >= ROUNDS }).toEqual({ projects: true, devices: true });
}

async function everyDevice(platform: Running, appKey: string, token: string) {
  const found = new Set<string>();
  for (let current = 1; ; current++) {
    const { data }: { data: Data<typeof device.list> } = await platform.call(
      device.list,
      { params: { appKey }, query: { current, pageSize: 100 } },
      token,
    );
    for (const { sn } of data.list) found.add(sn);
    if (data.list.length < 100) return { found, counts: data.counts };
  }
}

async function signIn(platform: Running, email: string): Promise<string> {
  const { data } = await platform.call(account.login, { body: { ...admin, email } });
  return data.token;
}
