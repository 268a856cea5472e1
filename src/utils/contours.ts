/** Nearness of the surface at a point: 0 far … 1 near. */
export type Field = (x: number, y: number) => number;
export type Point = readonly [x: number, y: number];

/** A field sampled at the corners of square cells, so that it is evaluated only once for all lines. */
export interface Ground {
  heights: number[][];
  /** The side of a cell, in the units of the field. */
  step: number;
}

export function ground(field: Field, width: number, height: number, step: number): Ground {
  const row = (y: number) => Array.from({ length: Math.ceil(width / step) + 1 }, (_, column) => field(column * step, y));
  return { step, heights: Array.from({ length: Math.ceil(height / step) + 1 }, (_, y) => row(y * step)) };
}

/** The iso-line at one level, as SVG path data: marching squares, joined and rounded. */
export function isoLine(of: Ground, level: number): string {
  return join(segments(of, level)).map(rounded).join('');
}

/** The turbo palette, 0 cold … 1 warm, each channel 0…255: the polynomial of d3-scale-chromatic (Mikhailov, Google 2019). */
export function turboRgb(t: number): [number, number, number] {
  const x = Math.max(0, Math.min(1, t));
  const r = 34.61 + x * (1172.33 - x * (10793.56 - x * (33300.12 - x * (38394.49 - x * 14825.05))));
  const g = 23.31 + x * (557.33 + x * (1225.33 - x * (3574.96 - x * (1073.77 + x * 707.56))));
  const b = 27.2 + x * (3211.1 - x * (15327.97 - x * (27814 - x * (22569.18 - x * 6838.66))));
  return [clamped(r), clamped(g), clamped(b)];
}

const clamped = (channel: number) => Math.round(Math.max(0, Math.min(255, channel)));

/** `turboRgb` as a CSS colour. */
export const turbo = (t: number): string => `rgb(${turboRgb(t).join(',')})`;

interface Hill {
  x: number;
  y: number;
  /** Width of the slope. */
  reach: number;
  rise: number;
}

/** A landscape of soft hills. */
export function hills(tops: readonly Hill[]): Field {
  return (x, y) => {
    const sum = tops.reduce((all, top) => all + top.rise * Math.exp(-((x - top.x) ** 2 + (y - top.y) ** 2) / (2 * top.reach ** 2)), 0);
    return 1 - Math.exp(-1.1 * sum);
  };
}

/** A few hills in a box of the given size, derived from a name. */
export function hillsOf(name: string, size: number): Hill[] {
  const random = randomOf(name);
  return Array.from({ length: 4 }, () => ({
    x: size * (0.15 + 0.7 * random()),
    y: size * (0.15 + 0.7 * random()),
    reach: size * (0.12 + 0.16 * random()),
    rise: 0.5 + 0.9 * random(),
  }));
}

/** A pseudo-random sequence in 0…1, seeded by a name. */
function randomOf(name: string): () => number {
  let state = 2166136261;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

/** A ridge along each polyline: 1 on it, falling to 0 at `reach`, slightly uneven like real ground. */
export function ridges(lines: readonly (readonly Point[])[], reach: number): Field {
  // A point alone is a side of no length.
  const sides = lines.flatMap((line) => line.map((to, i) => sideOf(line[Math.max(0, i - 1)] as Point, to)));
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const side of sides) nearest = Math.min(nearest, squaredDistance(x, y, side));
    const far = Math.sqrt(nearest) / reach;
    return 1 - far + 0.09 * far * (Math.sin(x / 23 + y / 31) + Math.sin(x / 41 - y / 19));
  };
}

/** A straight piece of a polyline: where it begins, how it goes on, and its length squared. */
type Side = ReturnType<typeof sideOf>;

function sideOf([x, y]: Point, [toX, toY]: Point) {
  const [dx, dy] = [toX - x, toY - y];
  return { x, y, dx, dy, squared: dx * dx + dy * dy };
}

// Without arrays and roots, because a scene needs it a hundred thousand times before it can be shown.
function squaredDistance(x: number, y: number, side: Side) {
  const awayX = x - side.x;
  const awayY = y - side.y;
  const along = side.squared === 0 ? 0 : Math.max(0, Math.min(1, (awayX * side.dx + awayY * side.dy) / side.squared));
  const offX = awayX - along * side.dx;
  const offY = awayY - along * side.dy;
  return offX * offX + offY * offY;
}

function segments({ heights, step }: Ground, level: number): [Point, Point][] {
  const found: [Point, Point][] = [];
  for (const [row, upper] of heights.slice(0, -1).entries()) {
    const lower = heights[row + 1] as number[];
    for (let column = 0; column + 1 < upper.length; column++) {
      const values = [upper[column], upper[column + 1], lower[column + 1], lower[column]] as [number, number, number, number];
      // Shortcut: most cells are entirely above or below the level.
      const isAbove = values[0] > level;
      if (values[1] > level === isAbove && values[2] > level === isAbove && values[3] > level === isAbove) continue;
      const crossings = crossingsOf(values, level).map(([x, y]): Point => [(column + x) * step, (row + y) * step]);
      for (let i = 0; i + 1 < crossings.length; i += 2) found.push([crossings[i] as Point, crossings[i + 1] as Point]);
    }
  }
  return found;
}

const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** Where the level crosses the sides of a unit cell with these heights at its corners. */
function crossingsOf(values: readonly number[], level: number): Point[] {
  return CORNERS.flatMap(([x, y], side): Point[] => {
    const next = (side + 1) % 4;
    const [from, to] = [(values[side] as number) - level, (values[next] as number) - level];
    if (from > 0 === to > 0) return [];
    const part = from / (from - to);
    const [toX, toY] = CORNERS[next] as Point;
    return [[x + (toX - x) * part, y + (toY - y) * part]];
  });
}

// Each crossing lies on a side that two cells share, so equal coordinates mean the same point.
function join(pieces: [Point, Point][]): Point[][] {
  const key = ([x, y]: Point) => Math.round(x * 100) * 1e6 + Math.round(y * 100);
  const at = new Map<number, Set<[Point, Point]>>();
  for (const piece of pieces) for (const end of piece) at.set(key(end), (at.get(key(end)) ?? new Set()).add(piece));

  const take = (from: Point): Point | undefined => {
    const [piece] = at.get(key(from)) ?? [];
    if (!piece) return undefined;
    for (const end of piece) at.get(key(end))?.delete(piece);
    return key(piece[0]) === key(from) ? piece[1] : piece[0];
  };

  const lines: Point[][] = [];
  for (const [start] of pieces) {
    const line: Point[] = [];
    for (let end = take(start); end; end = take(end)) line.push(end);
    const before: Point[] = [];
    for (let end = take(start); end; end = take(end)) before.unshift(end);
    if (line.length + before.length > 2) lines.push([...before, start, ...line]);
  }
  return lines;
}

// Every second crossing is enough for a curve, and halves the drawing.
function rounded(line: Point[]): string {
  const points = line.filter((_, i) => i % 2 === 0 || i === line.length - 1);
  const write = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const curves = points.slice(1).map((point, i) => {
    const next = points[i + 2];
    return `Q${write(point)} ${write(next ? [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2] : point)}`;
  });
  return `M${write(points[0] as Point)}${curves.join('')}`;
}
