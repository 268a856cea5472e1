import { Coming } from '@/components/Coming';

export default function PacketPage() {
  return <Coming page="packet" />;
}
