import { Suspense } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { useVirtualDevices } from '@/services/virtual-device';

const VirtualDevices = lazyPart(() => import('@/components/VirtualDevices'));

/** Virtual devices live in this tab: they are seen on every page of it. */
export default function VirtualDock() {
  const devices = useVirtualDevices();
  return devices.length > 0 && <Suspense>{<VirtualDevices devices={devices} />}</Suspense>;
}
