import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { Mark } from './Mark';
import './loading-page.css';

/** Something is on its way that a whole page waits for. What comes at once is not announced. */
export default function LoadingPage() {
  const t = useTexts(frameTexts);
  return (
    <div className="loading-page" role="status" aria-label={t.loading}>
      <Mark size={56} />
    </div>
  );
}
