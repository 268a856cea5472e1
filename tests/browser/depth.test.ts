import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { contract } from '../../contract';
import type { Application } from '../../contract/application';
import { depthProtocols } from '../../contract/depth';
import { type Frame, frameReader } from '../../contract/depth-frame';
import type { DepthOptions } from '../../device-kit/depth';
import { startDevice, type VirtualDevice } from '../../device-kit/device';
import { LOOP_MS, openScene } from '../../device-kit/scene';
import { configTexts } from '../../src/locales/device-config';
import { depthTexts } from '../../src/locales/device-depth';
import { menuTexts } from '../../src/locales/menu';
import { readClip } from '../../src/pages/dashboard/device-depth/depth/clip';
import { fileNameOf, ofDevice, timeText } from '../../src/pages/dashboard/device-depth/depth/origin';
import { barriers, PHONE, pressBack } from '../support/chromium';
import { eventually } from '../support/eventually';
import type { SignedIn } from '../support/served';
import { stage } from '../support/stage';
import { arrivesAt } from '../support/where';

const { story, server } = stage();
const t = depthTexts['zh-CN'];
let developer: SignedIn;
let mqttUrl: string;
const running: VirtualDevice[] = [];

beforeAll(async () => {
  developer = await server().signUp('Developer');
  ({ mqttUrl } = await server().call(contract.settings.read));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((device) => device.stop()));
});

let projects = 0;

/** Creates a project with a device. `switchOn` starts it as a camera without noise. */
async function camera() {
  projects += 1;
  const body = { name: `圈舍 ${projects}`, categoryId: 1 as const };
  const project: Application = await server().call(contract.application.create, { body }, developer.token);
  const { appKey } = project;
  const { sn, secret } = await server().call(contract.device.create, { params: { appKey }, body: { sn: 'DC-1' } }, developer.token);
  const switchOn = (depth: Partial<DepthOptions> | undefined = {}) => {
    const deflate = (bytes: Uint8Array) => deflateRawSync(bytes, { level: 1 });
    const options = depth && { width: 320, height: 240, noise: 'none' as const, ...depth, deflate };
    const device = startDevice({ url: mqttUrl, appKey, sn, secret, telemetryEveryMs: 0, depth: options });
    running.push(device);
    return device;
  };
  return { appKey, sn, switchOn, path: `/dashboard/${appKey}/device/${sn}/depth` };
}

const scene = openScene({ width: 320, height: 240, step: 1, noise: 'none', seed: 1 });
/** Pixels where nothing moves: three on walls, one on the floor. */
const STILL = [
  { x: 160, y: 12 },
  { x: 14, y: 40 },
  { x: 300, y: 60 },
  { x: 20, y: 225 },
] as const;
const truth = ({ x, y }: { x: number; y: number }) => scene.trueDistance(x, y, 0);

const state = (page: Page, name: string) => page.locator('.depth-pill').getByText(name, { exact: true }).waitFor();
const picture = (page: Page) => page.getByRole('application', { name: t.depthPicture });
const readout = (page: Page) => page.locator('.depth-readout');
const statistic = async (page: Page, name: string) => Number(await page.locator(`[data-statistic=${name}]`).getAttribute('data-value'));

/** The position of a picture's pixel on the page. */
async function spot(page: Page, { x, y }: { x: number; y: number }): Promise<[number, number]> {
  const box = await picture(page).boundingBox();
  if (!box) throw new Error('there is no picture');
  return [box.x + ((x + 0.5) / 320) * box.width, box.y + ((y + 0.5) / 240) * box.height];
}

const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true });

/** The file that an action downloads. */
async function savedBy(page: Page, act: () => Promise<unknown>): Promise<{ name: string; file: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), file: readFileSync(await download.path()) };
}
const saved = async (page: Page, key: string) => (await savedBy(page, () => page.keyboard.press(key))).file;
const press = (page: Page, name: string) => () => page.getByRole('button', { name }).click();

/** Records a clip of more than a second. */
async function record(page: Page) {
  await page.keyboard.press('k');
  // The button shows the recorded seconds, so waiting for a number other than 0 ensures the length.
  await page.getByRole('button', { name: new RegExp(t.recording(0).replace('0', '[1-9]\\d*')) }).click();
  await state(page, t.replaying);
}

