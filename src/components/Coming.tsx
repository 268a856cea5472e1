import type { ReactNode } from 'react';
import { type ComingPage, comingItems, comingTexts } from '@/locales/coming';
import { useLanguage } from '@/locales/language';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { Contours } from './Contours';
import type { Scene } from './scenes';
import './coming.css';

const sceneOf: Record<ComingPage, Scene> = {
  packet: 'packet',
};

/** A page whose work has not been done yet: says so, and what it will be. */
export function Coming({ page, action }: { page: ComingPage; action?: ReactNode }) {
  const t = useTexts(comingTexts);
  const names = useTexts(menuTexts);
  return (
    <section className="coming">
      <Contours scene={sceneOf[page]} />
      <div>
        <p className="coming-mark">{t.coming}</p>
        <h1>{names[page]}</h1>
        <p className="muted">{t.soon}</p>
        <ul>
          {comingItems[page][useLanguage()].map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        {action}
      </div>
    </section>
  );
}
