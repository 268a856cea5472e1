import { contract } from '../../contract';
import { startPlatform } from '../support/platform';

test('a message that comes at the very end of a commit is stored without another one', async () => {
  const stage = await startPlatform();
  const { call } = await stage.signIn();
  const { appKey } = (await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } })).data;
  await call(contract.device.create, { params: { appKey }, body: { sn: 'S1' } });
  const [identity] = await stage.platform.db.selectFrom('device').select(['id', 'applicationId', 'sn']).execute();
  const { id: deviceId = 0, applicationId = 0, sn = '' } = identity ?? {};
  const store = () =>
    stage.platform.ingest.store({
      device: { deviceId, applicationId, sn },
      at: Date.now(),
      happening: { type: 'device.telemetry', data: '{"values":{}}' },
    });

  // The commit ends some microtasks after the acknowledgement, so the next message is stored after 0 to 9 of them.
  for (let later = 0; later < 10; later++) {
    await store();
    for (let passed = 0; passed < later; passed++) await undefined;
    await store();
  }

  const { data } = await call(contract.event.list, { params: { appKey, sn: 'S1' }, query: { limit: 100 } });
  expect(data.list).toHaveLength(20);
  await stage.close();
});