/** The colours of a PNG's upper rows as 0xAABBGGRR, row by row. */
const coloursIn = (page: Page, png: Buffer, rows: number) =>
  page.evaluate(
    async ([base64, height]) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(picture.width, height).getContext('2d');
      context?.drawImage(picture, 0, 0);
      return Array.from(new Uint32Array(context?.getImageData(0, 0, picture.width, height).data.buffer ?? new ArrayBuffer(0)));
    },
    [png.toString('base64'), rows] as const,
  );

const openClip = (page: Page, buffer: Buffer, name = 'pen.dpth') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

describe('measuring', () => {
  story('the reading under the pointer is what stands there, within 2 mm, and where in space', async ({ open }) => {
    const { path, switchOn } = await camera();
    switchOn();
    const page = await open(path, { as: developer });
    await state(page, t.live);

    for (const pixel of STILL) {
      expect([...Array(8)].every((_, i) => scene.trueDistance(pixel.x, pixel.y, (i * LOOP_MS) / 8) === truth(pixel))).toBe(true);
      await page.mouse.move(...(await spot(page, pixel)));
      await page.locator(`.depth-readout[data-pixel="${pixel.x},${pixel.y}"]`).waitFor();
      const mm = Number(await readout(page).getAttribute('data-mm'));
      expect(Math.abs(mm - truth(pixel))).toBeLessThanOrEqual(2);
      const [x = 0, y = 0, z = 0] = ((await readout(page).locator('span').textContent()) ?? '')
        .replaceAll(',', '')
        .replaceAll('−', '-')
        .split('·')
        .map((part) => Number(part.replace(/[XYZ]/, '')));
      const { fx, fy, cx, cy } = scene.intrinsics;
      expect(Math.abs(x - ((pixel.x - cx) / fx) * truth(pixel))).toBeLessThanOrEqual(2);
      expect(Math.abs(y - ((pixel.y - cy) / fy) * truth(pixel))).toBeLessThanOrEqual(2);
      expect(Math.abs(z - truth(pixel))).toBeLessThanOrEqual(2);
    }
  });

  story('two points have the distance they have in the pen; a region its statistics', async ({ open }) => {
    const { path, switchOn } = await camera();
    switchOn();
    const page = await open(path, { as: developer });
    await state(page, t.live);

    const [a, b] = [STILL[1], STILL[2]];
    await page.keyboard.press('2');
    for (const pixel of [a, b]) await page.mouse.click(...(await spot(page, pixel)));
    const { fx, fy, cx, cy } = scene.intrinsics;
    const inSpace = (pixel: typeof a | typeof b) => {
      const z = truth(pixel);
      return [((pixel.x - cx) / fx) * z, ((pixel.y - cy) / fy) * z, z] as const;
    };
    const [from, to] = [inSpace(a), inSpace(b)];
    const apart = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
    const measured = page.locator('.depth-big');
    await measured.waitFor();
    await eventually(
      async () => Math.abs(Number(await measured.getAttribute('data-measured')) - apart),
      (off) => off <= 4,
    );
    await page.locator('.depth-label').waitFor();

    await page.keyboard.press('3');
    await page.mouse.move(...(await spot(page, { x: 150, y: 8 })));
    await page.mouse.down();
    await page.mouse.move(...(await spot(page, { x: 170, y: 16 })), { steps: 4 });
    await page.mouse.up();
    await page.getByText(t.fill).waitFor();
    await eventually(
      async () => Math.abs(Number(await measured.getAttribute('data-measured')) - truth({ x: 160, y: 12 })),
      (off) => off <= 2,
    );
    await page.getByText('100.0%').waitFor();
  });

  story('limits close to each other can both be read, and moved by the pointer', async ({ open }) => {
    const { path, switchOn } = await camera();
    switchOn();
    const page = await open(path, { as: developer });
    await state(page, t.live);
    const limits = { near: page.getByRole('slider', { name: t.near }), far: page.getByRole('slider', { name: t.far }) };
    const numbers = page.locator('.depth-limits span');
    for (const key of ['Home', 'End'] as const) {
      await limits.far.press('End');
      await limits.near.press(key);
      if (key === 'Home') await limits.far.press('Home');
      const [near, far] = await Promise.all([numbers.first().boundingBox(), numbers.last().boundingBox()]);
      expect((near?.x ?? 0) + (near?.width ?? 0)).toBeLessThan(far?.x ?? 0);
    }

    // At the far end both limits can only decrease; in the middle each moves in the direction of the drag.
    const pull = async (from: Locator, px: number) => {
      const { x = 0, y = 0 } = (await from.boundingBox()) ?? {};
      await page.mouse.move(x + 16, y + 20);
      await page.mouse.down();
      await page.mouse.move(x + 16 + px, y + 20, { steps: 4 });
      await page.mouse.up();
    };
    const mm = async (limit: Locator) => Number(await limit.getAttribute('aria-valuenow'));
    const end = await mm(limits.near);
    await pull(limits.far, -200);
    expect(await mm(limits.near)).toBeLessThan(end - 500);
    await pull(limits.far, -600);
    expect((await mm(limits.far)) - (await mm(limits.near))).toBe(20);
    const [near, far] = [await mm(limits.near), await mm(limits.far)];
    await pull(limits.near, 100);
    expect([await mm(limits.near), (await mm(limits.far)) > far + 200]).toEqual([near, true]);

    // The scale is fixed during the drag, and grows afterwards.
    const scaleEnd = async () => Number(await limits.far.getAttribute('aria-valuemax'));
    const [before, bar, handle] = [await scaleEnd(), await page.locator('.depth-scale').boundingBox(), await limits.far.boundingBox()];
    await pull(limits.far, (bar?.x ?? 0) + (bar?.width ?? 0) - (handle?.x ?? 0) - 24);
    expect(await mm(limits.far)).toBeGreaterThan(before * 0.95);
    expect(await scaleEnd()).toBe(before);
    await page.mouse.move(0, 0);
    await eventually(scaleEnd, (end) => end > before);
  });

  story('all of it without a mouse', async ({ open }) => {
    const { path, switchOn } = await camera();
    switchOn();
    const page = await open(path, { as: developer });
    await state(page, t.live);

    await picture(page).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.depth-readout[data-pixel="161,120"]').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.locator('.depth-readout[data-pixel="161,130"]').waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    for (let i = 0; i < 5; i++) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await page.locator('.depth-label').waitFor();
    await page.keyboard.press('c');
    await page.locator('.depth-label').waitFor({ state: 'detached' });
    const far = page.getByRole('slider', { name: t.far });
    const before = Number(await far.getAttribute('aria-valuenow'));
    await far.press('ArrowLeft');
    await far.and(page.locator(`[aria-valuenow="${before - 10}"]`)).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: t.shortcuts }).waitFor();
    // Single-character shortcuts can be disabled, for users of dictation software.
    await page.getByRole('checkbox', { name: t.hasKeys }).press(' ');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('1');
    expect(await page.getByRole('radio', { name: t.distance }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await arrivesAt(page, path.replace('/DC-1/depth', ''));
  });
});

