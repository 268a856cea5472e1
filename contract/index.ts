import { account } from './account';
import { application } from './application';
import { device } from './device';
import type { Endpoint } from './endpoint';
import { settings } from './settings';

/** Everything that may be asked of the platform, by feature. */
export const contract = { settings, account, application, device };
export type Contract = typeof contract;

/** The same, as a flat list. */
export const endpoints: Endpoint[] = Object.values(contract).flatMap((calls) => Object.values(calls) as Endpoint[]);
