import { noiseTile, randomOf, TILE_HEIGHT, TILE_WIDTH } from './noise';

/**
 * `stereo`: correlated noise that grows with the square of the distance, quantized by disparity, with occlusion shadows and holes;
 * `tof`: white noise, with holes at edges.
 */
export const noiseModels = ['stereo', 'tof', 'none'] as const;
export type NoiseModel = (typeof noiseModels)[number];

/** Sensor settings, with names and units of contract/config-default.ts. */
export interface SensorSetting {
  laserPower: number;
  exposureUs: number;
  holeFilling: boolean;
  averagedFrames: number;
}
/** The defaults. Automatic exposure is assumed to result in the same `exposureUs`. */
export const USUAL_SETTING: SensorSetting = { laserPower: 60, exposureUs: 8000, holeFilling: false, averagedFrames: 5 };

interface SensorOptions {
  noise: NoiseModel;
  seed: number;
  /** Focal length in pixels. */
  focal: number;
  width: number;
  setting: SensorSetting;
  /** The distances in metres of the empty pen, whose floor and walls have no texture. */
  plain: Float32Array;
}

/** Converts true distances in metres to a picture in millimetres, 0 for pixels without a measurement. */
type Measure = (metres: Float32Array, depth: Uint16Array, at: number) => void;

/** Baseline of the stereo pair in metres, and disparity steps per pixel. */
const BASELINE = 0.05;
const SUBPIXELS = 32;
/** Disparity error in pixels per unit of a noise tile, which gives a standard deviation of 1/26 pixel. */
const STEREO_ERROR = 0.0012;
/** A time-of-flight pixel is invalid if its neighbours' distances differ by more than this, in metres. */
const MIXED_PIXEL = 0.12;

/** Values of a noise tile above this make a hole. */
const HOLE = 92;

/** The model of light. Laser light falls off with the square of the distance; amounts are relative to the default settings. */
const LIGHT = {
  /** The distance in metres up to which the laser is enough for every pixel. */
  reach: 5,
  /** The distance in metres below which the laser overexposes. */
  blinding: 0.7,
  /** The light a stereo pair has without its laser: it also matches by daylight, but hardly without texture. */
  day: { textured: 0.5, plain: 0.08 },
};
const MOST_NOISE = 8;

/** Creates the sensor: noise model, lost pixels and hole filling, depending on its settings. */
export function openSensor(options: SensorOptions): Measure {
  const { noise, width, setting } = options;
  const exposure = setting.exposureUs / USUAL_SETTING.exposureUs;
  const laser = Math.max(0, setting.laserPower) / USUAL_SETTING.laserPower;
  const averaged = setting.averagedFrames / USUAL_SETTING.averagedFrames;
  const louder = Math.min(MOST_NOISE, 1 / Math.sqrt(averaged * exposure * Math.max(laser, LIGHT.day.plain)));
  const measure = noise === 'none' ? exact : noise === 'stereo' ? stereo(options, louder) : timeOfFlight(options, louder);
  const lose = exposure === 1 && laser === 1 ? undefined : losing(options, laser, exposure);
  return (metres, depth, at) => {
    measure(metres, depth, at);
    lose?.(metres, depth, at);
    if (setting.holeFilling) fillHoles(depth, width);
  };
}

const exact: Measure = (metres, depth) => {
  for (let i = 0; i < metres.length; i++) depth[i] = Math.round(1000 * (metres[i] as number));
};