describe('keeping', () => {
  story('a frozen picture stands still, is compared with the live one, and is saved exactly as it was measured', async ({ open }) => {
    const { path, switchOn } = await camera();
    switchOn();
    const page = await open(path, { as: developer });
    await state(page, t.live);

    await page.keyboard.press(' ');
    await state(page, t.frozen);
    const [first, second] = [await saved(page, 'Shift+S'), await saved(page, 'Shift+S')];
    const depths = depthsOfPng(first);
    expect(depthsOfPng(second)).toEqual(depths);
    const pictures = Array.from({ length: 40 }, (_, n) => Buffer.from(scene.render((n * LOOP_MS) / 40).buffer));
    expect(pictures.some((one) => one.equals(Buffer.from(depths.buffer)))).toBe(true);

    await choose(page, t.compareWipe);
    await page.getByRole('slider', { name: t.wipe }).press('ArrowLeft');
    await page.getByRole('slider', { name: t.wipe }).and(page.locator('[aria-valuenow="48"]')).waitFor();
    // The readout is of the picture at the cursor, with the other picture's value beside it.
    for (const [u, side] of [
      [0.2, t.frozenSide],
      [0.8, t.currentSide],
    ] as const) {
      const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('.depth-touch').boundingBox()) ?? {};
      await page.mouse.move(x + width * u, y + height / 2);
      await eventually(async () => {
        const [mm, text] = await readout(page).evaluate((one) => [one.getAttribute('data-mm'), one.textContent ?? '']);
        const [, said = ''] = new RegExp(`${side} ([\\d,]+)`).exec(text) ?? [];
        return said !== '' && Number(said.replace(',', '')) === Math.round(Number(mm));
      });
    }
    await choose(page, t.compareDifference);
    await page.getByText(t.differenceKey(200)).waitFor();

    // The PNG of a comparison shows the comparison.
    const pixels = new Map<string, number[]>();
    for (const [name, how] of [
      [t.compareDifference, 'difference'],
      [t.compareWipe, 'wipe'],
      [t.compareSide, 'side'],
      [t.compareOff, ''],
    ] as const) {
      await choose(page, name);
      const snapshot = await savedBy(page, () => page.keyboard.press('s'));
      expect(snapshot.name).toContain(how ? `DC-1-depth-${how}-2` : 'DC-1-depth-2');
      expect(snapshot.file.readUInt32BE(16)).toBe(how === 'side' ? 648 : 320);
      pixels.set(how, await coloursIn(page, snapshot.file, 240));
    }
    const frozen = pixels.get('') ?? [];
    const isFrozen = (how: string, width: number, from: number, to: number) =>
      (pixels.get(how) ?? []).filter((colour, i) => {
        const x = i % width;
        return x >= from && x < to && colour !== frozen[Math.floor(i / width) * 320 + (x - from)];
      }).length === 0;
    // Left of the edge, at 48 %, is the frozen picture; right of it something has moved, as in the live picture.
    expect([isFrozen('', 320, 0, 320), isFrozen('wipe', 320, 0, 153), isFrozen('side', 648, 0, 320)]).toEqual([true, true, true]);
    expect(pixels.get('difference')).not.toEqual(frozen);
    // The camera's scene is a loop, so the live picture may equal the frozen one; then it is saved again.
    const untilMoved = (name: string, how: string, isSame: () => boolean) =>
      eventually(async () => {
        if (!isSame()) return true;
        await choose(page, name);
        pixels.set(how, await coloursIn(page, (await savedBy(page, () => page.keyboard.press('s'))).file, 240));
        return false;
      });
    await untilMoved(t.compareWipe, 'wipe', () => isFrozen('wipe', 320, 0, 320));
    await untilMoved(t.compareSide, 'side', () => isFrozen('side', 648, 328, 648));
    await page.keyboard.press(' ');
    await state(page, t.live);

    const coloured = await saved(page, 's');
    expect([coloured.readUInt32BE(16), coloured[24]]).toEqual([320, 8]);
  });

  story('a clip is recorded, replayed, saved, and opened again', async ({ open }) => {
    const { path, switchOn } = await camera();
    const device = switchOn();
    const page = await open(path, { as: developer });
    await state(page, t.live);

    await record(page);
    // The recorded clip is not saved yet, so the page asks.
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog', { name: t.loseTitle }).getByRole('button', { name: t.keep }).click();
    const { file } = await savedBy(page, press(page, t.saveClip));
    expect(file.toString('latin1', 0, 4)).toBe('DPCL');
    await page.getByRole('button', { name: t.closeClip }).click();
    await state(page, t.live);

    const openFile = () => openClip(page, file);
    // Opening another clip asks before it replaces an unsaved one.
    await record(page);
    const asked = page.getByRole('alertdialog', { name: t.loseTitle });
    await openFile();
    await asked.getByRole('button', { name: t.keep }).click();
    await openFile();
    await asked.getByRole('button', { name: t.lose }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t.closeClip }).click();
    await state(page, t.live);

    await device.stop();
    await state(page, t['device-offline']);
    await openFile();
    await state(page, t.replaying);
    const time = page.getByRole('slider', { name: t.clipTime });
    await time.fill('0');
    await time.press('ArrowRight');
    expect(Number(await time.inputValue())).toBeGreaterThan(10);
    await time.press('ArrowLeft');
    expect(await time.inputValue()).toBe('0');
    await time.fill('300');
    await page.mouse.move(...(await spot(page, STILL[0])));
    // The readout may still show the previous position.
    await eventually(
      async () => Math.abs(Number(await readout(page).getAttribute('data-mm')) - truth(STILL[0])),
      (off) => off <= 2,
    );

    await openClip(page, Buffer.from('no clip'.repeat(30)), 'cat.dpth');
    await page.getByText(t.notAClip).waitFor();
    await state(page, t.replaying);
  });

  story('a clip is of the device and the time that it was recorded of, on every page, and leaves nothing behind', async ({ open }) => {
    const { appKey, path, switchOn } = await camera();
    switchOn();
    const page = await open(path, { as: developer });
    await state(page, t.live);
    await record(page);
    await page.getByText(t.clipOf('DC-1')).waitFor();
    const { name, file } = await savedBy(page, press(page, t.saveClip));
    const clip = readClip(Uint8Array.from(file), '');
    expect(name).toBe(fileNameOf(ofDevice('DC-1'), 'clip', clip.capturedAt, 'dpth'));
    await page.getByRole('button', { name: t.closeClip }).click();
    await state(page, t.live);

    // Opens the clip on the page of a device that has never sent a picture.
    await server().call(contract.device.create, { params: { appKey }, body: { sn: 'DC-2' } }, developer.token);
    const other = await open(path.replace('DC-1', 'DC-2'), { as: developer });
    const ofPicture = [t.freeze, t.savePng, t.saveRaw, t.savePly].map((name) => other.getByRole('button', { name }));
    const isBare = async () => {
      await other.getByRole('heading', { name: t['device-offline'] }).waitFor();
      for (const button of ofPicture) expect(await button.isDisabled()).toBe(true);
      expect(await picture(other).count()).toBe(0);
    };
    await isBare();
    await openClip(other, file);
    await state(other, t.replaying);
    await other.getByText(t.clipOfOther('DC-1')).waitFor();
    const when = await other.evaluate((ms) => new Intl.DateTimeFormat('zh-CN', { timeStyle: 'medium' }).format(ms), clip.capturedAt / 1000);
    await other.locator('.depth-clip').getByText(when).waitFor();
    await other.getByRole('slider', { name: t.clipTime }).fill('0');
    const [first = new Uint8Array()] = clip.frames;
    const capturedAt = timeText(clip.capturedAt);
    const depth = frameReader()(first) as Frame;
    // The frame that was being decoded when the position changed may still come.
    const savedOfStart = (button: string, isOfStart: (saved: { name: string; file: Buffer }) => boolean) =>
      eventually(() => savedBy(other, press(other, button)), isOfStart);
    const raw = await savedOfStart(t.saveRaw, ({ file }) => file.includes(capturedAt));
    expect(raw.name).toBe(fileNameOf(ofDevice('DC-1'), 'depth-raw', clip.capturedAt, 'png'));
    expect(raw.file.includes('device\0DC-1')).toBe(true);
    expect(depthsOfPng(raw.file)).toEqual(depth.depth);
    const pngName = fileNameOf(ofDevice('DC-1'), 'depth', clip.capturedAt, 'png');
    await savedOfStart(t.savePng, ({ name }) => name === pngName);
    const about = `comment device: DC-1\ncomment captured-at: ${capturedAt}\n`;
    const ply = await savedOfStart(t.savePly, ({ file }) => file.toString('latin1', 0, 300).includes(about));
    expect(ply.name).toBe(fileNameOf(ofDevice('DC-1'), 'cloud', clip.capturedAt, 'ply'));
    expect(await savedBy(other, press(other, t.saveClip))).toEqual({ name, file });
    expect(await barriers(other)).toEqual([]);
    await other.getByRole('button', { name: t.closeClip }).click();
    await isBare();

    // After a clip, the frozen picture is back, still frozen. Older clip files do not name their device.
    await page.keyboard.press(' ');
    await state(page, t.frozen);
    const frozen = await saved(page, 'Shift+S');
    await openClip(page, Buffer.concat(clip.frames), '旧短片.dpth');
    await page.getByText(t.clipOfFile('旧短片')).waitFor();
    const old = await savedBy(page, press(page, t.saveRaw));
    expect([old.name.startsWith('旧短片-depth-raw-'), old.file.includes('device')]).toEqual([true, false]);
    await page.getByRole('button', { name: t.closeClip }).click();
    await state(page, t.frozen);
    expect((await saved(page, 'Shift+S')).equals(frozen)).toBe(true);
    await press(page, t.unfreeze)();
    await state(page, t.live);
    expect((await savedBy(page, press(page, t.saveRaw))).file.includes('device\0DC-1')).toBe(true);
  });
});

