import { deflateRawSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { contract } from '../../contract';
import { startDevice, type VirtualDevice } from '../../device-kit/device';
import { deviceTexts } from '../../src/locales/device';
import { configTexts } from '../../src/locales/device-config';
import { depthTexts } from '../../src/locales/device-depth';
import { frameTexts } from '../../src/locales/frame';
import { menuTexts } from '../../src/locales/menu';
import { packetTexts } from '../../src/locales/packet';
import { projectTexts } from '../../src/locales/project';
import { recordTexts } from '../../src/locales/record';
import { upgradeTexts } from '../../src/locales/upgrade';
import { userTexts } from '../../src/locales/user';
import { virtualTexts } from '../../src/locales/virtual';
import { webhookTexts } from '../../src/locales/webhook';
import { barriers } from '../support/chromium';
import { startReceiver } from '../support/receiver';
import { PASSWORD, type SignedIn } from '../support/served';
import { stage } from '../support/stage';
import { arrivesAt } from '../support/where';

// The five main flows by keyboard only. After each action, an element must have the focus, and it must be visible.

const { story, server } = stage();
const user = userTexts['zh-CN'];
const project = projectTexts['zh-CN'];
const device = deviceTexts['zh-CN'];
const frame = frameTexts['zh-CN'];
const callback = webhookTexts['zh-CN'];
const record = recordTexts['zh-CN'];
const config = configTexts['zh-CN'];
const menu = menuTexts['zh-CN'];
const packet = packetTexts['zh-CN'];
const upgrade = upgradeTexts['zh-CN'];
const depth = depthTexts['zh-CN'];
const virtual = virtualTexts['zh-CN'];

let admin: SignedIn;
const kits: VirtualDevice[] = [];

beforeAll(async () => {
  admin = await server().signUp('Admin');
});
afterEach(() => Promise.all(kits.splice(0).map((kit) => kit.stop())));

/** More Tab stops than on any page between two controls of a flow. */
const FARTHEST = 80;

const focused = (page: Page) => page.locator(':focus');
const has = (page: Page, target: Locator) => target.and(focused(page)).waitFor();
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page | Locator, name: string) => page.getByLabel(name, { exact: true });

