import type { Packet } from '@contract/packet';
import type { Running } from '@contract/upgrade';
import { versionOrder } from '@/utils/version-order';

/** `lower`: its numbers say so. `uploadedEarlier`: they do not tell, and only one was uploaded before the other. */
export type StepBack = 'lower' | 'uploadedEarlier';

/**
 * Whether devices that run a version would go back by an upgrade to a packet of the same name.
 * @param packets all there are; a higher id was uploaded later
 */
export function stepBack(
  { packetName, packetVersion }: Running,
  packetId: number | undefined,
  packets: readonly Pick<Packet, 'id' | 'name' | 'version'>[],
): StepBack | undefined {
  const to = packets.find(({ id }) => id === packetId);
  if (!to || to.name !== packetName || to.version === packetVersion) return undefined;
  const order = versionOrder(to.version, packetVersion);
  if (order !== undefined) return order < 0 ? 'lower' : undefined;
  const from = packets.find(({ name, version }) => name === packetName && version === packetVersion);
  return from && to.id < from.id ? 'uploadedEarlier' : undefined;
}
