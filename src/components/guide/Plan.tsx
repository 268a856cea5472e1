import { guideTexts } from '@/locales/guide';
import { useTexts } from '@/locales/texts';
import { Steps } from './Steps';
import './guide.css';

/** Before there is a project: how little there is between it and a first callback. */
export default function Plan() {
  const t = useTexts(guideTexts);
  return (
    <section className="guide" aria-label={t.title}>
      <header>
        <h2>{t.title}</h2>
      </header>
      <Steps done={{}} />
    </section>
  );
}
