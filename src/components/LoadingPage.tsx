import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { Mark } from './Mark';
import './loading-page.css';

/** Shown while a whole page is loading; not announced if that is short. */
export default function LoadingPage() {
  const t = useTexts(frameTexts);
  return (
    <div className="loading-page" role="status" aria-label={t.loading}>
      <Mark size={56} />
    </div>
  );
}
