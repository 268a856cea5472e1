import { Suspense } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { useVirtualDevices } from '@/services/virtual-device';

const VirtualDevices = lazyPart(() => import('@/components/VirtualDevices'));

/** The virtual devices that run in this tab, shown on every page. */
export default function VirtualDock() {
  const devices = useVirtualDevices();
  return devices.length > 0 && <Suspense>{<VirtualDevices devices={devices} />}</Suspense>;
}