describe('states', () => {
  story('offline, live when the device comes, offline when it goes, missing when it is deleted', async ({ open, expectProblem }) => {
    expectProblem(/404|ERR_INTERNET_DISCONNECTED/);
    const { appKey, sn, path, switchOn } = await camera();
    const page = await open(path, { as: developer });
    await page.getByRole('heading', { name: t['device-offline'] }).waitFor();
    await page.getByRole('link', { name: t.whyOffline }).waitFor();

    const device = switchOn();
    await state(page, t.live);
    await page.getByRole('heading', { name: t['device-offline'] }).waitFor({ state: 'detached' });
    // A broken connection is not reported, so the page must detect it.
    await page.context().setOffline(true);
    await state(page, t.lost);
    await page.context().setOffline(false);
    await state(page, t.live);
    await device.stop();
    await state(page, t['device-offline']);

    switchOn();
    await state(page, t.live);
    await server().call(contract.device.remove, { params: { appKey, sn } }, developer.token);
    await page.getByRole('heading', { name: t.missing }).waitFor();
    await page.getByRole('link', { name: t.back }).last().click();
    await arrivesAt(page, `/dashboard/${appKey}/device`);
  });

  story('a device without depth, one that is not there, and one of somebody else', async ({ open, expectProblem }) => {
    expectProblem(/404/);
    const { appKey, path, switchOn } = await camera();
    switchOn(null as never);
    const page = await open(path, { as: developer });
    await page.getByRole('heading', { name: t.unsupported }).waitFor();
    await page.getByRole('button', { name: t.startVirtual }).waitFor();

    const nowhere = await open(`/dashboard/${appKey}/device/NOPE/depth`, { as: developer });
    await nowhere.getByRole('heading', { name: t.missing }).waitFor();
    const stranger = await open(path, { as: await server().signUp('Stranger') });
    await stranger.getByRole('heading', { name: menuTexts['zh-CN'].projectMissing }).waitFor();
  });

  story('a device that is disabled while it is watched says so, and where it is enabled', async ({ open }) => {
    const { appKey, sn, path, switchOn } = await camera();
    switchOn();
    const page = await open(path, { as: developer });
    await state(page, t.live);
    await server().call(contract.device.disableMany, { params: { appKey }, body: { sns: [sn] } }, developer.token);
    await page.getByRole('heading', { name: t.disabled }).waitFor();
    expect(await barriers(page)).toEqual([]);

    await page.getByRole('link', { name: t.toEnable }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^启用/ }).first().waitFor();
  });

  story('too many viewers: said so, and let in when one leaves', async ({ open, served }) => {
    const { appKey, sn, path, switchOn } = await camera();
    switchOn();
    const others: WebSocket[] = [];
    for (let i = 0; i < 5; i++) {
      const { url, ticket } = await server().call(contract.depth.ticket, { params: { appKey, sn }, body: {} }, developer.token);
      const socket = new WebSocket(new URL(url, served.url).href.replace('http', 'ws'), depthProtocols(ticket), { origin: served.url });
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      others.push(socket);
    }
    const page = await open(path, { as: developer });
    await page.getByRole('heading', { name: t.busy }).waitFor();
    for (const socket of others) socket.terminate();
    await page.getByRole('button', { name: t.retry }).click();
    await state(page, t.live);
  });

  story('an offline device is played by a virtual one, from here', async ({ open }) => {
    const { path } = await camera();
    const page = await open(path, { as: developer });
    await page.getByRole('button', { name: t.asVirtual }).click();
    await page.getByRole('button', { name: t.asVirtualDo }).click();
    await state(page, t.live);
    await page.getByRole('button', { name: t.stopVirtual }).waitFor();
  });
});

