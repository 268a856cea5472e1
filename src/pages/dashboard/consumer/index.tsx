import { Coming } from '@/components/Coming';

export default function ConsumerPage() {
  return <Coming page="consumer" />;
}
