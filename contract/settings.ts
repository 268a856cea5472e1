import { z } from 'zod';
import { endpoint } from './endpoint';

/** What the console has to know before anyone signs in. */
export const Settings = z.object({
  productName: z.string(),
  /** Changes whenever another console is deployed. */
  version: z.string(),
  adminExists: z.boolean(),
  /** Registering asks for a code sent by mail. */
  emailCode: z.boolean(),
  registration: z.enum(['open', 'closed']),
  docsUrl: z.string(),
  downloadBase: z.string(),
  mqttUrl: z.string(),
  mqttWsUrl: z.string(),
});
export type Settings = z.infer<typeof Settings>;

export const settings = {
  read: endpoint({
    method: 'GET',
    path: '/v1/platform/settings',
    access: 'public',
    data: Settings,
  }),
};
