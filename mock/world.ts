import { contract } from '../contract';
import { MINUTE_MS } from '../contract/duration';
import type { Data, Endpoint, Input } from '../contract/endpoint';
import type { Platform } from '../server/platform';

export const PASSWORD = 'contour-line-7';
export const ADMIN = 'admin@example.com';
export const DEVELOPER = 'dev@example.com';

/** Calls the API with a session's `token`. @throws Error if it fails */
export type Caller = <E extends Endpoint>(endpoint: E, input?: Input<E>, token?: string) => Promise<Data<E>>;

const { account, application, config, device } = contract;

export type World = Awaited<ReturnType<typeof fillWorld>>;

/** Creates a little data through the API: an admin, and a developer with two projects with devices, an empty and a disabled one. */
export async function fillWorld(call: Caller) {
  const admin = await signUp(call, ADMIN, '管理员');
  const developer = await signUp(call, DEVELOPER, '林岚');
  const as = <E extends Endpoint>(endpoint: E, input: Input<E>) => call(endpoint, input, developer.token);
  const project = (name: string, description: string) => as(application.create, { body: { name, description, categoryId: 1 } });

  const empty = await project('样机验证', '新项目，还没有设备');
  const closed = await project('老仓库盘点', '早期的试点，已停用');
  await as(application.switch, { params: { id: closed.id }, body: { id: closed.id, status: 'disabled' } });
  const station = await project('气象站', '高原站点的积雪深度监测');
  const warehouse = await project('仓储体积测量', '入库口的深度相机，每个托盘上报一次体积');

  await addDevices(as, station.appKey, 8, (n) => ({ sn: `WS-${pad(n)}`, name: `气象站 ${n} 号`, tags: ['高原'] }));
  await addDevices(as, warehouse.appKey, 120, (n) => ({
    sn: `DC-2026-${pad(n)}`,
    name: `入库口 ${n} 号相机`,
    tags: [n % 3 === 0 ? '二号库' : '一号库', ...(n % 10 === 0 ? ['待校准'] : [])],
    remark: n % 25 === 0 ? '镜头已更换' : '',
  }));
  await as(device.disableMany, { params: { appKey: warehouse.appKey }, body: { sns: [7, 8, 9].map((n) => `DC-2026-${pad(n)}`) } });
  const slower = { depth: { resolution: '640x480', fps: 15 }, mounting: { heightMm: 2600, tiltDeg: 45 } };
  const note = '降低帧率以节省带宽';
  await as(config.changeMany, { params: { appKey: warehouse.appKey }, body: { sns: ['DC-2026-0002'], patch: slower, note } });
  return { admin, developer, empty, closed, station, warehouse };
}

export async function signUp(call: Caller, email: string, name: string) {
  await call(account.register, { body: { email, password: PASSWORD, name } });
  return call(account.login, { body: { email, password: PASSWORD } });
}

function addDevices(
  as: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Data<E>>,
  appKey: string,
  count: number,
  draft: (n: number) => object,
) {
  const devices = Array.from({ length: count }, (_, index) => draft(count - index) as Record<string, unknown>);
  return as(device.createMany, { params: { appKey }, body: { devices } });
}

const pad = (n: number) => String(n).padStart(4, '0');

/** Marks devices as connected in the database, as the API cannot: two thirds were online, and two thirds of those still are. */
export async function connectSome({ db, now }: Platform, applicationId: number) {
  const idle = await db
    .selectFrom('device')
    .select('id')
    .where('applicationId', '=', applicationId)
    .where('state', '=', 'inactive')
    .execute();
  const seen = idle.filter((_, index) => index % 3 !== 0);
  const minutesAgo = (n: number) => now() - n * MINUTE_MS;
  for (const [index, { id }] of seen.entries()) {
    const isOnline = index % 3 !== 0;
    await db
      .updateTable('device')
      .set({
        state: isOnline ? 'online' : 'offline',
        stateSince: minutesAgo(3 + index * 7),
        lastSeenAt: minutesAgo(isOnline ? index % 5 : 3 + index * 7),
        address: `10.2.${index % 4}.${10 + index}`,
        packetName: 'depth-cam',
        packetVersion: index % 4 === 0 ? '1.3.0' : '1.4.2',
      })
      .where('id', '=', id)
      .execute();
  }
  await recountStates(db, applicationId);
}

/** Recounts a project's devices by state; needed after the states were changed directly in the database. */
export async function recountStates(db: Platform['db'], applicationId: number) {
  await db.deleteFrom('deviceCount').where('applicationId', '=', applicationId).execute();
  await db
    .insertInto('deviceCount')
    .columns(['applicationId', 'state', 'count'])
    .expression((q) =>
      q
        .selectFrom('device')
        .select(['applicationId', 'state', (count) => count.fn.countAll<number>().as('count')])
        .where('applicationId', '=', applicationId)
        .groupBy(['applicationId', 'state']),
    )
    .execute();
}
