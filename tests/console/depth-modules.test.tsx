import { inflateSync } from 'node:zlib';
import { FrameError, writeFrame } from '../../contract/depth-frame';
import { clipParts, createRecorder, indexAt, lengthOf, MAX_CLIP_MS, readClip } from '../../src/pages/dashboard/device-depth/depth/clip';
import { deproject, depthAt, distance } from '../../src/pages/dashboard/device-depth/depth/geometry';
import { columnsOf, countDepths, percentiles, rangeOf, roundUp, towards } from '../../src/pages/dashboard/device-depth/depth/histogram';
import { differenceLut, fillLut, INVALID } from '../../src/pages/dashboard/device-depth/depth/lut';
import { aboutOf, fileNameOf, ofDevice, ofFile } from '../../src/pages/dashboard/device-depth/depth/origin';
import { paint, paintDifference, paintWipe } from '../../src/pages/dashboard/device-depth/depth/paint';
import { gradientOf, paletteNames, palettes, pixelOf } from '../../src/pages/dashboard/device-depth/depth/palette';
import { encodePly } from '../../src/pages/dashboard/device-depth/depth/ply';
import { encodePng16 } from '../../src/pages/dashboard/device-depth/depth/png';
import { statisticsOf } from '../../src/pages/dashboard/device-depth/depth/region';
import { matrixOf } from '../../src/pages/dashboard/device-depth/orbit';
import { scaledSize } from '../../src/pages/dashboard/device-depth/scale';
import { createMeter } from '../../src/pages/dashboard/device-depth/stream/meter';
import { createViewer, type Viewer } from '../../src/pages/dashboard/device-depth/viewer';

const image = (width: number, values: number[]) => ({ width, height: values.length / width, depth: Uint16Array.from(values) });
const CAMERA = { fx: 100, fy: 200, cx: 10, cy: 20 };
const header = (seq: number, capturedMs: number) => ({
  encoding: 'raw' as const,
  seq,
  width: 2,
  height: 2,
  capturedAt: capturedMs * 1000,
  unit: 0.001,
  minHint: 0,
  maxHint: 0,
  isDecimated: false,
  session: 1,
});

describe('palettes', () => {
  test.each([
    ['viridis', 0, [68, 1, 84]],
    ['viridis', 1, [253, 231, 37]],
    ['inferno', 1, [252, 255, 164]],
    ['jet', 0.5, [128, 255, 128]],
    ['grey', 1, [255, 255, 255]],
  ] as const)('%s at %d is the colour matplotlib has there', (name, t, rgb) => {
    for (const [i, channel] of palettes[name](t).entries()) expect(Math.abs(channel - (rgb[i] ?? 0))).toBeLessThan(6);
  });

  test('turbo is warm where it is near, cold where it is far', () => {
    const [red, , blue] = palettes.turbo(0.85);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(80);
    const [farRed, , farBlue] = palettes.turbo(0.15);
    expect(farBlue).toBeGreaterThan(farRed);
  });

  test.each(paletteNames)('every colour of %s is opaque, and none is the colour of what was not measured', (name) => {
    for (let t = 0; t <= 1; t += 0.01) {
      expect(pixelOf(name, t) >>> 24).toBe(255);
      expect(pixelOf(name, t)).not.toBe(INVALID);
    }
  });

  test('the gradient begins with what is near', () => {
    expect(gradientOf('grey').indexOf('255 255 255')).toBeLessThan(gradientOf('grey').indexOf('20 20 20'));
    expect(gradientOf('grey', true).indexOf('255 255 255')).toBeGreaterThan(gradientOf('grey', true).indexOf('20 20 20'));
  });
});

