import { act, renderHook, waitFor } from '@testing-library/react';
import { useApplying } from '@/pages/dashboard/device/config-many/useApplying';
import { contract } from '../../contract';
import { startPlatform, type TestPlatform } from '../support/platform';
import { connectTo, network } from '../support/umi';

jest.mock('@umijs/max', () => require('../support/umi'));

const { application, config, device } = contract;
const sns = ['CAM-1', 'CAM-2'];
const patch = { night: true };

let stage: TestPlatform;
let appKey: string;
let versionOf: (sn: string) => Promise<number>;

beforeEach(async () => {
  stage = await startPlatform();
  const me = await stage.signIn();
  ({ appKey } = (await me.call(application.create, { body: { name: '仓储', categoryId: 1 } })).data);
  await me.call(device.createMany, { params: { appKey }, body: { devices: sns.map((sn) => ({ sn })) } });
  versionOf = async (sn) => (await me.call(config.read, { params: { appKey, sn } })).data.desired.version;
  connectTo(stage, me.token);
});
afterEach(async () => {
  network.loses = () => false;
  await stage.close();
});

const isChange = (url: string) => url.endsWith('/batch/config');

test('what is not answered is asked once more when the platform is back, and saved once', async () => {
  const { result } = renderHook(() => useApplying(appKey));
  network.loses = isChange;
  act(() => void result.current.apply({ sns }, patch, ''));
  await waitFor(() => expect(result.current.applying).toMatchObject({ isRunning: true, isHeld: true, outcomes: [] }));

  network.loses = () => false;
  await waitFor(() => expect(result.current.applying?.isRunning).toBe(false), { timeout: 5000 });
  expect(result.current.applying?.outcomes).toEqual(sns.map((sn) => ({ sn, version: 1 })));
  expect(await versionOf('CAM-1')).toBe(1);
});

test('stopped before that, it is not known, and may be tried again', async () => {
  const { result } = renderHook(() => useApplying(appKey));
  network.loses = isChange;
  act(() => void result.current.apply({ sns }, patch, ''));
  await waitFor(() => expect(result.current.applying?.isHeld).toBe(true));
  act(() => result.current.stop());
  await waitFor(() => expect(result.current.applying?.isRunning).toBe(false), { timeout: 5000 });
  expect(result.current.applying?.outcomes).toEqual(sns.map((sn) => ({ sn, isUnknown: true })));

  network.loses = () => false;
  await act(() => result.current.retry(patch, ''));
  expect(result.current.applying?.outcomes).toEqual(sns.map((sn) => ({ sn, version: 1 })));
});
