import { z } from 'zod';
import { endpoint } from './endpoint';
import { Id } from './id';
import { PageQuery, page } from './page';
import { line, lines } from './text';

/** The only category there is (spec §3). */
export const CATEGORY_ID = 1;

export const AppKey = z.string().regex(/^[a-z0-9]{20}$/);
export const ApplicationStatus = z.enum(['enabled', 'disabled']);
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

/** So many that wait for another try are counted, of each project: these may be more. */
export const RETRYING_COUNTED = 1000;

/** Callbacks of the last 24 h, tests apart; `failed` were given up, `retrying` were tried in vain so far. */
const LastDay = z.object({ delivered: z.int(), failed: z.int(), retrying: z.int() });
export type LastDay = z.infer<typeof LastDay>;

export const Application = z.object({
  id: z.int(),
  appKey: AppKey,
  name: z.string(),
  description: z.string(),
  categoryId: z.int(),
  status: ApplicationStatus,
  deviceCount: z.int(),
  onlineCount: z.int(),
  callbacks: LastDay,
  /** The same by the hour, the oldest first; the last hour is not over yet, and counts those that will be tried again as failed. */
  callbackHours: z.array(z.object({ delivered: z.int(), failed: z.int() })).length(24),
  /** By what its callback was switched off: `gone` a 410, `failing` five days of nothing but failures, or its owner; null: it is not. */
  callbackOff: z.enum(['gone', 'failing', 'owner']).nullable(),
  /** How long the AppSecret before the present one is valid, too; null: it is not. */
  oldSecretUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Application = z.infer<typeof Application>;

export const ApplicationDraft = z.object({
  name: line(32).min(1),
  description: lines(200).default(''),
  categoryId: z.literal(CATEGORY_ID),
});
export type ApplicationDraft = z.output<typeof ApplicationDraft>;

/** How long the old secret stays valid beside a new one. */
export const Overlap = z.object({ overlapHours: z.int().min(0).max(168).default(24) });

export const ApplicationFilter = z.object({ keyword: line(64).optional(), status: ApplicationStatus.optional() });

const ById = z.object({ id: Id });

export const application = {
  list: endpoint({
    method: 'GET',
    path: '/v1/platform/application',
    access: 'user',
    query: PageQuery.extend(ApplicationFilter.shape),
    data: page(Application).extend({
      /** Over all projects of the account, whatever the filter. */
      totals: z.object({
        projects: z.int(),
        devices: z.int(),
        online: z.int(),
        callbacks: LastDay,
      }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/platform/application',
    access: 'user',
    body: ApplicationDraft,
    data: Application.extend({ appSecret: z.string() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/v1/platform/application/:id',
    access: 'user',
    params: ById,
    data: Application,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/platform/application/:id',
    access: 'user',
    params: ById,
    body: ApplicationDraft,
    data: Application,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/platform/application/:id',
    access: 'user',
    params: ById,
    data: z.null(),
  }),
  switch: endpoint({
    method: 'POST',
    path: '/v1/platform/application/:id/switch',
    access: 'user',
    params: ById,
    body: z.object({ id: z.int(), status: ApplicationStatus }),
    data: Application,
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: '/v1/platform/application/:id/secret',
    access: 'user',
    params: ById,
    body: Overlap,
    data: z.object({ appSecret: z.string() }),
  }),
};