/** Presses a key until the target has the focus. */
async function goTo(page: Page, target: Locator, key = 'Tab') {
  await target.first().waitFor();
  for (let pressed = 0; pressed < FARTHEST; pressed++) {
    if ((await target.and(focused(page)).count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${FARTHEST} times ${key}, and the focus was never at ${target}`);
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await goTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string) {
  await goTo(page, target);
  await page.keyboard.type(text);
}

/** Opens a menu, moves down to an entry and activates it. */
async function choose(page: Page, menu: Locator, entry: string) {
  await press(page, menu);
  await has(page, page.getByRole('menuitem'));
  const wanted = page.getByRole('menuitem', { name: entry, exact: true });
  while ((await wanted.and(focused(page)).count()) === 0) {
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('ArrowDown');
    // The menu moves the focus in the next frame.
    await page.waitForFunction((one) => document.activeElement !== one, before);
  }
  await page.keyboard.press('Enter');
}

/** Waits until no dialog is open and the focus is at `to`. */
async function isBack(page: Page, to: Locator) {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await has(page, to);
}

async function newProject(name: string) {
  const { appKey } = await server().call(contract.application.create, { body: { name, categoryId: 1 } }, admin.token);
  return { appKey, home: `/dashboard/${appKey}` };
}

const addDevice = (appKey: string, sn: string) => server().call(contract.device.create, { params: { appKey }, body: { sn } }, admin.token);

story('register, sign in, make a project, and enter it', async ({ open }) => {
  const page = await open('/user/register');
  await has(page, field(page, user.email));
  await page.keyboard.type('lan@example.com');
  await type(page, field(page, user.password), PASSWORD);
  await press(page, page.getByRole('checkbox'), 'Space');
  await press(page, button(page, user.agreement));
  await has(page, page.getByRole('dialog').getByRole('button'));
  await page.keyboard.press('Escape');
  await isBack(page, button(page, user.agreement));
  await press(page, button(page, user.register));
  await press(page, page.getByRole('link', { name: user.loginNow }));
  // The email is filled in already, so the password has the focus.
  await has(page, field(page, user.password));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  // A new page focuses its content; the skip link is the next stop after the end.
  await has(page, page.getByRole('main'));
  await press(page, button(page, frame.toContent));
  await has(page, page.getByRole('main'));
  await press(page, button(page, project.create));
  await has(page, field(page, project.name));
  await page.keyboard.press('Escape');
  await isBack(page, button(page, project.create));
  await page.keyboard.press('Enter');
  await has(page, field(page, project.name));
  await page.keyboard.type('气象站');
  await page.keyboard.press('Enter');
  await press(page, button(page, project.kept));
  await isBack(page, page.getByRole('main'));

  const more = button(page, project.menuOf('气象站'));
  await choose(page, more, project.edit);
  await has(page, field(page, project.name));
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await isBack(page, more);
  await goTo(page, page.getByRole('link', { name: '气象站' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: device.emptyTitle }).waitFor();
  await has(page, page.getByRole('main'));
});

story('go to another project, look into the account menu and come back from it, sign out', async ({ open }) => {
  const somebody = await server().signUp('Developer');
  const [one, other] = await Promise.all(
    ['一号库', '二号库'].map((name) =>
      server()
        .call(contract.application.create, { body: { name, categoryId: 1 } }, somebody.token)
        .then(({ appKey }) => appKey),
    ),
  );
  const page = await open(`/dashboard/${one}/device`, { as: somebody });
  await choose(page, page.getByRole('button', { name: new RegExp(menu.switchProject) }), '二号库');
  await arrivesAt(page, `/dashboard/${other}/device`);

  const account = page.getByRole('button', { name: new RegExp(menu.account) });
  await goTo(page, account, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await has(page, page.getByRole('menuitem'));
  await page.keyboard.press('Escape');
  await has(page, account);
  await choose(page, account, menu.logout);
  await arrivesAt(page, '/user/login');
});

story('a menu begins at its first entry, also when it is opened again while it still closes', async ({ open }) => {
  const page = await open('/dashboard', { as: admin, before: (page) => page.emulateMedia({ reducedMotion: 'no-preference' }) });
  const account = page.getByRole('button', { name: new RegExp(menu.account) });
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await press(page, account);
  await has(page, entry(menu.accountCenter));
  await page.keyboard.press('ArrowUp');
  await has(page, entry(menu.logout));
  await page.keyboard.press('Escape');
  await has(page, account);
  await page.keyboard.press('Enter');
  await has(page, entry(menu.accountCenter));
});

story('add a device, find it, look into it, disable it and take that back, delete it', async ({ open }) => {
  const { appKey, home } = await newProject('仓储');
  await addDevice(appKey, 'CAM-1');
  const page = await open(`${home}/device`, { as: admin });
  const add = button(page, device.add);
  await press(page, add);
  await has(page, field(page, device.sn));
  await page.keyboard.type('CAM-2');
  await page.keyboard.press('Enter');
  await press(page, button(page, device.kept));
  await isBack(page, add);

  // The list of columns follows its button in the tab order, and closes with Escape.
  await goTo(page, button(page, device.columns), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await goTo(page, page.getByRole('checkbox', { name: device.name, exact: true }));
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await has(page, button(page, device.columns));

  await goTo(page, field(page, device.search), 'Shift+Tab');
  await page.keyboard.type('CAM-2');
  await page.keyboard.press('Enter');
  await page.getByText('CAM-1').waitFor({ state: 'detached' });
  await has(page, field(page, device.search));
  const details = button(page, device.openDetails('CAM-2'));
  await press(page, details);
  await goTo(page, button(page.getByRole('dialog'), device.edit));
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await isBack(page, details);

  const menu = button(page, device.menuOf('CAM-2'));
  await press(page, menu);
  await has(page, page.getByRole('menuitem', { name: device.details, exact: true }));
  await page.keyboard.press('Escape');
  await has(page, menu);
  await choose(page, menu, device.disable);
  await has(page, button(page.getByRole('dialog'), device.cancel));
  await press(page, button(page.getByRole('dialog'), device.disable));
  await isBack(page, menu);
  await page.getByRole('row').filter({ hasText: device.disabled }).waitFor();
  await choose(page, menu, device.enable);
  await page.getByRole('row').filter({ hasText: device.inactive }).waitFor();
  await has(page, menu);
  await choose(page, menu, device.remove);
  await press(page, button(page.getByRole('dialog'), device.remove));
  await page.getByText(device.nothingTitle).waitFor();
  // The row with the focus was removed, so an element of the page gets the focus.
  await isBack(page, page.getByRole('main').locator(':focus'));

  await goTo(page, button(page, virtual.start), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('region', { name: new RegExp(`^${virtual.name} `) }).getByRole('button'));
  await goTo(page, button(page, virtual.sendEvent));
});

story('set a callback, keep its secret, test it, find the record and send it again', async ({ open }) => {
  const receiver = await startReceiver();
  const { home } = await newProject('回调');
  const page = await open(`${home}/consumer`, { as: admin });
  await type(page, field(page, callback.url), receiver.url);
  await press(page, button(page, callback.create));
  await press(page, button(page, callback.kept));
  await isBack(page, page.locator('[data-keeps-focus]'));
  await press(page, button(page, callback.test));
  await page
    .getByRole('status')
    .filter({ hasText: /成功：200/ })
    .waitFor();
  await has(page, button(page, callback.test));
  expect(await barriers(page)).toEqual([]);
  // Enter in a field saves.
  await type(page, field(page, callback.url), `${receiver.url}?by=enter`);
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: callback.saved }).waitFor();

  await press(page, page.getByRole('link', { name: callback.toRecords }));
  await arrivesAt(page, `${home}/call-record`);
  const row = page
    .getByRole('row')
    .filter({ hasText: 'ping' })
    .getByRole('button', { name: record.open('msg') });
  await press(page, row);
  await press(page, button(page.getByRole('dialog'), record.resend));
  await page.getByRole('status').filter({ hasText: record.resent }).waitFor();
  await receiver.until(2);
  await page.keyboard.press('Escape');
  await isBack(page, row);
  await receiver.close();
});

story('change a setting of a device, see what changes, save it, and go back to the version before', async ({ open }) => {
  const { appKey, home } = await newProject('配置');
  await addDevice(appKey, 'CAM-1');
  const page = await open(`${home}/device/CAM-1/config`, { as: admin });
  const rate = page.getByRole('spinbutton', { name: '帧率', exact: true }).first();
  const note = field(page, config.note);
  for (const [key, reason] of [
    ['ArrowUp', '首次安装'],
    ['ArrowDown', '改回来'],
  ] as const) {
    await goTo(page, rate);
    await page.keyboard.press(key);
    await press(page, button(page, config.save));
    await has(page, note);
    await page.getByRole('dialog').getByText('深度流 › 帧率').waitFor();
    await page.keyboard.type(reason);
    await page.keyboard.press('Enter');
    // Another Enter must not activate anything.
    await isBack(page, page.getByRole('region', { name: config.verdict }));
    await page.keyboard.press('Enter');
  }

  // A selected value can be reset in the select itself.
  await goTo(page, page.getByRole('combobox', { name: '级别', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'attached' });
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await page.getByText(config.byDefault('信息'), { exact: true }).waitFor();
  await page.keyboard.press('Tab');
  await press(page, button(page, config.discard));
  await page.getByText(config.byDefault('信息'), { exact: true }).waitFor({ state: 'detached' });

  await goTo(page, button(page, config.history), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const back = button(page, config.rollBackTo(1));
  await press(page, back);
  const confirm = page.getByRole('dialog', { name: config.rollBackTitle(1) });
  await press(page, button(confirm, config.rollBack));
  await page
    .getByRole('status')
    .filter({ hasText: config.rolledBack(1, 3) })
    .waitFor();
  await confirm.waitFor({ state: 'detached' });
  // The current configuration equals version 1, so its rollback button is gone, and the focus stays in the history.
  await back.waitFor({ state: 'detached' });
  await has(page, page.getByRole('dialog', { name: config.history }).locator(':focus'));
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await isBack(page, button(page, config.history));

  // A link as the first item of a menu can be activated, too.
  await press(page, button(page, config.more));
  await has(page, page.getByRole('menuitem', { name: config.details }));
  await page.keyboard.press('Enter');
  await arrivesAt(page, `${home}/device`);
  await page.getByRole('dialog', { name: 'CAM-1' }).waitFor();
});

story('publish a version, and upgrade the devices to it', async ({ open }) => {
  const { appKey, home } = await newProject('升级');
  await addDevice(appKey, 'CAM-1');
  const page = await open('/packet', { as: admin });
  const upload = button(page, packet.upload);
  await press(page, upload);
  // The system's file dialog cannot be tested.
  await goTo(page, page.getByRole('button', { name: packet.drop }));
  await page
    .getByLabel(packet.file, { exact: true })
    .setInputFiles({ name: 'camera-2.0.0.bin', mimeType: '', buffer: Buffer.alloc(9000, 1) });
  await goTo(page, field(page, packet.version));
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText(packet.done).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await has(page, page.getByRole('main').locator(':focus').or(page.getByRole('main')));

  await page.goto(`${server().url}/#${home}/device`);
  await press(page, button(page, upgrade.title));
  await press(page, button(page.getByRole('dialog'), upgrade.create).first());
  const dialog = page.getByRole('dialog', { name: upgrade.dialogTitle });
  await has(page, dialog.getByRole('combobox', { name: upgrade.packet }));
  await page.keyboard.type('2.0');
  // Enter takes the active option, which must be there first.
  await page.locator('.ant-select-item-option-active').filter({ hasText: '2.0.0' }).waitFor();
  await page.keyboard.press('Enter');
  await press(page, button(dialog, upgrade.start(1)));
  await dialog.waitFor({ state: 'detached' });
  const opened = page.getByRole('dialog', { name: /camera/ });
  await opened.getByRole('row').filter({ hasText: 'CAM-1' }).waitFor();
  await has(page, opened.locator(':focus'));
  // The button is replaced, and the focus goes to the section, so that another Enter does not activate the new button.
  await press(page, button(opened, upgrade.pause));
  await button(opened, upgrade.resume).waitFor();
  await has(page, opened.locator('[data-keeps-focus]'));
  await page.keyboard.press('Escape');
  await isBack(page, button(page, upgrade.title));
});

story('all tools of the depth picture are in reach; the range is changed, the picture frozen, and left', async ({ open }) => {
  const { appKey, home } = await newProject('深度');
  const { secret } = await addDevice(appKey, 'CAM-1');
  const { mqttUrl: url } = await server().call(contract.settings.read);
  const deflate = (bytes: Uint8Array) => deflateRawSync(bytes, { level: 1 });
  kits.push(
    startDevice({ url, appKey, sn: 'CAM-1', secret, telemetryEveryMs: 0, depth: { width: 320, height: 240, noise: 'none', deflate } }),
  );
  const page = await open(`${home}/device/CAM-1/depth`, { as: admin });
  await page.locator('.depth-pill').getByText(depth.live, { exact: true }).waitFor();

  const near = page.getByRole('slider', { name: depth.near });
  await goTo(page, page.getByRole('application', { name: depth.depthPicture }));
  await page.keyboard.press('ArrowRight');
  await page.locator('.depth-readout').waitFor();
  await goTo(page, near);
  const before = Number(await near.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowRight');
  await page.locator(`[role=slider][aria-valuenow="${before + 10}"]`).waitFor();
  await goTo(page, page.getByRole('slider', { name: depth.far }));
  for (const name of [depth.fit, depth.auto]) await goTo(page, page.getByRole('button', { name }));
  await goTo(page, page.getByRole('radio', { name: depth.point }));
  await page.keyboard.press('ArrowRight');
  await has(page, page.getByRole('radio', { name: depth.distance }));
  await goTo(page, page.getByRole('radio', { name: depth.turbo }));
  await press(page, page.getByRole('button', { name: depth.freeze }), 'Space');
  await has(page, page.getByRole('button', { name: depth.unfreeze }));
  for (const name of [depth.savePng, depth.saveRaw, depth.record]) await goTo(page, page.getByRole('button', { name }));
  await goTo(page, page.getByRole('combobox', { name: depth.profile }));

  await press(page, page.getByRole('button', { name: depth.shortcuts }));
  await has(page, page.getByRole('dialog').getByRole('button', { name: depth.close }));
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await isBack(page, page.getByRole('button', { name: depth.shortcuts }));
  await page.keyboard.press('Escape');
  await arrivesAt(page, `${home}/device`);
  await has(page, page.getByRole('main'));
});
