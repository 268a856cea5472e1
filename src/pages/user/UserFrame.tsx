import { Link } from '@umijs/max';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { Dots, IsoLines } from '@/components/Contours';
import { LanguageSwitch } from '@/components/LanguageSwitch';
import { Mark } from '@/components/Mark';
import { frameTexts } from '@/locales/frame';
import { menuTexts } from '@/locales/menu';
import { useTexts } from '@/locales/texts';
import { userTexts } from '@/locales/user';
import { useSettings } from '@/services/useSettings';
import { ground, hills } from '@/utils/contours';
import './user.css';

const WIDTH = 720;
const HEIGHT = 900;
// The hills are at the top and on the right, because the brand text is at the bottom left.
const HILLS = [
  { x: 430, y: 330, reach: 118, rise: 1.7 },
  { x: 190, y: 190, reach: 92, rise: 0.95 },
  { x: 610, y: 560, reach: 96, rise: 1 },
  { x: 285, y: 500, reach: 72, rise: 0.55 },
  { x: 640, y: 120, reach: 74, rise: 0.6 },
];
const LEVELS = [0.04, 0.09, 0.14, 0.19, 0.24, 0.29, 0.34, 0.39, 0.44, 0.49, 0.54, 0.59, 0.64, 0.69, 0.74, 0.79, 0.84];
const DOT_BANDS = [0.34, 0.42, 0.5, 0.58, 0.66, 0.74, 0.82];

/** The frame of the pages before sign-in: the brand on the left, the form on the right. */
export default function UserFrame({ title, children }: { title: string; children: ReactNode }) {
  const frame = useTexts(frameTexts);
  const t = useTexts(userTexts);
  const { serviceAgreement } = useTexts(menuTexts);
  // The form is rendered first, the landscape afterwards.
  const isLandscapeDue = useDeferredValue(true, false);
  return (
    <div className="user-frame">
      <aside>
        {isLandscapeDue && <Landscape />}
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
        <footer className="number">
          <span>
            © {new Date().getFullYear()} {useSettings()?.productName}
          </span>
          {/* In a new tab, so that the input in the form is kept. */}
          <Link to="/user/service-agreement" target="_blank">
            {serviceAgreement}
          </Link>
        </footer>
      </main>
    </div>
  );
}

/** A decorative landscape of depth contours. */
function Landscape() {
  const field = useMemo(() => hills(HILLS), []);
  const terrain = useMemo(() => ground(field, WIDTH, HEIGHT, 12), [field]);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" strokeWidth="1.2" aria-hidden="true">
      <IsoLines of={terrain} levels={LEVELS} />
      <Dots of={field} width={WIDTH} height={HEIGHT} step={13} bands={DOT_BANDS} />
    </svg>
  );
}
