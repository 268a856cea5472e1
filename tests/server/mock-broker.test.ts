import { setTimeout as pause } from 'node:timers/promises';
import { contract } from '../../contract';
import { startDevice } from '../../device-kit/device';
import { brokerSwitch } from '../../mock/broker-away';
import { callerOf } from '../../mock/platform';
import { signUp } from '../../mock/world';
import { createApp } from '../../server/app';
import { inMemory } from '../../server/config';
import { openPlatform } from '../../server/platform';
import { eventually } from '../support/eventually';

test('while the mock’s broker is away nothing is heard of devices; when it is back, what became of them is found out', async () => {
  const platform = await openPlatform(inMemory({ mqttPort: 0 }));
  const app = await createApp(platform);
  const call = callerOf(app);
  const switchTo = brokerSwitch(platform);
  const { token } = await signUp(call, 'qa@example.com', 'QA');
  const { appKey } = await call(contract.application.create, { body: { name: '断线', categoryId: 1 } }, token);
  const { sn, secret } = await call(contract.device.create, { params: { appKey }, body: { sn: 'CAM-1' } }, token);
  const state = async () => (await call(contract.device.read, { params: { appKey, sn } }, token)).state;
  const events = async () => {
    await platform.settle();
    return (await call(contract.event.list, { params: { appKey, sn }, query: { limit: 100 } }, token)).list.length;
  };

  const url = `mqtt://127.0.0.1:${platform.config.mqttPort}`;
  const device = startDevice({ url, appKey, sn, secret, telemetryEveryMs: 50 });
  await eventually(events, (count) => count > 3);
  switchTo(true);
  const before = await events();
  await pause(300);
  await device.stop();
  await pause(100);
  expect(await events()).toBe(before);
  expect(await state()).toBe('online');

  switchTo(false);
  await eventually(state, (now) => now === 'offline');
  await app.close();
  await platform.close();
});
