import { type CSSProperties, memo, useMemo } from 'react';
import { type Field, type Ground, ground, isoLine, ridges, turbo } from '@/utils/contours';
import { type Scene, scenes } from './scenes';

const WIDTH = 320;
const HEIGHT = 200;
const LEVELS = [0.12, 0.24, 0.36, 0.48, 0.6, 0.72, 0.84];
const DOT_STEP = 7;
/** Dots begin this near; they come in as many sizes and colours as there are bands. */
const DOT_BANDS = [0.78, 0.84, 0.9, 0.96];

interface ContoursProps {
  scene: Scene;
  /** On the page, in pixels; the height follows. */
  width?: number;
  style?: CSSProperties;
}

/** A picture of the console's own: a thing drawn as depth contours, near and warm in the middle, far and cold outside. */
export const Contours = memo(function Contours({ scene, width = WIDTH, style }: ContoursProps) {
  const field = ridges(scenes[scene], 44);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={width} className="contours" style={style} aria-hidden="true">
      <IsoLines of={ground(field, WIDTH, HEIGHT, 4)} levels={LEVELS} />
      <Dots of={field} />
    </svg>
  );
});

/** The thin lines alone, for a drawing that brings its own `<svg>`. */
export function IsoLines({ of, levels }: { of: Ground; levels: number[] }) {
  const lines = useMemo(() => levels.map((level) => ({ level, path: isoLine(of, level) })), [of, levels]);
  return (
    <g fill="none" strokeLinejoin="round">
      {lines.map(({ level, path }) => (
        <path key={level} d={path} stroke={depthColour(level)} strokeOpacity={0.35 + 0.5 * level} />
      ))}
    </g>
  );
}

// A band of dots is one path of lines without length, drawn as dots by their round caps.
function Dots({ of }: { of: Field }) {
  const bands = DOT_BANDS.map(() => '');
  for (let row = 0; row * DOT_STEP < HEIGHT; row++) {
    for (let column = 0; column * DOT_STEP < WIDTH; column++) {
      const [x, y] = [(column + (row % 2) / 2) * DOT_STEP, row * DOT_STEP];
      const near = of(x, y);
      const band = DOT_BANDS.filter((from) => near > from).length - 1;
      if (band >= 0) bands[band] += `M${x} ${y}h0`;
    }
  }
  return (
    <g fill="none" strokeLinecap="round">
      {DOT_BANDS.map((near, i) => (
        <path key={near} d={bands[i]} stroke={depthColour(near)} strokeWidth={2.4 + 6 * (near - 0.7)} />
      ))}
    </g>
  );
}

/** The colour of a nearness 0…1. The ends of the palette are nearly black: they say little and look dirty on white. */
export const depthColour = (near: number) => turbo(0.1 + 0.78 * near);
