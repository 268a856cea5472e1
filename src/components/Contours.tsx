import { type CSSProperties, memo } from 'react';
import { type Field, isoLine, ridges, turbo } from '@/utils/contours';
import { type Scene, scenes } from './scenes';

const WIDTH = 320;
const HEIGHT = 200;
const LEVELS = [0.12, 0.24, 0.36, 0.48, 0.6, 0.72, 0.84];
const DOT_STEP = 7;

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
      <IsoLines field={field} levels={LEVELS} width={WIDTH} height={HEIGHT} step={4} />
      {dots(field).map(([x, y, near]) => (
        <circle key={`${x},${y}`} cx={x} cy={y} r={0.7 + 1.3 * near} fill={colour(near)} />
      ))}
    </svg>
  );
});

interface IsoLinesProps {
  field: Field;
  levels: number[];
  width: number;
  height: number;
  step: number;
}

/** The thin lines alone, for a drawing that brings its own `<svg>`. */
export function IsoLines({ field, levels, width, height, step }: IsoLinesProps) {
  return (
    <g fill="none" strokeWidth={1} strokeLinejoin="round">
      {levels.map((level) => (
        <path key={level} d={isoLine(field, level, width, height, step)} stroke={colour(level)} strokeOpacity={0.35 + 0.5 * level} />
      ))}
    </g>
  );
}

// The ends of the palette are nearly black: they say little and look dirty on white.
const colour = (near: number) => turbo(0.1 + 0.78 * near);

function dots(field: Field): [x: number, y: number, near: number][] {
  const found: [number, number, number][] = [];
  for (let row = 0; row * DOT_STEP < HEIGHT; row++) {
    for (let column = 0; column * DOT_STEP < WIDTH; column++) {
      const [x, y] = [(column + (row % 2) / 2) * DOT_STEP, row * DOT_STEP];
      const near = field(x, y);
      if (near > 0.78) found.push([x, y, Math.min(1, near)]);
    }
  }
  return found;
}
