import { z } from 'zod';
import { AppKey } from './application';
import { endpoint } from './endpoint';
import { rule } from './field-text';
import { PageQuery, page } from './page';
import { line, lines, UNFIT, withoutUnseen } from './text';

export const MAX_BATCH = 1000;
export const MAX_TAGS = 10;

/** SN: unique in its project, part of MQTT topics and client ids. `export` is a path of the API itself. */
export const Sn = z
  .string()
  .overwrite(withoutUnseen)
  .min(1)
  .regex(/^[A-Za-z0-9_-]{1,64}$/, rule('sn'))
  .refine((sn) => sn !== 'export', rule('snReserved'));
export const Tag = z
  .string()
  .overwrite(withoutUnseen)
  .regex(new RegExp(`^[^,;，；${UNFIT}]{1,32}$`, 'u'), rule('tag'));
const Tags = z
  .array(Tag)
  .max(MAX_TAGS)
  .transform((tags) => [...new Set(tags)]);

export const DeviceState = z.enum(['inactive', 'online', 'offline', 'disabled']);
export type DeviceState = z.infer<typeof DeviceState>;

export const Device = z.object({
  sn: z.string(),
  name: z.string(),
  remark: z.string(),
  tags: z.array(z.string()),
  enabled: z.boolean(),
  state: DeviceState,
  stateSince: z.iso.datetime(),
  address: z.string(),
  packetName: z.string(),
  packetVersion: z.string(),
  lastSeenAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Device = z.infer<typeof Device>;

export const DeviceDraft = z.object({
  sn: Sn,
  name: line(64).default(''),
  remark: lines(200).default(''),
  tags: Tags.default([]),
});
export type DeviceDraft = z.output<typeof DeviceDraft>;

export const DeviceChanges = z.object({
  name: line(64).optional(),
  remark: lines(200).optional(),
  tags: Tags.optional(),
  enabled: z.boolean().optional(),
});

export const DeviceFilter = z.object({
  /** Part of the SN, the name or a tag, whatever the case. */
  keyword: line(64).min(1).optional(),
  state: DeviceState.optional(),
  tag: line(32).min(1).optional(),
});
export type DeviceFilter = z.output<typeof DeviceFilter>;

export const DeviceSort = z.enum(['-createdAt', 'createdAt', '-lastSeenAt', 'lastSeenAt', 'sn', '-sn']);
export type DeviceSort = z.infer<typeof DeviceSort>;

export const DeviceCounts = z.object({
  all: z.int(),
  online: z.int(),
  offline: z.int(),
  inactive: z.int(),
  disabled: z.int(),
});
export type DeviceCounts = z.infer<typeof DeviceCounts>;

const OfProject = z.object({ appKey: AppKey });
const OfDevice = z.object({ appKey: AppKey, sn: line(64) });

/** Some devices by SN, or all that match a filter; `{ filter: {} }` means all of the project. */
const Selection = z.object({
  sns: z.array(line(64)).max(10_000).optional(),
  filter: DeviceFilter.optional(),
  /** The `newest` of the list that was looked at: of what matches the filter, devices that were added later are left out. */
  upTo: z.int().min(0).optional(),
});
const isOneOf = ({ sns, filter }: z.output<typeof Selection>) => (sns === undefined) !== (filter === undefined);
const AnySelection = Selection.refine(isOneOf, rule('selection'));
const Changed = z.object({ changed: z.int() });

export const device = {
  list: endpoint({
    method: 'GET',
    path: '/v1/platform/:appKey/device',
    access: 'project',
    params: OfProject,
    query: PageQuery.extend(DeviceFilter.shape).extend({
      sort: DeviceSort.default('-createdAt'),
      /** As in a selection: the devices of a list that was read before. */
      upTo: z.coerce.number().int().min(0).optional(),
    }),
    data: page(Device).extend({
      /** `total` was not counted to the end: there are more. Only with a keyword, a filter or `upTo` that thousands match. */
      more: z.boolean(),
      /** Of the whole project, whatever the filter. */
      counts: DeviceCounts,
      /** Stands for the newest device of the project, whatever the filter; see `upTo` of a selection. */
      newest: z.int(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device',
    access: 'project',
    params: OfProject,
    body: DeviceDraft,
    data: Device.extend({ secret: z.string() }),
  }),
  createMany: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/batch',
    access: 'project',
    params: OfProject,
    body: z.object({ devices: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_BATCH) }),
    data: z.object({
      created: z.array(z.object({ sn: z.string(), secret: z.string() })),
      failed: z.array(
        z.object({
          /** Counts from 1 in the order sent. */
          row: z.int(),
          sn: z.string(),
          code: z.int(),
          message: z.string(),
        }),
      ),
    }),
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/batch/delete',
    access: 'project',
    params: OfProject,
    body: Selection.extend({
      /** So many devices are meant. Where the filter matches another number by now, nothing is deleted; one without conditions needs it. @throws selectionChanged */
      count: z.int().min(0).optional(),
    })
      .refine(isOneOf, rule('selection'))
      .refine(({ filter, count }) => !filter || Object.values(filter).some((one) => one !== undefined) || count !== undefined, {
        path: ['count'],
        message: rule('deleteAll'),
      }),
    data: Changed,
  }),
  countMany: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/batch/count',
    access: 'project',
    asksOnly: true,
    params: OfProject,
    body: AnySelection,
    data: z.object({
      /** To the end, however many: what a list has `more` of, too. */
      count: z.int(),
    }),
  }),
  enableMany: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/batch/enable',
    access: 'project',
    params: OfProject,
    body: AnySelection,
    data: Changed,
  }),
  disableMany: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/batch/disable',
    access: 'project',
    params: OfProject,
    body: AnySelection,
    data: Changed,
  }),
  tagMany: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/batch/tag',
    access: 'project',
    params: OfProject,
    body: Selection.extend({ add: Tags.default([]), remove: Tags.default([]) }).refine(isOneOf, rule('selection')),
    data: Changed.extend({
      /** Devices left as they were because they would have more than 10 tags. */
      skipped: z.int(),
      /** The serial numbers of the first hundred of them. */
      skippedSns: z.array(z.string()),
    }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/v1/platform/:appKey/device/export',
    access: 'project',
    stream: 'text/csv',
    params: OfProject,
    query: DeviceFilter,
    data: Device,
  }),
  tags: endpoint({
    method: 'GET',
    path: '/v1/platform/:appKey/tag',
    access: 'project',
    params: OfProject,
    data: z.object({ list: z.array(z.object({ tag: z.string(), devices: z.int() })) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/v1/platform/:appKey/device/:sn',
    access: 'project',
    params: OfDevice,
    data: Device,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/platform/:appKey/device/:sn',
    access: 'project',
    params: OfDevice,
    body: DeviceChanges,
    data: Device,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/platform/:appKey/device/:sn',
    access: 'project',
    params: OfDevice,
    data: z.null(),
  }),
  resetSecret: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/:sn/secret',
    access: 'project',
    params: OfDevice,
    data: z.object({ secret: z.string() }),
  }),
};
