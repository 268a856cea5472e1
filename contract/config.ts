import { z } from 'zod';
import { AppKey } from './application';
import { DeviceFilter, DeviceState, MAX_BATCH } from './device';
import { endpoint } from './endpoint';
import { rule } from './field-text';
import type { Json } from './merge-patch';
import { line } from './text';

/** The largest configuration, in bytes of its JSON text (UTF-8). */
export const MAX_CONFIG_BYTES = 32 * 1024;
/** How deep a configuration may be: `{ a: { b: 1 } }` has the depth 2. */
export const MAX_CONFIG_DEPTH = 8;
/** What every database counts to. */
const MAX_VERSION = 2 ** 31 - 1;
/** A device that says it has a higher version than this is not believed: there would soon be no numbers left. */
export const MAX_HAD = 2 ** 30;
/** The version after this one, above the one a device says it has. */
export const versionAfter = (version: number, reported: number): number => Math.max(version, reported <= MAX_HAD ? reported : 0) + 1;
/** So many devices are looked at by one call that asks whether they have what is wanted. */
export const MAX_SYNCS = 100;
/** How many versions of a device's configuration are kept. */
export const MAX_REVISIONS = 50;
/** The largest schema of a project, in bytes of its JSON text. */
export const MAX_SCHEMA_BYTES = 64 * 1024;

/** Its depth and keys are looked at by config-document.ts, which is not led astray by ten thousand brackets. */
const JsonObject = z.record(z.string(), z.custom<Json>());
/** For the reference: tools make something up otherwise. */
const PATCH = { examples: [{ depth: { fps: 15 } }] };
const Time = z.iso.datetime();
const Note = line(200);

/** A place in a configuration: its keys, and positions in arrays, joined by dots, e.g. `network.wifi.password`; '' is the whole. */
export const ConfigPath = z.string();

/** What a device says of one value it did not take; `code` is a word of its own. */
export const ConfigError = z.object({ path: z.string(), code: z.string(), message: z.string() });
export type ConfigError = z.infer<typeof ConfigError>;

/** What the device says it has. Values that are write-only are left out. */
export const Reported = z.object({
  version: z.int(),
  state: JsonObject,
  at: Time,
  /** `partial`: it runs with some of what was wanted, `rejected`: with nothing of it; `errors` says why. */
  result: z.enum(['ok', 'partial', 'rejected']),
  errors: z.array(ConfigError),
});
export type Reported = z.infer<typeof Reported>;

/**
 * Does the device have what is wanted?
 * - `in-sync`: it took this version and reports the same values, or nothing was ever wanted.
 * - `waiting`: it is online and has not reported this version yet, or reports other values than those it took.
 * - `offline`: the same, and it is not online: it asks as soon as it connects.
 * - `rejected`: it refused this version, or a part of it (`reported.result` tells which).
 */
export const Sync = z.enum(['in-sync', 'waiting', 'offline', 'rejected']);
export type Sync = z.infer<typeof Sync>;

/** A device's configuration: what is wanted and what it has. */
export const Twin = z.object({
  /** JSON Schema of the project, see config-schema.ts. */
  schema: JsonObject,
  desired: z.object({
    /** 0: nobody has configured this device yet. Each change adds 1. */
    version: z.int(),
    /** Without the write-only values. */
    state: JsonObject,
    /** Paths of the write-only values that are set. */
    secrets: z.array(ConfigPath),
    updatedAt: Time.nullable(),
    /** The account's name; null when it was the developer's own server, or nobody yet. */
    updatedBy: z.string().nullable(),
    note: z.string(),
  }),
  reported: Reported.nullable(),
  sync: Sync,
  /** Paths at which what is reported is not what is wanted; numbers are the same within a millionth. Empty while nothing is reported. */
  differences: z.array(ConfigPath),
  /** Whether the device, which is connected, listens where it is sent this; absent where that is not known. */
  listens: z.boolean().optional(),
});
export type Twin = z.infer<typeof Twin>;

/** One version of a device's configuration. */
export const Revision = z.object({
  version: z.int(),
  state: JsonObject,
  /** Paths of the write-only values that this change set or removed. */
  changedSecrets: z.array(ConfigPath),
  updatedAt: Time,
  updatedBy: z.string().nullable(),
  note: z.string(),
  /** Of a roll back: the version whose state this is. */
  restored: z.int().nullable(),
});
export type Revision = z.infer<typeof Revision>;

