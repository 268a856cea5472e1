import { valueAt } from '../contract/config-document';
import { type Encoding, encodings } from '../contract/depth-frame';
import type { JsonObject } from '../contract/merge-patch';
import { type Setup, USUAL_SETUP } from './scene';

/** Factory settings, which apply as far as the configuration has no value. */
export interface Factory {
  width: number;
  height: number;
  fps: number;
  encoding?: Encoding;
}

/** The effective settings of the camera. */
export interface CameraMode extends Factory {
  /** The maximum frame rate of the stream; `fps` is the rate of the sensor. */
  previewFps: number;
  mayStream: boolean;
  /** The measured range in millimetres. */
  nearMm: number;
  farMm: number;
  flip: Flip;
  setup: Setup;
}

const flips = ['none', 'horizontal', 'vertical', 'both'] as const;
export type Flip = (typeof flips)[number];

/** The limits of the hardware. */
const MOST = { width: 1920, height: 1080, fps: 60 };

/** Returns the settings that result from a configuration (contract/config-default.ts); invalid values count as absent. */
export function cameraModeOf(state: JsonObject, factory: Factory): CameraMode {
  const number = (path: string, least = Number.MIN_VALUE) => {
    const value = valueAt(state, path);
    return typeof value === 'number' && value >= least ? value : undefined;
  };
  const one = <T extends string>(known: readonly T[], path: string) => known.find((name) => name === valueAt(state, path));
  const fps = number('depth.fps') ?? factory.fps;
  return {
    ...(sizeOf(valueAt(state, 'depth.resolution')) ?? { width: factory.width, height: factory.height }),
    fps,
    previewFps: Math.min(fps, number('preview.maxFps') ?? fps),
    mayStream: valueAt(state, 'preview.enabled') !== false,
    encoding: factory.encoding ?? one(encodings, 'preview.encoding'),
    nearMm: number('measuring.minMm') ?? 0,
    farMm: number('measuring.maxMm') ?? 65_535,
    flip: one(flips, 'mounting.flip') ?? 'none',
    setup: {
      laserPower: number('depth.laserPower', 0) ?? USUAL_SETUP.laserPower,
      // Automatic exposure is assumed to find the best value.
      exposureUs: (valueAt(state, 'depth.autoExposure') === false && number('depth.exposureUs')) || USUAL_SETUP.exposureUs,
      holeFilling: valueAt(state, 'depth.holeFilling') === true,
      averagedFrames: number('measuring.averagedFrames', 1) ?? USUAL_SETUP.averagedFrames,
      heightMm: number('mounting.heightMm') ?? USUAL_SETUP.heightMm,
      tiltDeg: number('mounting.tiltDeg', -90) ?? USUAL_SETUP.tiltDeg,
      rollDeg: number('mounting.rollDeg', -180) ?? USUAL_SETUP.rollDeg,
    },
  };
}

/** Returns the values of a configuration that the hardware does not support, with the reasons. */
export function beyondCamera(wanted: JsonObject): { path: string; code: string; message: string }[] {
  const [resolution, fps] = [valueAt(wanted, 'depth.resolution'), valueAt(wanted, 'depth.fps')];
  const isSize = resolution === undefined || sizeOf(resolution) !== undefined;
  const isRate = typeof fps !== 'number' || (fps > 0 && fps <= MOST.fps);
  return [
    ...(isSize
      ? []
      : [{ path: 'depth.resolution', code: 'unsupported', message: `no size up to ${MOST.width}x${MOST.height}, like 640x480` }]),
    ...(isRate ? [] : [{ path: 'depth.fps', code: 'out-of-range', message: `${fps} is no rate up to ${MOST.fps}` }]),
  ];
}

/** Parses `640x480`; undefined if it is invalid or outside the hardware's limits. */
function sizeOf(resolution: unknown): { width: number; height: number } | undefined {
  const [width = 0, height = 0] = (/^(\d+)x(\d+)$/.exec(String(resolution)) ?? []).slice(1).map(Number);
  return width >= 16 && height >= 16 && width <= MOST.width && height <= MOST.height ? { width, height } : undefined;
}