describe('the table of colours', () => {
  const lut = (changes: Partial<Parameters<typeof fillLut>[1]> = {}) =>
    fillLut(new Uint32Array(65536), { palette: 'grey', near: 1000, far: 2000, invert: false, ...changes });
  const bright = (colour = 0) => colour & 255;

  test('has a colour of its own for what was not measured, and the ends beyond the range', () => {
    const table = lut();
    expect(table[0]).toBe(INVALID);
    expect([table[1], table[1000]].map(bright)).toEqual([255, 255]);
    expect([table[2000], table[65535]].map(bright)).toEqual([20, 20]);
    expect(bright(table[1500])).toBeCloseTo(137, -1);
  });

  test('is turned round by inverting', () => {
    expect(bright(lut({ invert: true })[1000])).toBe(20);
    expect(bright(lut({ invert: true })[2000])).toBe(255);
  });

  test('gives the common depths most of the colours when equalised', () => {
    const counts = new Uint32Array(65536);
    for (let depth = 1000; depth < 1100; depth++) counts[depth] = 10;
    counts[1900] = 1;
    const table = lut({ counts });
    expect(bright(table[1050])).toBeCloseTo(137, -1);
    expect(bright(table[1500])).toBeLessThan(25);
  });

  test('holds for a range upside down, at nothing and at everything', () => {
    for (const [near, far] of [
      [5000, 100],
      [0, 0],
      [0, 70_000],
    ] as const) {
      expect(lut({ near, far }).slice(1)).not.toContain(0);
    }
  });

  test('of a difference: red nearer, blue farther, dark the same', () => {
    const table = differenceLut(100);
    const [nearer = 0, same = 0, farther = 0] = [32768 - 100, 32768, 32768 + 100].map((i) => table[i]);
    expect(nearer & 255).toBeGreaterThan(200);
    expect((farther >> 16) & 255).toBeGreaterThan(200);
    expect(same & 255).toBeLessThan(50);
  });
});

test('a picture is painted, wiped over another, and compared with one', () => {
  const pixels = new Uint32Array(4);
  const lut = Uint32Array.from({ length: 65536 }, (_, i) => i);
  const [now, before] = [image(2, [1, 2, 3, 4]), image(2, [11, 12, 13, 0])];
  paint(pixels, now, lut);
  expect([...pixels]).toEqual([1, 2, 3, 4]);
  paintWipe(pixels, before, now, 1, lut);
  expect([...pixels]).toEqual([11, 2, 13, 4]);
  paintDifference(pixels, now, before, lut);
  expect([...pixels]).toEqual([32758, 32758, 32758, INVALID]);
});

