import type { Packet } from '@contract/packet';
import type { Running } from '@contract/upgrade';
import { versionOrder } from '@/utils/version-order';

/** `lower`: its numbers say so. `uploadedEarlier`: they do not tell, and only one was uploaded before the other. `otherName`: it may not be made for these devices. */
export type Doubt = 'lower' | 'uploadedEarlier' | 'otherName';

/**
 * Why one may not want to bring devices that run a version to a packet; a device that never said what it runs raises none.
 * @param packets all there are; a higher id was uploaded later
 */
export function doubtOf(
  { packetName, packetVersion }: Running,
  packetId: number | undefined,
  packets: readonly Pick<Packet, 'id' | 'name' | 'version'>[],
): Doubt | undefined {
  const to = packets.find(({ id }) => id === packetId);
  if (!to || !packetName) return undefined;
  if (to.name !== packetName) return 'otherName';
  if (to.version === packetVersion) return undefined;
  const order = versionOrder(to.version, packetVersion);
  if (order !== undefined) return order < 0 ? 'lower' : undefined;
  const from = packets.find(({ name, version }) => name === packetName && version === packetVersion);
  return from && to.id < from.id ? 'uploadedEarlier' : undefined;
}
