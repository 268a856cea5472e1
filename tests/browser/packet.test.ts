import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { contract } from '../../contract';
import { UPLOAD_PATH } from '../../contract/packet';
import { packetTexts } from '../../src/locales/packet';
import { requestTexts } from '../../src/locales/request';
import { userTexts } from '../../src/locales/user';
import { virtualTexts } from '../../src/locales/virtual';
import { barriers, PHONE } from '../support/chromium';
import { eventually } from '../support/eventually';
import { PASSWORD, type SignedIn } from '../support/served';
import { stage } from '../support/stage';

// Hashing hundreds of megabytes needs optimized code.
const { story, server } = stage({}, []);
const t = packetTexts['zh-CN'];

/** UPLOAD_MB=1024 tests the size that is required; the default is faster. */
const SIZE_BYTES = Number(process.env.UPLOAD_MB ?? 256) * (1 << 20);
/** Slow enough to interrupt the upload in the middle. */
const BYTES_A_SECOND = SIZE_BYTES / 6;

let admin: SignedIn;
let folder: string;

beforeAll(async () => {
  admin = await server().signUp('Admin');
  folder = mkdtempSync(join(tmpdir(), 'iot-base-upload-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Creates an incompressible file. @returns its path and SHA-256 */
async function newFile(name: string, size: number) {
  const path = join(folder, name);
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1 << 20);
  for (let at = 0; at < size; at += piece.length) {
    piece.fill(createHash('sha512').update(`${name} ${at}`).digest());
    hash.update(piece.subarray(0, size - at));
    await file.write(piece.subarray(0, size - at));
  }
  await file.close();
  return { path, sha256: hash.digest('hex') };
}

async function slowly(page: Page, bytesASecond: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesASecond,
  });
}

async function upload(page: Page, path: string, version: string) {
  await page.getByRole('button', { name: t.upload }).first().click();
  await page.getByLabel(t.file, { exact: true }).setInputFiles(path);
  await page.getByLabel(t.name, { exact: true }).fill('camera');
  await page.getByLabel(t.version, { exact: true }).fill(version);
  await page.getByRole('button', { name: t.start }).click();
}

/** The platform's folder of unfinished uploads. */
const begun = () => join(server().dataDir, 'packets/uploads');

/** The size of the upload on the platform's disk. */
async function received(): Promise<number> {
  const [name = ''] = (await readdir(begun())).filter((one) => !one.endsWith('.json'));
  // Between the two calls the upload may be cancelled or become a packet.
  const found = name && (await stat(join(begun(), name)).catch(() => undefined));
  return found ? found.size : 0;
}

/** The size once it is stable, because data may be written after the page has closed. */
async function written(): Promise<number> {
  let before = -1;
  return eventually(
    async () => {
      await new Promise((passed) => setTimeout(passed, 300));
      const bytes = await received();
      const isSame = bytes === before;
      before = bytes;
      return isSame ? bytes : -1;
    },
    (bytes) => bytes >= 0,
  );
}

/** Uploads a version from another client; fails silently if it exists. */
async function theirs(version: string) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ name: 'camera', version })) body.append(name, value);
  body.append('file', new Blob(['theirs']), 'theirs.bin');
  await fetch(`${server().url}/v1/platform/packet`, { method: 'PUT', headers: { authorization: `Bearer ${admin.token}` }, body });
}

const packets = async () => (await server().call(contract.packet.list, { query: {} }, admin.token)).list;

story(
  'an upload goes on where it was when the platform is killed in the middle and comes back',
  async ({ open, expectProblem }) => {
    const { path, sha256 } = await newFile('camera-2.0.0.bin', SIZE_BYTES);
    // Requests fail while the platform is stopped.
    expectProblem(/net::ERR_/);
    const page = await open('/packet', { as: admin });
    const offsets = offsetsOf(page);
    await slowly(page, BYTES_A_SECOND);
    await upload(page, path, '2.0.0');
    await eventually(received, (bytes) => bytes > SIZE_BYTES * 0.4, 90_000);

    await server().restart();

    const before = await received();
    await page.getByText(t.done).waitFor({ timeout: 120_000 });
    const [one] = await packets();
    expect(one).toMatchObject({ name: 'camera', version: '2.0.0', size: SIZE_BYTES, sha256 });
    // The upload resumes from the data on disk, not from the beginning.
    expect(offsets[0]).toBeGreaterThan(SIZE_BYTES * 0.4);
    expect(offsets[0]).toBeLessThanOrEqual(before);
    expect(await received()).toBe(0);
  },
  240_000,
);

