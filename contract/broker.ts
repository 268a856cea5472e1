import { z } from 'zod';
import { AppKey } from './application';
import { endpoint } from './endpoint';

const BrokerTime = z.union([z.string(), z.number()]);

/** One client as EMQX 5 describes it (`GET /clients/{clientid}`); the embedded broker uses the same names and leaves out what it does not count. */
export const BrokerClient = z.looseObject({
  clientid: z.string(),
  username: z.string().nullish(),
  connected: z.boolean(),
  connected_at: BrokerTime.nullish(),
  disconnected_at: BrokerTime.nullish(),
  ip_address: z.string().nullish(),
  port: z.int().nullish(),
  proto_name: z.string().nullish(),
  proto_ver: z.int().nullish(),
  keepalive: z.int().nullish(),
  clean_start: z.boolean().nullish(),
  recv_msg: z.int().nullish(),
  send_msg: z.int().nullish(),
  recv_oct: z.int().nullish(),
  send_oct: z.int().nullish(),
  subscriptions_cnt: z.int().nullish(),
  mqueue_len: z.int().nullish(),
  inflight_cnt: z.int().nullish(),
});
export type BrokerClient = z.infer<typeof BrokerClient>;

export const broker = {
  client: endpoint({
    method: 'GET',
    path: '/emqx/emqx/clients/:id',
    access: 'user',
    params: z.object({ id: z.string().max(128) }),
    data: BrokerClient,
  }),
  kick: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/:sn/kick',
    access: 'project',
    params: z.object({ appKey: AppKey, sn: z.string().max(64) }),
    data: z.null(),
  }),
};
