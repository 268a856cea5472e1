import type { FastifyRequest } from 'fastify';
import type { ListedPacket, Packet } from '../../contract/packet';
import type { Config } from '../config';
import type { Database } from '../db/database';
import { projectsNeeding, upgradesNeeding } from '../upgrade/queries';
import { downloadBase, type Links } from './links';
import { type AuthoredPacket, devicesRunning } from './queries';

interface Linking {
  config: Config;
  links: Links;
}

/** A packet as the API returns it, with a download link valid from now on. */
export function asPacket({ config, links }: Linking, row: AuthoredPacket, request: FastifyRequest): Packet {
  const { id, name, version, description, filename, size, sha256, downloads, createdAt, author } = row;
  return {
    id,
    name,
    version,
    description,
    filename,
    size,
    sha256,
    downloads,
    createdAt: new Date(createdAt).toISOString(),
    createdBy: author,
    downloadUrl: links.url(downloadBase(config, request), row),
  };
}

/** Packets with their use by devices and upgrades. */
export async function asListed(
  { db, ...links }: Linking & { db: Database },
  rows: AuthoredPacket[],
  request: FastifyRequest,
): Promise<ListedPacket[]> {
  const devices = await devicesRunning(db, rows);
  const ids = rows.map(({ id }) => id);
  const upgrades = await upgradesNeeding(db, ids);
  const projects = await projectsNeeding(db, ids);
  return rows.map((row, index) => ({
    ...asPacket(links, row, request),
    devices: devices[index] ?? 0,
    upgrades: upgrades[index] ?? 0,
    projects: projects[index] ?? [],
  }));
}