story('an upload goes on after a reload, with the file chosen again; on other pages it is in the corner', async ({ open }) => {
  const { path, sha256 } = await newFile('camera-2.1.0.bin', 24 << 20);
  const page = await open('/packet', { as: admin });
  const offsets = offsetsOf(page);
  await slowly(page, 4 << 20);
  await upload(page, path, '2.1.0');
  await eventually(received, (bytes) => bytes > 4 << 20);
  await goTo(page, '/dashboard/project');
  await page.getByRole('region', { name: t.uploads }).getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: t.actOn(t.pause, 'camera 2.1.0') }).click();
  await page.getByText(t.paused).waitFor();

  await page.reload();
  await goTo(page, '/packet');
  await page.getByText(t.left).waitFor();
  const before = await written();
  // Choosing another file by mistake is refused, and keeps the sent part.
  const other = await newFile('other.bin', 24 << 20);
  await page.getByLabel(t.chooseAgain, { exact: true }).setInputFiles(other.path);
  await page.getByText(t.otherFile).waitFor();
  expect(Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeLessThan(100);
  await page.getByLabel(t.chooseAgain, { exact: true }).setInputFiles(path);

  await page.getByText(t.done).waitFor();
  expect((await packets())[0]).toMatchObject({ version: '2.1.0', sha256 });
  expect(offsets).toEqual([before]);
});

story('an upload of another tab is told as that, cannot be given up here, and is left only when its tab is gone', async ({ open }) => {
  // Uploaded in 48 s, so that it does not end before the second tab has seen it, also on a slow machine.
  const { path } = await newFile('camera-2.1.1.bin', 96 << 20);
  const first = await open('/packet', { as: admin, before: byPlainHttp });
  await slowly(first, 2 << 20);
  await upload(first, path, '2.1.1');
  await eventually(received, (bytes) => bytes > 2 << 20);

  const second = await first.context().newPage();
  await second.goto(first.url());
  const row = second.getByRole('region', { name: t.uploads }).getByRole('listitem').filter({ hasText: 'camera 2.1.1' });
  await row.getByText(t.elsewhere).waitFor();
  // The upload continues in the first tab, and this one shows its progress.
  const percent = async () => Number(await row.getByRole('progressbar').getAttribute('aria-valuenow'));
  const before = await percent();
  await eventually(percent, (now) => now > before + 10);
  expect(await row.getByText(t.elsewhere).count()).toBe(1);
  expect(await row.getByRole('button').count()).toBe(0);
  expect(await barriers(second)).toEqual([]);

  // The first tab is closed.
  await first.close();
  await second.getByText(t.left).waitFor();
  const third = await second.context().newPage();
  await third.goto(second.url());
  await third.getByText(t.left).waitFor();
  await third.getByLabel(t.chooseAgain, { exact: true }).setInputFiles(path);
  await third.getByText(t.done).waitFor();
  // When the upload has ended, its row disappears, and the packet is listed.
  await second.getByRole('region', { name: t.uploads }).waitFor({ state: 'detached' });
  await second.getByText(t.left).waitFor({ state: 'detached' });
  await second.getByRole('row').filter({ hasText: '2.1.1' }).waitFor();
  await server().call(contract.packet.remove, { params: { id: (await packets())[0]?.id ?? 0 } }, admin.token);
});