describe('the page', () => {
  story('leads back to the list of devices as it was left', async ({ open }) => {
    const { path } = await camera();
    const list = path.replace('/DC-1/depth', '?state=inactive');
    const page = await open(list, { as: developer });
    await page.getByRole('button', { name: '查看 DC-1 的详情' }).waitFor();
    await page.evaluate((hash) => location.assign(`#${hash}`), path.replace('/depth', '/config'));
    await page.getByRole('link', { name: configTexts['zh-CN'].depth, exact: true }).click();
    await arrivesAt(page, path);
    await page.reload();
    await page.getByRole('button', { name: t.shortcuts }).click();
    await page.getByRole('dialog').waitFor();
    await pressBack(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await arrivesAt(page, path);
    await page.keyboard.press('Escape');
    await page.waitForURL(({ hash }) => hash === `#${list}`);
    await page.getByRole('button', { name: '查看 DC-1 的详情' }).waitFor();
  });

  story('tells in its text how the stream is doing', async ({ open }) => {
    const { path, switchOn } = await camera();
    switchOn();
    const page = await open(path, { as: developer });
    await state(page, t.live);
    await eventually(
      () => statistic(page, 'shown-fps'),
      (fps) => fps > 5,
    );
    await eventually(
      () => statistic(page, 'bandwidth'),
      (bits) => bits > 0,
    );
    expect(await statistic(page, 'latency-median')).toBeGreaterThanOrEqual(0);

    await page.getByLabel(t.profile).selectOption('native@15');
    await eventually(
      () => statistic(page, 'sensor-fps'),
      (fps) => fps > 11,
    );
  });

  story('a low window leaves the picture its room, and a name that changes in another tab is the watermark’s', async ({ open }) => {
    const { path, switchOn } = await camera();
    switchOn();
    const page = await open(path, { as: developer });
    await state(page, t.live);
    for (const [height, least] of [
      [500, 220],
      [360, 150],
    ] as const) {
      await page.setViewportSize({ width: 400, height });
      expect((await picture(page).boundingBox())?.height).toBeGreaterThan(least);
    }

    const mark = async () =>
      decodeURIComponent(await page.locator('.depth-watermark').evaluate((shown) => getComputedStyle(shown).backgroundImage));
    expect(await mark()).toContain('>Developer<');
    await server().call(contract.account.update, { body: { name: '王小明' } }, developer.token);
    const other = await page.context().newPage();
    await other.goto(new URL('/v1/platform/settings', page.url()).href);
    await other.evaluate(() => localStorage.setItem('name', '王小明'));
    await eventually(mark, (text) => text.includes('>王小明<'));
    await other.close();
    await server().call(contract.account.update, { body: { name: 'Developer' } }, developer.token);
  });

  story('shows the cloud of points, where there is WebGL2', async ({ open }) => {
    const { path, switchOn } = await camera();
    switchOn({ noise: 'stereo' });
    const page = await open(path, { as: developer });
    await state(page, t.live);
    await choose(page, t.cloud);
    const cloud = page.getByRole('application', { name: t.cloud });
    // The focus moves to the scene that is shown.
    const isThere = (scene: Locator) => scene.and(page.locator(':focus')).waitFor();
    await cloud.focus();
    await page.keyboard.press('v');
    await isThere(picture(page));
    await page.keyboard.press('v');
    await isThere(cloud);
    await eventually(
      async () => colouredShare(page, await cloud.screenshot()),
      (share) => share > 0.1,
    );
    // Without a GPU, every second measured pixel of every second row is drawn.
    await page.keyboard.press(' ');
    await state(page, t.frozen);
    await page.getByText(t.cloudCompareHow).waitFor();
    expect(await page.getByRole('radio', { name: t.compareWipe }).count()).toBe(0);
    const depths = depthsOfPng(await saved(page, 'Shift+S'));
    const measured = depths.filter((depth, at) => depth > 0 && (at % 320) % 2 === 0 && Math.floor(at / 320) % 2 === 0).length;
    expect(measured).toBeLessThan(19200);
    await page.locator(`canvas[data-points="${measured}"]`).waitFor();
    await cloud.press('ArrowLeft');
    await cloud.press('+');
    // The PNG has the size of the cloud, plus the footer.
    const { file, name } = await savedBy(page, press(page, t.savePng));
    expect(name).toContain('DC-1-depth-cloud-2');
    const { width = 0, height = 0 } = (await cloud.boundingBox()) ?? {};
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([width, height + 68]);
    expect(await colouredShare(page, file)).toBeGreaterThan(0.1);
    await choose(page, t.picture);
    await picture(page).waitFor();
  });

  story('can be used by everybody, 390 pixels wide', async ({ open }) => {
    const { path, switchOn } = await camera();
    switchOn();
    const page = await open(path, { as: developer, viewport: PHONE, language: 'en-US' });
    const en = depthTexts['en-US'];
    await state(page, en.live);
    expect(await barriers(page)).toEqual([]);
    const beyond = () =>
      page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
    expect(Math.max(...(await beyond()))).toBeLessThanOrEqual(0);
    await page.getByRole('application', { name: en.depthPicture }).click();
    await readout(page).waitFor();
    await page.getByRole('button', { name: en.openPanel }).click();
    await page.getByText(en.bandwidth).scrollIntoViewIfNeeded();
    expect(Math.max(...(await beyond()))).toBeLessThanOrEqual(0);
    expect(await barriers(page)).toEqual([]);

    // The handle can also be dragged.
    const grip = (await page.getByRole('button', { name: en.foldPanel }).boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.move(195, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(195, grip.y + 120, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('button', { name: en.openPanel }).waitFor();

    // A region is drawn with one finger, but not with two.
    await choose(page, en.region);
    const line = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number; id: number }[]) =>
      line.send('Input.dispatchTouchEvent', { type, touchPoints });
    const finger = async (x: number, y: number, id = 0) => {
      const box = (await page.getByRole('application', { name: en.depthPicture }).boundingBox()) ?? { x: 0, y: 0, width: 0 };
      return { x: box.x + (x * box.width) / 320, y: box.y + (y * box.width) / 320, id };
    };
    const width = async () => (await page.locator('.depth-rect').boundingBox())?.width ?? 0;
    await touch('touchStart', await finger(40, 40));
    await touch('touchMove', await finger(160, 120));
    await touch('touchEnd');
    const drawn = await width();
    expect(drawn).toBeGreaterThan(100);
    await touch('touchStart', await finger(200, 60));
    await touch('touchMove', await finger(220, 70));
    await touch('touchStart', await finger(220, 70), await finger(100, 150, 1));
    await touch('touchMove', await finger(280, 40), await finger(40, 200, 1));
    await touch('touchEnd');
    expect(await width()).toBe(drawn);

    // On phones in landscape and desktops zoomed to 200 %, the picture takes most of the height.
    for (const viewport of [
      { width: 844, height: 390 },
      { width: 720, height: 450 },
    ]) {
      await page.setViewportSize(viewport);
      const height = async () => (await page.getByRole('application', { name: en.depthPicture }).boundingBox())?.height ?? 0;
      await eventually(height, (found) => found > viewport.height * 0.6);
      expect(Math.max(...(await beyond()))).toBeLessThanOrEqual(0);
      expect(await barriers(page)).toEqual([]);
    }
  });
});

/** The share of a picture's pixels that are coloured, not grey. */
async function colouredShare(page: Page, png: Buffer): Promise<number> {
  const image = png.toString('base64');
  return page.evaluate(async (base64) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${base64}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    const { data = new Uint8ClampedArray(4) } = context?.getImageData(0, 0, picture.width, picture.height) ?? {};
    let coloured = 0;
    for (let i = 0; i < data.length; i += 4) if (Math.max(...data.slice(i, i + 3)) - Math.min(...data.slice(i, i + 3)) > 60) coloured++;
    return coloured / (data.length / 4);
  }, image);
}

/** Decodes a 16-bit greyscale PNG with the filter Up. */
function depthsOfPng(file: Buffer): Uint16Array {
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const [rows, width, height] = [inflateSync(Buffer.concat(data)), file.readUInt32BE(16), file.readUInt32BE(20)];
  const stride = 1 + 2 * width;
  for (let i = stride; i < rows.length; i++) if (i % stride) rows[i] = ((rows[i] ?? 0) + (rows[i - stride] ?? 0)) & 255;
  return Uint16Array.from({ length: width * height }, (_, i) => rows.readUInt16BE(Math.floor(i / width) * stride + 1 + 2 * (i % width)));
}
