import { createHash } from 'node:crypto';
import { PacketFilename } from '../../contract/packet';
import type { Database } from '../db/database';
import { isUniqueViolation } from '../db/dialect';
import { BusinessError } from '../errors';
import { bytesText } from './bytes';
import { type AuthoredPacket, insertPacket, type NewPacket, packetByKey, packetByVersion } from './queries';
import type { PacketStore } from './store';

interface Announced {
  filename?: string;
  /** Bytes; undefined: not known yet. */
  size?: number;
  name?: string;
  version?: string;
}

/** Refuses an upload early, by what is known before its content is received. @throws BusinessError */
export async function mayCome(db: Database, store: PacketStore, maxSize: number, { filename, size, name, version }: Announced) {
  if (filename !== undefined && !PacketFilename.safeParse(filename).success) throw new BusinessError('badFilename', { at: 'body.file' });
  if (size === 0) throw new BusinessError('emptyFile', { at: 'body.file' });
  if (size !== undefined && size > maxSize) throw tooLarge(maxSize);
  if (name && version && (await packetByVersion(db, name, version))) throw taken({ name, version });
  if (size !== undefined && size > (await store.room())) throw new BusinessError('storageFull');
}

export const tooLarge = (maxSize: number) => new BusinessError('packetTooLarge', { at: 'body.file', values: { max: bytesText(maxSize) } });

const taken = ({ name, version }: { name: string; version: string }) =>
  new BusinessError('packetTaken', { at: 'body.version', values: { name, version } });

/** Makes a stored content a packet, exactly once; the content of a refused one is removed. @throws BusinessError packetTaken */
export async function admit(db: Database, store: PacketStore, packet: NewPacket): Promise<AuthoredPacket> {
  try {
    return await insertPacket(db, packet);
  } catch (error) {
    const known = isUniqueViolation(error) && (await packetByKey(db, packet.key));
    if (known) return known;
    if (!isUniqueViolation(error)) throw error;
    await store.remove(packet.key);
    throw taken(packet);
  }
}

/** The hex SHA-256 and the size of a stored content. */
export async function fingerprint(store: PacketStore, key: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of await store.read(key)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
}