story('an upload that ends while one is elsewhere is told beside the page, and leaves by itself', async ({ open }) => {
  const { path } = await newFile('camera-2.0.4.bin', 8 << 20);
  const page = await open('/packet', { as: admin });
  await slowly(page, 1 << 20);
  await upload(page, path, '2.0.4');
  await eventually(received, (bytes) => bytes > 0);
  await goTo(page, '/dashboard/project');

  const told = page.getByRole('region', { name: t.uploadsDone });
  await told.waitFor();
  const { x = 0, width = 0 } = (await told.boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual((await page.getByRole('main').boundingBox())?.x ?? 0);
  expect(await barriers(page)).toEqual([]);
  await told.waitFor({ state: 'detached' });
  await server().call(contract.packet.remove, { params: { id: (await packets())[0]?.id ?? 0 } }, admin.token);
});

story('an upload and several virtual devices stand above one another', async ({ open }) => {
  const { path } = await newFile('camera-2.0.6.bin', 8 << 20);
  const { appKey } = await server().call(contract.application.create, { body: { name: '仓储', categoryId: 1 } }, admin.token);
  const page = await open('/packet', { as: admin });
  await slowly(page, 1 << 20);
  // Pauses the upload before the page has received its URL.
  const pause = page.getByRole('button', { name: t.actOn(t.pause, 'camera 2.0.6') });
  await page.route(`**${UPLOAD_PATH}`, async (route) => {
    const response = await route.fetch();
    await pause.click();
    await route.fulfill({ response });
  });
  await upload(page, path, '2.0.6');
  await page.getByText(t.paused).waitFor();
  await goTo(page, `/dashboard/${appKey}/device`);
  const devices = page.locator('.virtual-pill');
  for (let n = 1; n <= 4; n += 1) {
    await page.getByRole('button', { name: virtualTexts['zh-CN'].start }).click();
    await devices.nth(n - 1).waitFor();
    const dock = await page.locator('.upload-dock').boundingBox();
    const below = await page.locator('.virtual-devices').boundingBox();
    expect((dock?.y ?? 0) + (dock?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 12);
  }
  // An unfolded device is too high to fit below the uploads, so it is beside them.
  await devices.first().getByRole('button').click();
  const [dock, unfolded] = await Promise.all(
    ['.upload-dock', '.virtual-card:not(.virtual-pill)'].map((one) => page.locator(one).boundingBox()),
  );
  expect((dock?.x ?? 0) + (dock?.width ?? 0)).toBeLessThanOrEqual(unfolded?.x ?? 0);
  await page.getByRole('button', { name: t.actOn(t.resume, 'camera 2.0.6') }).click();
  await page.getByRole('region', { name: t.uploadsDone }).waitFor();
  // Resuming created no second upload.
  expect(await readdir(begun())).toEqual([]);
  await server().call(contract.packet.remove, { params: { id: (await packets())[0]?.id ?? 0 } }, admin.token);
});

story('an upload whose session is over is paused, and goes on where it was after signing in', async ({ open, expectProblem }) => {
  const { path, sha256 } = await newFile('camera-2.0.5.bin', 24 << 20);
  const credentials = { email: admin.user.email, password: PASSWORD };
  const visitor = await server().call(contract.account.login, { body: credentials });
  expectProblem(/status of 401/);
  const page = await open('/packet', { as: visitor });
  await slowly(page, 4 << 20);
  await upload(page, path, '2.0.5');
  await eventually(received, (bytes) => bytes > 4 << 20);
  await page.getByRole('button', { name: t.actOn(t.pause, 'camera 2.0.5') }).click();
  const before = await received();

  await server().call(contract.account.logout, {}, visitor.token);
  await page.getByRole('button', { name: t.actOn(t.resume, 'camera 2.0.5') }).click();
  await page.getByText(requestTexts['zh-CN'].sessionOver).waitFor();
  await page.getByLabel(userTexts['zh-CN'].email, { exact: true }).fill(credentials.email);
  await page.getByLabel(userTexts['zh-CN'].password, { exact: true }).fill(credentials.password);
  const offsets = offsetsOf(page);
  await page.keyboard.press('Enter');

  await page.getByText(t.done).waitFor();
  expect(await page.getByText(requestTexts['zh-CN'].sessionOver).count()).toBe(0);
  expect((await packets())[0]).toMatchObject({ version: '2.0.5', sha256 });
  expect(offsets[0]).toBeGreaterThanOrEqual(before);
  await server().call(contract.packet.remove, { params: { id: (await packets())[0]?.id ?? 0 } }, admin.token);
});

story('an upload does not begin again because a proxy answers for a platform that is away', async ({ open, expectProblem }) => {
  const { path, sha256 } = await newFile('camera-2.0.6.bin', 24 << 20);
  expectProblem(/status of 502/);
  const page = await open('/packet', { as: admin });
  const offsets = offsetsOf(page);
  await slowly(page, 4 << 20);
  await upload(page, path, '2.0.6');
  await eventually(received, (bytes) => bytes > 4 << 20);
  const focused = (does: string) => page.getByRole('button', { name: t.actOn(does, 'camera 2.0.6') }).and(page.locator(':focus'));
  await page.getByRole('button', { name: t.actOn(t.pause, 'camera 2.0.6') }).focus();
  await page.keyboard.press('Enter');
  await focused(t.resume).waitFor();
  const before = await received();

  await page.route(`**${UPLOAD_PATH}/*`, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }), { times: 2 });
  await page.keyboard.press('Enter');

  await page.getByText(t.done).waitFor();
  expect(offsets[0]).toBeGreaterThanOrEqual(before);
  const [made] = await packets();
  expect(made).toMatchObject({ version: '2.0.6', sha256 });
  await server().call(contract.packet.remove, { params: { id: made?.id ?? 0 } }, admin.token);
});