describe('the histogram', () => {
  const depth = Uint16Array.from({ length: 7000 }, (_, i) => (i % 14 === 0 ? 0 : 1000 + Math.floor(i / 7)));

  test('samples, and leaves what was not measured out of the percentiles', () => {
    const counts = countDepths(depth);
    expect(counts[0]).toBe(500);
    const [low = 0, middle = 0, high = 0] = percentiles(counts, [0, 0.5, 1]) ?? [];
    expect(low).toBe(1001);
    expect(Math.abs(middle - 1500)).toBeLessThan(3);
    expect(high).toBe(1999);
    expect(percentiles(countDepths(new Uint16Array(100)), [0.5])).toBeUndefined();
  });

  test('offers a range with a little air, in millimetres whatever the unit', () => {
    const range = rangeOf(countDepths(depth), 0.5);
    expect(range?.near).toBeGreaterThan(450);
    expect(range?.near).toBeLessThan(510);
    expect(range?.far).toBeGreaterThan(990);
    expect(range?.far).toBeLessThan(1030);
    expect(rangeOf(new Uint32Array(65536), 1)).toBeUndefined();
  });

  test('follows slowly, and ends at a round number', () => {
    expect(towards({ near: 0, far: 1000 }, { near: 100, far: 2000 })).toEqual({ near: 10, far: 1100 });
    expect([1, 11, 420, 5001, 9999].map(roundUp)).toEqual([1, 15, 500, 6000, 10_000]);
    const columns = columnsOf(countDepths(depth), 2000, 10);
    expect(columns.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(Math.max(...columns)).toBe(1);
  });
});

describe('measuring', () => {
  test('a reading is the median of what was measured around the pixel', () => {
    const picture = image(3, [0, 1000, 0, 1010, 0, 9000, 0, 1020, 0]);
    expect(depthAt(picture, { x: 1, y: 1 })).toBe(1010);
    expect(depthAt(image(2, [0, 0, 0, 0]), { x: 0, y: 0 })).toBe(0);
    expect(depthAt(picture, { x: 0, y: 0 })).toBe(1000);
  });

  test('a pixel lies in space where the camera saw it', () => {
    expect(deproject({ x: 10, y: 20 }, 1500, CAMERA)).toEqual({ x: 0, y: 0, z: 1500 });
    expect(deproject({ x: 110, y: 220 }, 1000, CAMERA)).toEqual({ x: 1000, y: 1000, z: 1000 });
    expect(distance({ x: 0, y: 0, z: 1000 }, { x: 300, y: 400, z: 1000 })).toBe(500);
  });

  test('a region: exact statistics of what was measured in it, from any two corners', () => {
    const picture = image(4, [1, 2, 3, 4, 5, 0, 7, 8, 9, 10, 11, 12]);
    const region = statisticsOf(picture, { from: { x: 2, y: 1 }, to: { x: 1, y: 0 } });
    expect(region).toMatchObject({ pixels: 4, fill: 0.75, min: 2, median: 3, max: 7, mean: 4 });
    expect(region.spread).toBeCloseTo(Math.sqrt(14 / 3));
    expect(statisticsOf(picture, { from: { x: 1, y: 1 }, to: { x: 1, y: 1 } })).toMatchObject({ fill: 0, median: 0 });
    expect(statisticsOf(picture, { from: { x: -9, y: -9 }, to: { x: 99, y: 99 } })).toMatchObject({ pixels: 12, min: 1, max: 12 });
  });
});

describe('files', () => {
  const picture = image(3, [0, 1, 256, 65535, 4660, 7]);

  test('a 16-bit PNG holds exactly the depths', () => {
    const file = Buffer.from(encodePng16(picture, { unit: '0.001' }));
    expect(file.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'));
    expect([file.readUInt32BE(16), file.readUInt32BE(20), file[24], file[25]]).toEqual([3, 2, 16, 0]);
    expect(file.includes('tEXtunit\0')).toBe(true);
    expect(depthsOfPng(file)).toEqual([...picture.depth]);
  });

  test('a PLY holds the measured pixels, in metres, in their colours', () => {
    const lut = new Uint32Array(65536).fill(0xff030201);
    const file = Buffer.from(encodePly(image(2, [0, 1000, 0, 2000]), 1, { fx: 1, fy: 1, cx: 0, cy: 0 }, lut, { device: 'DC-1' }));
    const body = file.subarray(file.indexOf('end_header\n') + 'end_header\n'.length);
    expect(file.toString('latin1')).toContain('comment device: DC-1\nelement vertex 2\n');
    expect(body.length).toBe(30);
    expect([0, 4, 8].map((at) => body.readFloatLE(at))).toEqual([1, 0, 1]);
    expect([0, 4, 8].map((at) => body.readFloatLE(15 + at))).toEqual([2, 2, 2]);
    expect([...body.subarray(12, 15)]).toEqual([1, 2, 3]);
  });

  const frame = (seq: number, at: number) => writeFrame(header(seq, at), Uint16Array.of(1, 2, 3, seq), (bytes) => bytes);

  test('a clip is its frames one after another, and reads back with their times', () => {
    const recorder = createRecorder(ofDevice('DC-1'));
    for (const [seq, at] of [1000, 1100, 1200, 9000, 8000].entries()) recorder.add(frame(seq, at), at - 1000);
    const { frames } = recorder.clip();
    const read = readClip(Buffer.concat(clipParts(recorder.clip())), 'renamed.dpth');
    expect(read.frames.map((one) => [...one])).toEqual(frames.map((one) => [...one]));
    expect(read.times).toEqual([0, 100, 200, 1200, 1200]);
    expect(lengthOf(read)).toBe(1200);
    expect([-1, 0, 99, 100, 650, 9999].map((ms) => indexAt(read, ms))).toEqual([0, 0, 0, 1, 2, 4]);
    expect([read.origin, read.capturedAt]).toEqual([{ name: 'DC-1', device: 'DC-1' }, 1_000_000]);
  });

  test('a clip from before, which begins with a frame, is opened under the name of its file, and kept as it is', () => {
    const old = Buffer.concat([frame(0, 1000), frame(1, 1100)]);
    const read = readClip(old, '入库口.dpth');
    expect(read).toMatchObject({ origin: { name: '入库口' }, capturedAt: 1_000_000, times: [0, 100] });
    expect(read.origin.device).toBeUndefined();
    expect(Buffer.concat(clipParts(read)).equals(old)).toBe(true);
  });

  test('a file is called after the device and the time of what is in it, to the second', () => {
    const at = Date.UTC(2026, 10, 21, 6, 21, 28) * 1000;
    expect(fileNameOf(ofDevice('DC-1'), 'depth', at, 'png')).toBe('DC-1-depth-2026-11-21T06-21-28Z.png');
    expect(aboutOf(ofDevice('DC-1'), at)).toEqual({ device: 'DC-1', 'captured-at': '2026-11-21T06:21:28.000Z' });
    // A clip file without a serial number has no device; it must not get the page's.
    expect(aboutOf(ofFile('pen.dpth'), at)).toEqual({ 'captured-at': '2026-11-21T06:21:28.000Z' });
  });

  test('a clip is full after 30 s, of which a gap is at most one', () => {
    const recorder = createRecorder(ofDevice('DC-1'));
    const times = [500, 90_500, ...Array.from({ length: MAX_CLIP_MS / 1000 - 1 }, (_, n) => 91_500 + n * 1000)];
    for (const [seq, at] of times.entries()) expect(recorder.add(frame(seq, at), at)).toBe(true);
    expect(recorder.lengthMs).toBe(MAX_CLIP_MS);
    expect(recorder.add(frame(99, 1000), (times.at(-1) ?? 0) + 1)).toBe(false);
    expect(lengthOf(recorder.clip())).toBe(MAX_CLIP_MS);
  });

  test('what is no clip is refused, whatever it is', () => {
    const whole = frame(1, 1000);
    const lying = whole.slice();
    new DataView(lying.buffer).setUint32(48, 0xffffffff, true);
    for (const file of [new Uint8Array(0), new Uint8Array(500), whole.subarray(0, -1), lying])
      expect(() => readClip(file, '')).toThrow(FrameError);
    expect(() => readClip(Buffer.concat([whole, whole.subarray(0, 20)]), '')).toThrow(FrameError);
    const about = (text: string, length = text.length) => {
      const beginning = Buffer.from('DPCL----');
      beginning.writeUInt32LE(length, 4);
      return Buffer.concat([beginning, Buffer.from(text)]);
    };
    expect(readClip(Buffer.concat([about('{"device":"DC-1","more":1}'), whole]), '').origin).toEqual(ofDevice('DC-1'));
    for (const text of ['', 'null', '{}', '{"device":"../a b"}', '{"device":7}', '{"device":"DC-1"']) {
      expect(() => readClip(Buffer.concat([about(text), whole]), '')).toThrow(FrameError);
    }
    for (const file of [about('{"device":"DC-1"}'), Buffer.concat([about('{"device":"DC-1"}', 256), whole])]) {
      expect(() => readClip(file, '')).toThrow(FrameError);
    }
  });
});

describe('a clip in the place of the device’s picture', () => {
  const shown = (viewer: Viewer, seq: number, name: string) => {
    const depth = Uint16Array.of(1000, 1000, 2000, seq);
    viewer.show({ header: { ...header(seq, seq), payloadLength: 8, minHint: 10 * seq, maxHint: 1000 * seq }, depth }, ofDevice(name));
  };
  const seen = ({ shown, live, measured, state }: Viewer) => ({ shown: shown(), live: live(), measured: measured(), state });

  test.each([
    ['nothing', () => {}],
    [
      'a live picture, and what is measured on it',
      (viewer: Viewer) => {
        shown(viewer, 1, 'DC-1');
        viewer.change({ points: [{ u: 0.5, v: 0.5 }], range: { near: 1, far: 2 } });
      },
    ],
    [
      'a frozen one, compared with the live one',
      (viewer: Viewer) => {
        shown(viewer, 1, 'DC-1');
        viewer.freeze(true);
        shown(viewer, 2, 'DC-1');
        viewer.change({ compare: 'wipe' });
      },
    ],
    [
      'a frozen one of a device that has gone',
      (viewer: Viewer) => {
        shown(viewer, 1, 'DC-1');
        viewer.freeze(true);
        viewer.drop();
      },
    ],
  ])('when there was %s, there is again when it is closed, and nothing of the clip', (_, begin) => {
    const viewer = createViewer();
    begin(viewer);
    const before = seen(viewer);
    viewer.setAside();
    shown(viewer, 3, 'DC-2');
    expect(viewer.shown()?.origin).toEqual(ofDevice('DC-2'));
    viewer.freeze(true);
    // A second clip replaces this one.
    viewer.setAside();
    shown(viewer, 4, 'DC-3');
    viewer.change({ points: [], isAuto: true, range: { near: 7, far: 8 } });
    viewer.bringBack();
    expect(seen(viewer)).toEqual(before);
    viewer.freeze(false);
    expect([viewer.shown()?.origin.name, viewer.live()?.origin.name].filter((name) => name && name !== 'DC-1')).toEqual([]);
  });

  test('the first live picture after it is shown in its own range', () => {
    const viewer = createViewer();
    viewer.setAside();
    shown(viewer, 3, 'DC-2');
    viewer.bringBack();
    shown(viewer, 2, 'DC-1');
    expect(viewer.state.range).toEqual({ near: 20, far: 2000 });
  });
});

describe('the meter', () => {
  const arrive = (meter: ReturnType<typeof createMeter>, seq: number, capturedMs: number, at: number) => {
    const one = { header: { ...header(seq, capturedMs), payloadLength: 8 }, depth: new Uint16Array(4) };
    meter.arrived({ type: 'frame', ...one, bytes: 12_500, at, decodeMs: 3 });
    meter.wasShown(one, at + 10);
  };

  test('counts what is shown, what the sensor makes, what is dropped, and what goes over the wire', () => {
    const meter = createMeter();
    arrive(meter, 0, 1000, 1020);
    expect(meter.read(1020)).toMatchObject({ shownFps: undefined, sensorFps: undefined });
    for (let i = 1; i < 30; i++) if (i % 3 !== 2) arrive(meter, i, 1000 + i * 50, 1020 + i * 50);
    const read = meter.read(2500);
    expect(read.sensorFps).toBeCloseTo(20, 1);
    expect(read.shownFps).toBeCloseTo(13.3, 0);
    expect(read.dropped).toBe(9);
    expect(read.bitsPerSecond).toBeCloseTo((19 * 12_500 * 8) / 1.4, -1);
    expect(read.decodeMs).toBe(3);
    expect(meter.read(9000)).toMatchObject({ shownFps: 0, sensorFps: 0, bitsPerSecond: 0 });
    meter.wasOvertaken();
    expect(meter.read(9000).dropped).toBe(10);
  });

  test('has a rate for pictures that come seconds apart, until they stand still', () => {
    const meter = createMeter();
    for (let i = 0; i < 4; i++) arrive(meter, i * 25, 1000 + i * 2500, 5000 + i * 2500);
    expect(meter.read(13_000)).toMatchObject({ shownFps: 0.4, sensorFps: 10 });
    expect(meter.read(14_900)).toMatchObject({ shownFps: 0.4, sensorFps: 10, bitsPerSecond: 40_000, decodeMs: 3 });
    expect(meter.read(16_000)).toMatchObject({ shownFps: 0, sensorFps: 0 });
  });

  test('has no rate yet of pictures that came all at once', () => {
    const meter = createMeter();
    for (let i = 0; i < 3; i++) arrive(meter, i, 1000 + i * 33, 5000 + i * 2);
    expect(meter.read(5020)).toMatchObject({ shownFps: undefined, bitsPerSecond: undefined });
    for (let i = 3; i < 19; i++) arrive(meter, i, 1000 + i * 33, 5000 + i * 33);
    expect(meter.read(5604).shownFps).toBeCloseTo(30, 0);
  });

  test('tells the latency through clocks that are minutes apart', () => {
    const meter = createMeter();
    // The device is 5 min ahead of the platform, which is 2 min behind the page; a frame takes 40 ms to the page and 10 ms to be painted.
    meter.hear({ type: 'pong', sentAt: 0, at: 5 - 120_000 }, 10);
    meter.hear(
      {
        type: 'stats',
        at: 0,
        deviceFps: 10,
        sent: 0,
        dropped: 0,
        lost: 0,
        refused: 0,
        clock: { aheadMs: 300_000, withinMs: 2 },
        viewers: 1,
      },
      10,
    );
    for (let i = 0; i < 20; i++) arrive(meter, i, 1000 + i * 100 + 300_000 - 120_000, 1040 + i * 100);
    expect(meter.read(3000).latency).toEqual({ medianMs: 50, p95Ms: 50, isEstimated: false });
  });

  test('says that it is an estimate while nothing is known of the clocks', () => {
    const meter = createMeter();
    for (let i = 0; i < 20; i++) arrive(meter, i, 500_000 + i * 100, 1040 + i * 100 + (i % 2) * 6);
    expect(meter.read(3000).latency).toEqual({ medianMs: 16, p95Ms: 16, isEstimated: true });
    expect(createMeter().read(0).latency).toBeUndefined();
  });
});

describe('on the page', () => {
  test('a picture has whole pixels where they fill the room, else all of the room', () => {
    expect(scaledSize({ width: 320, height: 240 }, { width: 1100, height: 800 }, 1).scale).toBe(3);
    expect(scaledSize({ width: 640, height: 480 }, { width: 1100, height: 800 }, 1).scale).toBeCloseTo(1.667, 2);
    expect(scaledSize({ width: 640, height: 480 }, { width: 1100, height: 800 }, 2).scale).toBe(1.5);
    expect(scaledSize({ width: 1280, height: 720 }, { width: 390, height: 500 }, 3).scale).toBeCloseTo(0.3047, 3);
  });

  test('a cloud looked at from the camera lies where the camera saw it', () => {
    const viewIn = (aspect: number) => matrixOf({ yaw: 0, pitch: 0, zoom: 1, x: 0, y: 0 }, 2000, aspect);
    const seen = ([x, y, z]: number[], view = viewIn(4 / 3)) => {
      const row = (i: number) =>
        (view[i] ?? 0) * (x ?? 0) + (view[4 + i] ?? 0) * (y ?? 0) + (view[8 + i] ?? 0) * (z ?? 0) + (view[12 + i] ?? 0);
      return [row(0) / row(3), row(1) / row(3), row(2) / row(3)];
    };
    expect(seen([0, 0, 2000]).slice(0, 2)).toEqual([0, expect.closeTo(0)]);
    expect(seen([400, 200, 1000])).toEqual([expect.closeTo(0.45), expect.closeTo(-0.3), expect.any(Number)]);
    // On a phone in portrait, the width of the scene still fits.
    expect(seen([400, 200, 1000], viewIn(0.5))).toEqual([expect.closeTo(0.45), expect.closeTo(-0.1125), expect.any(Number)]);
    expect(seen([0, 0, 1000])[2]).toBeLessThan(seen([0, 0, 3000])[2] ?? 0);
  });
});

/** Decodes a 16-bit greyscale PNG with the filters None and Up. */
function depthsOfPng(file: Buffer): number[] {
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [rows, stride] = [inflateSync(Buffer.concat(data)), 1 + 2 * file.readUInt32BE(16)];
  const depths: number[] = [];
  for (let row = 0; row * stride < rows.length; row++) {
    for (let i = 1; i < stride; i++) {
      const above = row > 0 && rows[row * stride] === 2 ? (rows[(row - 1) * stride + i] ?? 0) : 0;
      rows[row * stride + i] = ((rows[row * stride + i] ?? 0) + above) & 255;
    }
    for (let i = 1; i < stride; i += 2) depths.push(rows.readUInt16BE(row * stride + i));
  }
  return depths;
}