function stereo({ seed, focal, width }: SensorOptions, noise: number): Measure {
  const errors = noiseTile(seed, 1);
  const blobs = noiseTile(seed + 1, 9);
  const scale = focal * BASELINE;
  const disparityError = STEREO_ERROR * noise;
  return (metres, depth, at) => {
    const [ox, oy] = offsetAt(seed, at);
    for (let row = 0, first = 0; first < metres.length; row++, first += width) {
      const line = ((row + oy) & (TILE_HEIGHT - 1)) * TILE_WIDTH;
      const blobLine = (row & (TILE_HEIGHT - 1)) * TILE_WIDTH;
      // A nearer object hides the background on its left from the second camera.
      let shadow = Infinity;
      for (let column = width - 1; column >= 0; column--) {
        const ideal = scale / (metres[first + column] as number);
        const error = errors[line + ((column + ox) & (TILE_WIDTH - 1))] as number;
        const steps = ((ideal + error * disparityError) * SUBPIXELS + 0.5) | 0;
        const isHidden = column - ideal > shadow + 0.75;
        if (column - ideal < shadow) shadow = column - ideal;
        const isHole = (blobs[blobLine + (column & (TILE_WIDTH - 1))] as number) > HOLE;
        depth[first + column] = isHidden || isHole || steps <= 0 ? 0 : (1000 * scale * SUBPIXELS) / steps + 0.5;
      }
    }
  };
}

function timeOfFlight({ seed, width }: SensorOptions, noise: number): Measure {
  const errors = noiseTile(seed, 0);
  return (metres, depth, at) => {
    const [ox, oy] = offsetAt(seed, at);
    for (let row = 0, first = 0; first < metres.length; row++, first += width) {
      const line = ((row + oy) & (TILE_HEIGHT - 1)) * TILE_WIDTH;
      for (let column = 0; column < width; column++) {
        const value = metres[first + column] as number;
        const error = errors[line + ((column + ox) & (TILE_WIDTH - 1))] as number;
        const isInside = column > 0 && column < width - 1;
        const edge = isInside ? (metres[first + column + 1] as number) - (metres[first + column - 1] as number) : 0;
        const isHole = edge > MIXED_PIXEL || edge < -MIXED_PIXEL || error > 100;
        depth[first + column] = isHole ? 0 : 1000 * value + error * (0.06 + 0.02 * value * value) * noise + 0.5;
      }
    }
  };
}

/** Removes pixels that are too dark or overexposed. */
function losing({ noise, seed, width, plain }: SensorOptions, laser: number, exposure: number): Measure {
  const blobs = noiseTile(seed + 1, 9);
  const grain = noiseTile(seed, noise === 'stereo' ? 1 : 0);
  const day = noise === 'tof' ? { textured: 0, plain: 0 } : LIGHT.day;
  return (metres, depth, at) => {
    const [ox, oy] = offsetAt(seed + 1, at);
    for (let i = 0; i < metres.length; i++) {
      const [row, column] = [Math.floor(i / width), i % width];
      const value = metres[i] as number;
      const flash = (laser * exposure) / (value * value);
      const seen = flash * LIGHT.reach ** 2 + exposure * (value === plain[i] ? day.plain : day.textured);
      const luck =
        (blobs[(row & (TILE_HEIGHT - 1)) * TILE_WIDTH + (column & (TILE_WIDTH - 1))] as number) +
        (grain[((row + oy) & (TILE_HEIGHT - 1)) * TILE_WIDTH + ((column + ox) & (TILE_WIDTH - 1))] as number);
      // With half of the light needed, about half of the pixels are lost.
      const isDark = seen < 1 && luck > Math.SQRT2 * HOLE * (2 * seen - 1);
      const isBlinded = flash * LIGHT.blinding ** 2 > 1 + luck / 512;
      if (isDark || isBlinded) depth[i] = 0;
    }
  };
}

/** Fills small holes of a row with the larger of the adjacent distances, because holes are mostly hidden background. */
function fillHoles(depth: Uint16Array, width: number) {
  const most = Math.max(1, Math.round(width / 32));
  for (let first = 0; first < depth.length; first += width) {
    let before = first - 1;
    for (let i = first; i < first + width; i++) {
      const value = depth[i] as number;
      if (value === 0) continue;
      if (before >= first && i - before <= most + 1) depth.fill(Math.max(value, depth[before] as number), before + 1, i);
      before = i;
    }
  }
}

/** A pseudo-random offset into the noise tile for each picture, so that their noise differs. */
function offsetAt(seed: number, at: number): [number, number] {
  const random = randomOf(seed ^ Math.round(at * 7919));
  return [Math.floor(random() * TILE_WIDTH), Math.floor(random() * TILE_HEIGHT)];
}
