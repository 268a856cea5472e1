import { contract } from '../../contract';
import type { Input } from '../../contract/endpoint';
import type { Happening } from '../../server/broker/entry';
import type { ConnectionNews } from '../../server/broker/online';
import type { Call, TestPlatform } from './platform';

const { application, device, webhook } = contract;
type Draft = Input<typeof webhook.save>['body'];

export type Project = Awaited<ReturnType<typeof makeProject>>;

/** Creates a project, with functions for its callback and for events of its devices. */
export async function makeProject({ platform, signIn }: TestPlatform, as?: { call: Call }) {
  const { call } = as ?? (await signIn());
  const { data: project } = await call(application.create, { body: { name: `项目 ${Math.random()}`, categoryId: 1 } });
  const params = { appKey: project.appKey };
  const ids = new Map<string, number>();

  async function identityOf(sn: string) {
    if (!ids.has(sn)) {
      await call(device.create, { params, body: { sn } });
      const row = await platform.db
        .selectFrom('device')
        .select('id')
        .where('applicationId', '=', project.id)
        .where('sn', '=', sn)
        .executeTakeFirstOrThrow();
      ids.set(sn, row.id);
    }
    return { deviceId: ids.get(sn) ?? 0, applicationId: project.id, sn };
  }

  return {
    call,
    params,
    id: project.id,
    appKey: project.appKey,
    appSecret: project.appSecret,
    /** Sets the callback. @returns its secret */
    async subscribe(url: string, draft: Partial<Draft> = {}) {
      const { data } = await call(webhook.save, { params, body: { url, ...draft } });
      return data.secret ?? '';
    },
    /** Stores an event of a device, as if received from the broker. */
    async happens(happening: Happening, sn = 'CAM-1') {
      await platform.ingest.store({ device: await identityOf(sn), at: platform.now(), happening });
    },
    /** Stores an event that a device reports. */
    async reports(n: number, sn = 'CAM-1') {
      const data = JSON.stringify({ id: `e-${n}`, data: { n } });
      await platform.ingest.store({
        device: await identityOf(sn),
        at: platform.now(),
        happening: { type: 'device.event', name: 'measured', data },
      });
    },
    /** Stores that a device has connected or disconnected. */
    async connection(news: ConnectionNews, sn = 'CAM-1') {
      await platform.ingest.store({ device: await identityOf(sn), at: platform.now(), news });
    },
    async records(query: NonNullable<Input<typeof webhook.records>['query']> = {}) {
      return (await call(webhook.records, { params, query })).data;
    },
    async record(id: string) {
      return (await call(webhook.record, { params: { ...params, id } })).data;
    },
    async settings() {
      const { data } = await call(webhook.read, { params });
      if (!data) throw new Error('there is no callback');
      return data;
    },
  };
}
