import { account } from './account';
import { application } from './application';
import { bin } from './bin';
import { broker } from './broker';
import { config } from './config';
import { depth } from './depth';
import { device } from './device';
import type { Endpoint } from './endpoint';
import { event } from './event';
import { packet } from './packet';
import { settings } from './settings';
import { upgrade } from './upgrade';
import { webhook } from './webhook';

/** Everything that may be asked of the platform, by feature. */
export const contract = { settings, account, application, device, config, event, depth, webhook, bin, packet, upgrade, broker };
export type Contract = typeof contract;

/** The same, as a flat list. */
export const endpoints: Endpoint[] = Object.values(contract).flatMap((calls) => Object.values(calls) as Endpoint[]);
