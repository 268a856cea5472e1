import { contract } from '../../contract';
import type { Served } from './served';

/** Creates the accounts of most stories: the admin, and a developer with a project (气象站) with one device (WS-1). */
export async function signUpCast({ signUp, call }: Served) {
  const admin = await signUp('Admin');
  const developer = await signUp('Developer');
  const { appKey } = await call(contract.application.create, { body: { name: '气象站', categoryId: 1 } }, developer.token);
  await call(contract.device.create, { params: { appKey }, body: { sn: 'WS-1' } }, developer.token);
  return { admin, developer, appKey };
}
