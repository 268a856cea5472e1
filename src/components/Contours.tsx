import { type CSSProperties, memo, useMemo } from 'react';
import { type Field, type Ground, ground, isoLine, ridges, turbo } from '@/utils/contours';
import { type Scene, scenes } from './scenes';

const WIDTH = 320;
const HEIGHT = 200;
const LEVELS = [0.12, 0.24, 0.36, 0.48, 0.6, 0.72, 0.84];
const DOT_STEP = 7;
const DOT_BANDS = [0.78, 0.84, 0.9, 0.96];

interface ContoursProps {
  scene: Scene;
  /** Width in pixels; the height follows. */
  width?: number;
  style?: CSSProperties;
}

/** A scene drawn as depth contours: near and warm in the middle, far and cold outside. */
export const Contours = memo(function Contours({ scene, width = WIDTH, style }: ContoursProps) {
  const field = ridges(scenes[scene], 44);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={width} className="contours" style={style} aria-hidden="true">
      <IsoLines of={ground(field, WIDTH, HEIGHT, 4)} levels={LEVELS} />
      <Dots of={field} width={WIDTH} height={HEIGHT} step={DOT_STEP} bands={DOT_BANDS} />
    </svg>
  );
});

/** Only the thin lines, for use in another `<svg>`. */
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

interface DotsProps {
  of: Field;
  width: number;
  height: number;
  /** The distance between two dots. */
  step: number;
  /** Levels: dots start at the first one, and get larger and warmer with each. */
  bands: number[];
}

/** Dots where the ground is near. Each band is one path of zero-length lines, which round caps draw as dots. */
export function Dots({ of, width, height, step, bands }: DotsProps) {
  const paths = bands.map(() => '');
  for (let row = 0; row * step < height; row++) {
    for (let column = 0; column * step < width; column++) {
      const [x, y] = [(column + (row % 2) / 2) * step, row * step];
      const near = of(x, y);
      const band = bands.filter((from) => near > from).length - 1;
      if (band >= 0) paths[band] += `M${x} ${y}h0`;
    }
  }
  return (
    <g fill="none" strokeLinecap="round">
      {bands.map((near, i) => (
        <path key={near} d={paths[i]} stroke={depthColour(near)} strokeWidth={step * (0.34 + 0.07 * i)} />
      ))}
    </g>
  );
}

/** The colour of a nearness 0…1, without the palette's nearly black ends, which look dirty on white. */
const depthColour = (near: number) => turbo(0.1 + 0.78 * near);
