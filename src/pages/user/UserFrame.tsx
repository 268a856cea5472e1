import { type ReactNode, useMemo } from 'react';
import { IsoLines } from '@/components/Contours';
import { LanguageSwitch } from '@/components/LanguageSwitch';
import { Mark } from '@/components/Mark';
import { frameTexts } from '@/locales/frame';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { ground, hills } from '@/utils/contours';
import './user.css';

const WIDTH = 720;
const HEIGHT = 900;
const LEVELS = [0.08, 0.14, 0.2, 0.26, 0.32, 0.38, 0.44, 0.5, 0.56, 0.62, 0.68, 0.74, 0.8];

/** Around the pages without a session: what this is on the left, what to do on the right. */
export default function UserFrame({ title, children }: { title: string; children: ReactNode }) {
  const frame = useTexts(frameTexts);
  const t = useTexts(userTexts);
  return (
    <div className="user-frame">
      <aside>
        <Landscape />
        <div className="user-brand">
          <Mark size={44} />
          <p className="user-product">{frame.title}</p>
          <p>{t.slogan}</p>
        </div>
      </aside>
      <main>
        <div className="user-corner">
          <LanguageSwitch />
        </div>
        <div className="user-form">
          <p className="user-small-brand">
            <Mark size={24} /> {frame.title}
          </p>
          <h1>{title}</h1>
          {children}
        </div>
        <footer className="number">© {new Date().getFullYear()} IoT Base</footer>
      </main>
    </div>
  );
}

/** A landscape by its depth contours: what the devices see, and the console shows. */
function Landscape() {
  const terrain = useMemo(() => ground(hills('landscape', WIDTH, HEIGHT, 7), WIDTH, HEIGHT, 14), []);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" strokeWidth="1.3" aria-hidden="true">
      <IsoLines of={terrain} levels={LEVELS} />
    </svg>
  );
}
