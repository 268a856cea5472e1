import { type Deflate, type Encoding, FrameError, HEADER_BYTES, readHeader, writeFrame, writeHeader } from '../contract/depth-frame';
import type { CameraMode, Flip } from './camera-mode';
import { LOOP_MS, openScene, type Scene } from './scene';
import type { NoiseModel } from './sensor';

interface LoopOptions extends Pick<CameraMode, 'nearMm' | 'farMm' | 'flip' | 'setup'> {
  width: number;
  height: number;
  step: number;
  noise: NoiseModel;
  seed: number;
  fps: number;
  encoding: Encoding;
}

interface Loop {
  scene: Scene;
  frames: (Uint8Array<ArrayBuffer> | undefined)[];
}

/** Encoded frames, shared by all cameras of this process with the same options, so that ten of them cost hardly more than one. */
const loops = new Map<string, Loop>();
const MOST_LOOPS = 6;

function loopOf(options: LoopOptions): Loop {
  const key = JSON.stringify(options);
  const known = loops.get(key);
  const loop = known ?? {
    scene: openScene(options),
    frames: Array.from({ length: Math.max(1, Math.round((LOOP_MS / 1000) * options.fps)) }),
  };
  // An LRU cache: the loop used last moves to the end of the map.
  loops.delete(key);
  loops.set(key, loop);
  const [oldest = ''] = loops.keys();
  if (loops.size > MOST_LOOPS) loops.delete(oldest);
  return loop;
}

/** The frames of a stream. They repeat after `LOOP_MS`, and each is rendered at its first use. */
export function framesOf(options: LoopOptions, deflate: Deflate) {
  const { scene, frames } = loopOf(options);
  const everyMs = 1000 / options.fps;
  const { nearMm, farMm, flip, encoding } = options;
  const { width, height } = scene;
  const intrinsics = flippedCamera(scene, flip);
  const [minHint, maxHint] = [Math.max(500, nearMm), Math.min(4500, farMm)];

  function made(n: number): Uint8Array<ArrayBuffer> {
    const about = { width, height, intrinsics, unit: 0.001, minHint, maxHint, isDecimated: options.step > 1 };
    const depth = scene.render((n * LOOP_MS) / frames.length);
    for (let i = 0; i < depth.length; i++) if ((depth[i] as number) < nearMm || (depth[i] as number) > farMm) depth[i] = 0;
    turn(depth, width, flip);
    return writeFrame({ ...about, encoding, seq: 0, session: 0, capturedAt: 0 }, depth, deflate);
  }

  return {
    everyMs,
    /** Returns a copy of the n-th frame with its own header fields. */
    at: (n: number, own: { seq: number; session: number; capturedAt: number }): Uint8Array<ArrayBuffer> => {
      const place = n % frames.length;
      frames[place] ??= made(place);
      const frame = (frames[place] as Uint8Array<ArrayBuffer>).slice();
      const header = readHeader(frame);
      if (header instanceof FrameError) throw header;
      writeHeader(frame.subarray(0, HEADER_BYTES), { ...header, ...own, seq: own.seq >>> 0 });
      return frame;
    },
  };
}

/** Flips a picture in place. */
function turn(depth: Uint16Array, width: number, flip: Flip) {
  if (flip === 'vertical' || flip === 'both') depth.reverse();
  // Reversing the whole picture also mirrored its rows, so `vertical` mirrors them back.
  if (flip === 'horizontal' || flip === 'vertical')
    for (let at = 0; at < depth.length; at += width) depth.subarray(at, at + width).reverse();
}

function flippedCamera({ width, height, intrinsics: { fx, fy, cx, cy } }: Scene, flip: Flip) {
  const [isAcross, isOver] = [flip === 'horizontal' || flip === 'both', flip === 'vertical' || flip === 'both'];
  return { fx, fy, cx: isAcross ? width - 1 - cx : cx, cy: isOver ? height - 1 - cy : cy };
}