story('an upload is done when its last byte is, also where the line breaks before that is known', async ({ open, expectProblem }) => {
  const { path } = await newFile('camera-2.0.8.bin', 1 << 20);
  expectProblem(/net::ERR_/);
  const page = await open('/packet', { as: admin });
  let isSent = false;
  let lost = 0;
  page.on('response', (response) => {
    isSent ||= response.request().method() === 'PATCH';
  });
  await page.route('**/packet/check?**', (route) => (isSent && lost++ < 2 ? route.abort('connectionreset') : route.fallback()));
  await upload(page, path, '2.0.8');

  await page.getByText(t.done).waitFor();
  expect(lost).toBe(3);
  await server().call(contract.packet.remove, { params: { id: (await packets())[0]?.id ?? 0 } }, admin.token);
});

story('a small one goes in one piece, and goes on by itself where the line broke', async ({ open, expectProblem }) => {
  const { path, sha256 } = await newFile('camera-2.0.7.bin', 200_000);
  expectProblem(/net::ERR_/);
  const page = await open('/packet', { as: admin });
  let puts = 0;
  await page.route('**/v1/platform/packet', (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    puts++;
    return route.abort('connectionreset');
  });
  await upload(page, path, '2.0.7');

  await page.getByText(t.done).waitFor();
  const [made] = await packets();
  expect(made).toMatchObject({ version: '2.0.7', sha256 });
  expect(puts).toBe(1);
  await server().call(contract.packet.remove, { params: { id: made?.id ?? 0 } }, admin.token);
});

story(
  'an upload goes through where the page comes by plain HTTP, too; its version deleted, it is not told of any more',
  async ({ open }) => {
    const { path } = await newFile('camera-2.1.2.bin', 1 << 20);
    const page = await open('/packet', { as: admin, before: byPlainHttp });
    await upload(page, path, '2.1.2');
    await page.getByText(t.done).waitFor();

    // When the packet is deleted, the row of its finished upload disappears, too.
    await page.getByRole('button', { name: t.menuOf('camera 2.1.2') }).click();
    await page.getByRole('menuitem', { name: t.remove }).click();
    await page
      .getByRole('dialog', { name: t.removeTitle('camera 2.1.2') })
      .getByRole('button', { name: t.remove })
      .click();
    await page.getByText(t.done).waitFor({ state: 'detached' });
    expect((await packets()).map(({ version }) => version)).not.toContain('2.1.2');
  },
);

story('what is there already is noticed before it is sent; what is cancelled leaves nothing', async ({ open }) => {
  const { path } = await newFile('camera-2.1.0.bin', 24 << 20);
  const page = await open('/packet', { as: admin });
  await page.getByRole('button', { name: t.upload }).first().click();
  // The version is taken from the file name.
  await page.getByLabel(t.file, { exact: true }).setInputFiles(path);
  await page.getByText(t.taken).waitFor();
  await page.getByLabel(t.version, { exact: true }).fill('2.2.0');
  await page.getByText(t.taken).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: t.start }).click();
  await page.getByText(t.same('camera 2.1.0')).waitFor();
  await slowly(page, 2 << 20);
  await page.getByRole('button', { name: t.sendAnyway }).click();
  await eventually(received, (bytes) => bytes > 0);

  await page.locator('[role=progressbar]:not([aria-valuenow="0"])').waitFor();
  const cancel = page.getByRole('button', { name: t.actOn(t.cancelUpload, 'camera 2.2.0') });
  const question = page.getByRole('dialog', { name: t.cancelTitle('camera 2.2.0') });
  await cancel.click();
  await question.getByRole('button', { name: t.goOn }).click();
  await question.waitFor({ state: 'detached' });
  await cancel.click();
  await question.getByRole('button', { name: t.cancelDo }).click();

  await eventually(received, (bytes) => bytes === 0);
  expect((await packets()).map(({ version }) => version)).toEqual(['2.1.0', '2.0.0']);
});

