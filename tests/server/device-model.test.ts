import fc from 'fast-check';
import { contract } from '../../contract';
import type { DeviceFilter, DeviceState } from '../../contract/device';
import { setDeviceStates } from '../../server/device/changes';
import { deviceBySn } from '../../server/device/queries';
import { startPlatform, type TestPlatform } from '../support/platform';

const { application, device } = contract;

/** A device as seen in the list. The model has them in the order of creation. */
interface Known {
  sn: string;
  name: string;
  tags: string[];
  state: DeviceState;
  lastSeenAt: number;
}

const sn = fc.constantFrom('a', 'B', 'ab', 'Abc', 'a-b_c', '1', '12', '123', 'x_y');
const name = fc.constantFrom('', '仓库 一号', 'Ab%c', 'back\\slash', '"quoted"', 'ÉCOLE', '一号');
const tag = fc.constantFrom('x', 'y', '屋顶', 'a b', 'X', 't1', 't2', 't3', 't4', 't5', 't6', 't7', 't8');
const tags = fc.uniqueArray(tag, { maxLength: 10 });
const state = fc.constantFrom<DeviceState>('inactive', 'online', 'offline', 'disabled');
const keyword = fc.constantFrom(
  'a',
  'ab',
  'B',
  '一',
  '一号',
  '库 一',
  '%',
  '_',
  '\\',
  '"',
  'é',
  'col',
  'x_y',
  '1',
  '23',
  'a\\',
  't1',
  '*',
  'OR',
);
const filter = fc.record({ keyword, state, tag }, { requiredKeys: [] });
const selection = fc.oneof(fc.record({ sns: fc.array(sn, { maxLength: 5 }) }), fc.record({ filter }));

let home: TestPlatform;

beforeAll(async () => {
  home = await startPlatform();
});
afterAll(() => home.close());

