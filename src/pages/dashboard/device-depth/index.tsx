import { Link, useParams } from '@umijs/max';
import { Coming } from '@/components/Coming';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';

export default function DeviceDepthPage() {
  const t = useTexts(frameTexts);
  const { appKey } = useParams();
  const back = (
    <Link className="button primary" to={`/dashboard/${appKey}/device`}>
      {t.backToParent}
    </Link>
  );
  return (
    <main style={{ padding: 24 }}>
      <Coming page="deviceDepth" action={back} />
    </main>
  );
}