story('a version that somebody else was faster with goes as another, with its file and what was typed', async ({ open, expectProblem }) => {
  expectProblem(/409/);
  const { path, sha256 } = await newFile('camera-2.3.0.bin', 2000);
  const page = await open('/packet', { as: admin });
  await page.route('**/v1/platform/packet', async (route) => {
    if (route.request().method() === 'PUT') await theirs('2.3.0');
    await route.continue();
  });
  await upload(page, path, '2.3.0');
  await page.getByRole('link', { name: t.asAnother }).click();

  const version = page.getByLabel(t.version, { exact: true });
  expect(await version.inputValue()).toBe('2.3.0');
  await page.getByText('camera-2.3.0.bin').first().waitFor();
  await version.fill('2.3.1');
  await page.getByRole('button', { name: t.start }).click();
  await page.getByText(t.done).waitFor();
  expect((await packets()).find((packet) => packet.version === '2.3.1')).toMatchObject({ name: 'camera', sha256 });
  expect(new URL(page.url()).hash).toBe('#/packet');
});

story('a version opens by a click anywhere on its row, but for what else can be done there', async ({ open }) => {
  const page = await open('/packet?keyword=2.1', { as: admin });
  const row = page.getByRole('row').filter({ hasText: '2.1.0' });
  await row.getByRole('button', { name: t.menuOf('camera 2.1.0') }).click();
  await page.getByRole('menuitem', { name: t.remove }).click();
  await page
    .getByRole('dialog', { name: t.removeTitle('camera 2.1.0') })
    .getByRole('button', { name: t.cancel })
    .click();
  expect(page.url()).not.toContain('packet=');

  await row.getByRole('cell', { name: '0', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'camera 2.1.0' }).getByText(t.checksum).waitFor();
});

story('what a version brings is written later, and what another admin wrote meanwhile is not lost unseen', async ({ open }) => {
  const page = await open('/packet?keyword=2.1', { as: admin });
  await page
    .getByRole('button', { name: /camera 2\.1\.0/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: 'camera 2.1.0' });
  const dialog = page.getByRole('dialog', { name: t.describeTitle('camera 2.1.0') });
  const field = dialog.getByRole('textbox', { name: t.description });
  await drawer.getByRole('button', { name: t.describe }).click();
  await field.fill('- 修复**夜间丢帧**');
  const { id } = (await packets()).find(({ version }) => version === '2.1.0') ?? { id: 0 };
  await server().call(contract.packet.update, { params: { id }, body: { description: '另一位写的' } }, admin.token);
  await dialog.getByRole('button', { name: t.save }).click();
  await dialog.getByText('刚刚在别处改为“另一位写的”').waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: t.save }).click();

  await dialog.waitFor({ state: 'detached' });
  await drawer.locator('strong').filter({ hasText: '夜间丢帧' }).waitFor();
  await drawer.getByRole('button', { name: t.describe }).and(page.locator(':focus')).waitFor();
});

story('a version is found, read and deleted, on a phone too', async ({ open }) => {
  const page = await open('/packet?keyword=2.1', { as: admin, viewport: PHONE });
  await page
    .getByRole('button', { name: /camera 2\.1\.0/ })
    .first()
    .click();
  await page.getByText(t.checksum).waitFor();
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('dialog').getByRole('button', { name: t.remove }).click();
  await page
    .getByRole('dialog', { name: t.removeTitle('camera 2.1.0') })
    .getByRole('button', { name: t.remove })
    .click();

  await page.getByText(t.nothingTitle).waitFor();
  expect((await packets()).map(({ version }) => version)).toEqual(['2.3.1', '2.3.0', '2.0.0']);
});

/** Removes the APIs that browsers do not provide on plain http, in all tabs. */
const byPlainHttp = (page: Page) =>
  page.context().addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  });

/** Navigates without reloading the console, as the menu does. */
const goTo = (page: Page, path: string) => page.evaluate((hash) => location.assign(`#${hash}`), path);

/** Collects the offsets from which uploads were resumed, as answered by the platform. */
function offsetsOf(page: Page): number[] {
  const offsets: number[] = [];
  page.on('response', (reply) => {
    if (reply.request().method() === 'HEAD' && reply.ok()) offsets.push(Number(reply.headers()['upload-offset']));
  });
  return offsets;
}
