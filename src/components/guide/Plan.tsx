import { guideTexts } from '@/locales/guide';
import { useTexts } from '@/locales/texts';
import { Steps } from './Steps';
import './guide.css';

/** Shows the few steps to a first callback, before there is a project. */
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