const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      devices: fc.array(fc.record({ sn, name, tags }), { minLength: 1, maxLength: 6 }),
    }),
  },
  fc.record({ do: fc.constant('remove' as const), sn }),
  fc.record({ do: fc.constant('change' as const), sn, to: fc.record({ name, tags, enabled: fc.boolean() }, { requiredKeys: [] }) }),
  fc.record({ do: fc.constant('tag' as const), selection, add: tags, remove: tags }),
  fc.record({ do: fc.constantFrom('enable' as const, 'disable' as const, 'delete' as const), selection }),
  fc.record({ do: fc.constant('connect' as const), sn, online: fc.boolean() }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

test('whatever is done, in whatever order, lists and counts say what a plain array says', async () => {
  const { call } = await home.signIn();
  const { db, now } = home.platform;
  let runs = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), filter, async (actions, asked) => {
      const { data: project } = await call(application.create, { body: { name: `run ${runs++}`, categoryId: 1 } });
      const params = { appKey: project.appKey };
      let known: Known[] = [];
      for (const one of actions) known = await perform(one, known);

      const counts = { all: known.length, online: 0, offline: 0, inactive: 0, disabled: 0 };
      for (const { state } of known) counts[state] += 1;
      for (const one of [{}, asked, ...Object.entries(asked).map(([name, value]) => ({ [name]: value }))]) {
        for (const sort of ['-createdAt', 'lastSeenAt', '-sn'] as const) {
          const { data } = await call(device.list, { params, query: { ...one, sort, pageSize: 4, current: 1 } });
          const expected = known.filter((device) => isMatch(device, one)).sort(by[sort](known));
          expect(data).toMatchObject({ total: expected.length, more: false, counts });
          expect(data.list.map(({ sn }) => sn)).toEqual(expected.slice(0, 4).map(({ sn }) => sn));
        }
      }
      const { data } = await call(device.tags, { params });
      for (const { tag, devices } of data.list) expect(known.filter(({ tags }) => tags.includes(tag))).toHaveLength(devices);
      expect(data.list).toHaveLength(new Set(known.flatMap(({ tags }) => tags)).size);

      async function perform(action: Action, known: Known[]): Promise<Known[]> {
        switch (action.do) {
          case 'add': {
            const fresh = action.devices.filter(({ sn }, at) => action.devices.findIndex((other) => other.sn === sn) === at);
            const added = fresh.filter(({ sn }) => !known.some((device) => device.sn === sn));
            const { data } = await call(device.createMany, { params, body: { devices: action.devices } });
            expect(data.created.map(({ sn }) => sn)).toEqual(added.map(({ sn }) => sn));
            return [...known, ...added.map((draft) => ({ ...draft, state: 'inactive' as const, lastSeenAt: 0 }))];
          }
          case 'remove': {
            const { status } = await call(device.remove, { params: { ...params, sn: action.sn } });
            expect(status).toBe(known.some(({ sn }) => sn === action.sn) ? 200 : 404);
            return known.filter(({ sn }) => sn !== action.sn);
          }
          case 'change': {
            const { enabled, ...to } = action.to;
            await call(device.update, { params: { ...params, sn: action.sn }, body: action.to });
            return known.map((device) => (device.sn === action.sn ? switched({ ...device, ...to }, enabled) : device));
          }
          case 'tag': {
            await call(device.tagMany, { params, body: { ...action.selection, add: action.add, remove: action.remove } });
            return known.map((device) => (isChosen(device, action.selection) ? tagged(device, action.add, action.remove) : device));
          }
          case 'enable':
          case 'disable': {
            const endpoint = action.do === 'enable' ? device.enableMany : device.disableMany;
            const after = known.map((device) => (isChosen(device, action.selection) ? switched(device, action.do === 'enable') : device));
            const { data } = await call(endpoint, { params, body: action.selection });
            expect(data.changed).toBe(after.filter((device, at) => device.state !== known[at]?.state).length);
            return after;
          }
          case 'delete': {
            const count = known.filter((device) => isChosen(device, action.selection)).length;
            const { data } = await call(device.removeMany, { params, body: { ...action.selection, count } });
            expect(data.changed).toBe(count);
            return known.filter((device) => !isChosen(device, action.selection));
          }
          case 'connect': {
            const row = await deviceBySn(db, project.id, action.sn);
            if (!row || row.state === 'disabled') return known;
            const to = action.online ? 'online' : 'offline';
            const lastSeenAt = now();
            await db.transaction().execute(async (trx) => {
              await trx.updateTable('device').set({ lastSeenAt }).where('id', '=', row.id).execute();
              await setDeviceStates(trx, [{ id: row.id, applicationId: project.id, from: row.state, to, since: now() }]);
            });
            return known.map((device) => (device.sn === action.sn ? { ...device, state: to, lastSeenAt } : device));
          }
        }
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);

const by = {
  '-createdAt': (all: Known[]) => (a: Known, b: Known) => all.indexOf(b) - all.indexOf(a),
  lastSeenAt: (all: Known[]) => (a: Known, b: Known) => a.lastSeenAt - b.lastSeenAt || all.indexOf(a) - all.indexOf(b),
  '-sn': () => (a: Known, b: Known) => (a.sn < b.sn ? 1 : -1),
};

function isMatch({ sn, name, tags, state }: Known, filter: Partial<DeviceFilter>) {
  const part = filter.keyword?.toLowerCase();
  return (
    (!part || [sn, name, ...tags].some((text) => text.toLowerCase().includes(part))) &&
    (!filter.state || state === filter.state) &&
    (!filter.tag || tags.includes(filter.tag))
  );
}

const isChosen = (device: Known, chosen: { sns?: string[]; filter?: DeviceFilter }) =>
  chosen.sns ? chosen.sns.includes(device.sn) : isMatch(device, chosen.filter ?? {});

function switched(device: Known, enabled?: boolean): Known {
  if (enabled === undefined || enabled === (device.state !== 'disabled')) return device;
  return { ...device, state: !enabled ? 'disabled' : device.lastSeenAt > 0 ? 'offline' : 'inactive' };
}

function tagged(device: Known, add: string[], remove: string[]): Known {
  const tags = [...new Set([...device.tags.filter((tag) => !remove.includes(tag)), ...add])];
  return tags.length > 10 ? device : { ...device, tags };
}
