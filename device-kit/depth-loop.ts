import { type Deflate, type Encoding, FrameError, HEADER_BYTES, readHeader, writeFrame, writeHeader } from '../contract/depth-frame';
import { LOOP_MS, type NoiseModel, openScene, type Scene } from './scene';

interface LoopOptions {
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

/** Frames that were made once, shared by all cameras of this process that see the same: that is how ten of them need hardly more than one. */
const loops = new Map<string, Loop>();
const MOST_LOOPS = 6;

function loopOf(options: LoopOptions): Loop {
  const key = JSON.stringify(options);
  const known = loops.get(key);
  const loop = known ?? {
    scene: openScene(options),
    frames: Array.from({ length: Math.max(1, Math.round((LOOP_MS / 1000) * options.fps)) }),
  };
  // The one used last is the last to go.
  loops.delete(key);
  loops.set(key, loop);
  const [oldest = ''] = loops.keys();
  if (loops.size > MOST_LOOPS) loops.delete(oldest);
  return loop;
}

/** The frames of one stream, one after another. */
export function framesOf(options: LoopOptions, deflate: Deflate) {
  const { scene, frames } = loopOf(options);
  const everyMs = 1000 / options.fps;
  const { width, height, intrinsics } = scene;

  function made(n: number): Uint8Array<ArrayBuffer> {
    const about = { width, height, intrinsics, unit: 0.001, minHint: 500, maxHint: 4500, isDecimated: options.step > 1 };
    const depth = scene.render((n * LOOP_MS) / frames.length);
    return writeFrame({ ...about, encoding: options.encoding, seq: 0, session: 0, capturedAt: 0 }, depth, deflate);
  }

  return {
    everyMs,
    /** The n-th frame, with a header of its own. */
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

/** The moment of the scene that a frame with this number shows, milliseconds; for `Scene.trueDistance`. */
export const sceneTimeOf = (frame: number, fps: number): number => {
  const length = Math.max(1, Math.round((LOOP_MS / 1000) * fps));
  return ((frame % length) * LOOP_MS) / length;
};
