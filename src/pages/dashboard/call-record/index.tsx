import { Coming } from '@/components/Coming';

export default function CallRecordPage() {
  return <Coming page="callRecord" />;
}
