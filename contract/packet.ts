import { z } from 'zod';
import { DAY_MS } from './duration';
import { endpoint } from './endpoint';
import { rule } from './field-text';
import { Id } from './id';
import { PageQuery, page } from './page';
import { line, lines } from './text';

/** SHA-256 of a file, hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, rule('sha256'));

/** A file's own name: nothing that leads anywhere. */
export const PacketFilename = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(?!\.{1,2}$)[^/\\\p{Cc}\p{Cs}]+$/u, rule('filename'));

/** A version of the devices' software, as people and devices name it; both together are unique. */
export const PacketName = line(64).min(1);
export const PacketVersion = line(32).min(1);
/** Markdown. */
export const PacketDescription = lines(2000);

export const Packet = z.object({
  id: z.int(),
  name: z.string(),
  version: z.string(),
  /** Markdown. */
  description: z.string(),
  filename: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: Sha256,
  /** How often it was downloaded to its end. */
  downloads: z.int(),
  createdAt: z.iso.datetime(),
  /** The name of the account that uploaded it. */
  createdBy: z.string(),
  /** On the download host, good for 24 h. */
  downloadUrl: z.string(),
});
export type Packet = z.infer<typeof Packet>;

/** A packet with the devices that said they run it, and why it cannot be deleted. */
export const ListedPacket = Packet.extend({
  devices: z.int(),
  /** Upgrades under way that need it. */
  upgrades: z.int(),
  /** The names of the projects they are in. */
  projects: z.array(z.string()),
});
export type ListedPacket = z.infer<typeof ListedPacket>;

/** What is said of a packet beside its file. */
export const PacketDraft = z.object({
  name: PacketName,
  version: PacketVersion,
  description: PacketDescription.default(''),
});
export type PacketDraft = z.output<typeof PacketDraft>;

export const PacketFilter = z.object({ keyword: line(64).optional() });

const ById = z.object({ id: Id });

/** Where uploads that can be resumed are sent (tus 1.0); metadata: filename, name, version, description, sha256. */
export const UPLOAD_PATH = '/v1/platform/packet/upload';

/** How long half an upload is kept, in milliseconds. */
export const UPLOAD_KEPT_MS = DAY_MS;

/** A version to choose. */
export const PacketChoice = Packet.pick({ id: true, name: true, version: true, size: true });

export const packet = {
  all: endpoint({
    method: 'GET',
    path: '/v1/platform/packet/all',
    access: 'user',
    data: z.array(PacketChoice),
  }),
  list: endpoint({
    method: 'GET',
    path: '/v1/platform/packet',
    access: 'admin',
    query: PageQuery.extend(PacketFilter.shape),
    data: page(ListedPacket),
  }),
  check: endpoint({
    method: 'GET',
    path: '/v1/platform/packet/check',
    access: 'admin',
    query: z.object({ name: PacketName.optional(), version: PacketVersion.optional(), sha256: Sha256.optional() }),
    data: z.object({
      /** The packet with this name and version. */
      taken: Packet.nullable(),
      /** A packet with this content. */
      same: Packet.nullable(),
      /** The largest file that is accepted, in bytes. */
      maxSize: z.int(),
    }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/v1/platform/packet/:id',
    access: 'admin',
    params: ById,
    data: ListedPacket,
  }),
  upload: endpoint({
    method: 'PUT',
    path: '/v1/platform/packet',
    access: 'admin',
    body: PacketDraft.extend({ sha256: Sha256.optional() }),
    upload: 'file',
    data: Packet,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/platform/packet/:id',
    access: 'admin',
    params: ById,
    body: z.object({ description: PacketDescription }),
    data: Packet,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/platform/packet/:id',
    access: 'admin',
    params: ById,
    data: z.null(),
  }),
};