export const ConfigSchema = z.object({
  schema: JsonObject,
  /** False: the shipped one for depth cameras. */
  custom: z.boolean(),
  updatedAt: Time.nullable(),
});
export type ConfigSchema = z.infer<typeof ConfigSchema>;

const OfProject = z.object({ appKey: AppKey });
const OfDevice = z.object({ appKey: AppKey, sn: line(64) });

/** The version a change is based on, as the entity tag that GET answers: `"3"`. */
const IfMatch = z
  .string()
  .meta({ examples: ['"3"'] })
  .regex(/^"?\d{1,15}"?$/, rule('ifMatch'))
  .transform((tag) => Number(tag.replaceAll('"', '')));

export const config = {
  read: endpoint({
    method: 'GET',
    path: '/v1/platform/:appKey/device/:sn/config',
    access: 'project',
    params: OfDevice,
    data: Twin,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/v1/platform/:appKey/device/:sn/config',
    access: 'project',
    params: OfDevice,
    headers: z.object({ 'if-match': IfMatch.optional() }),
    query: z.object({
      /** Why, for the history. */
      note: Note.optional(),
    }),
    body: z.looseObject({}).meta(PATCH),
    data: Twin,
  }),
  revisions: endpoint({
    method: 'GET',
    path: '/v1/platform/:appKey/device/:sn/config/revision',
    access: 'project',
    params: OfDevice,
    data: z.object({ list: z.array(Revision) }),
  }),
  rollback: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/:sn/config/rollback',
    access: 'project',
    params: OfDevice,
    headers: z.object({ 'if-match': IfMatch.optional() }),
    body: z.object({ version: z.int().min(1).max(MAX_VERSION), note: Note.optional() }),
    data: Twin,
  }),
  changeMany: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/batch/config',
    access: 'project',
    params: OfProject,
    body: z
      .object({
        sns: z.array(line(64)).max(MAX_BATCH).optional(),
        filter: DeviceFilter.optional(),
        patch: JsonObject.meta(PATCH),
        note: Note.optional(),
      })
      .refine(({ sns, filter }) => (sns === undefined) !== (filter === undefined), rule('selection')),
    data: z.object({
      /** `isNew`: the version was made for this change; else the device's configuration was so already. */
      changed: z.array(z.object({ sn: z.string(), version: z.int(), isNew: z.boolean() })),
      failed: z.array(
        z.object({
          sn: z.string(),
          code: z.int(),
          message: z.string(),
          details: z.array(z.object({ path: ConfigPath, message: z.string() })),
        }),
      ),
    }),
  }),
  readSync: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/device/batch/config/sync',
    access: 'project',
    asksOnly: true,
    params: OfProject,
    body: z.object({ sns: z.array(line(64)).min(1).max(MAX_SYNCS) }),
    data: z.object({
      list: z.array(
        z.object({
          sn: z.string(),
          state: DeviceState,
          version: z.int(),
          sync: Sync,
          /** What the device last answered, and to which version; null: nothing yet. */
          reported: Reported.pick({ version: true, result: true, errors: true }).nullable(),
          /** While it is waited for: whether it has said something that could not be read since it was sent this (`device.invalid`). */
          unread: z.boolean(),
          listens: Twin.shape.listens,
        }),
      ),
    }),
  }),
  readSchema: endpoint({
    method: 'GET',
    path: '/v1/platform/:appKey/config/schema',
    access: 'project',
    params: OfProject,
    data: ConfigSchema,
  }),
  changeSchema: endpoint({
    method: 'PUT',
    path: '/v1/platform/:appKey/config/schema',
    access: 'project',
    params: OfProject,
    body: z.object({ schema: JsonObject }),
    data: ConfigSchema,
  }),
  checkSchema: endpoint({
    method: 'POST',
    path: '/v1/platform/:appKey/config/schema/check',
    access: 'project',
    asksOnly: true,
    params: OfProject,
    body: z.object({ schema: JsonObject }),
    data: z.object({
      /** Configured devices that were looked at, the oldest first. */
      checked: z.int(),
      /** There are more of them. */
      more: z.boolean(),
      /** Of those, how many do not meet the schema. */
      unfit: z.int(),
      /** The first ten of these. */
      sns: z.array(z.string()),
    }),
  }),
  resetSchema: endpoint({
    method: 'DELETE',
    path: '/v1/platform/:appKey/config/schema',
    access: 'project',
    params: OfProject,
    data: ConfigSchema,
  }),
};
