import type { Packet } from '@contract/packet';
import type { Running } from '@contract/upgrade';
import { versionOrder } from '@/utils/version-order';

/** `lower`: by version number. `uploadedEarlier`: numbers do not decide, but it is older. `otherName`: maybe not made for these devices. */
export type Doubt = 'lower' | 'uploadedEarlier' | 'otherName';

/**
 * A possible reason against upgrading devices with this version to a packet; none for devices that never reported a version.
 * @param packets all packets; a higher id was uploaded later
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
