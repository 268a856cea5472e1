import type { Locator, Page } from 'playwright-core';
import { contract } from '../../contract';
import { deviceTexts } from '../../src/locales/device';
import { configTexts } from '../../src/locales/device-config';
import { frameTexts } from '../../src/locales/frame';
import { importTexts } from '../../src/locales/import';
import { menuTexts } from '../../src/locales/menu';
import { projectTexts } from '../../src/locales/project';
import { atRest, DESK, idle, PHONE, pressBack } from '../support/chromium';
import type { SignedIn } from '../support/served';
import { stage } from '../support/stage';
import { arrivesAt } from '../support/where';

// Dialogs and drawers with animations, which all other stories disable.

const { story, server } = stage();
const project = projectTexts['zh-CN'];
const device = deviceTexts['zh-CN'];
const config = configTexts['zh-CN'];
const frame = frameTexts['zh-CN'];
const imports = importTexts['zh-CN'];
const before = (page: Page) => page.emulateMedia({ reducedMotion: 'no-preference' });
/** Slow enough that the second click hits what the first one has opened. */
const BETWEEN_MS = 90;

let developer: SignedIn;
let home: string;

beforeAll(async () => {
  developer = await server().signUp('Developer');
  const { appKey } = await server().call(contract.application.create, { body: { name: '仓储', categoryId: 1 } }, developer.token);
  for (const sn of ['CAM-1', 'CAM-2', 'CAM-3'])
    await server().call(contract.device.create, { params: { appKey }, body: { sn, tags: ['屋顶'] } }, developer.token);
  home = `/dashboard/${appKey}/device`;
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function doubleClick(page: Page, name: string) {
  await button(page, name).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await button(page, name).dblclick({ delay: BETWEEN_MS });
}

story('a double click opens a dialog once; a click beside it loses nothing that was typed', async ({ open }) => {
  const page = await open('/dashboard/project', { as: developer, before });
  await doubleClick(page, project.create);
  const name = page.getByLabel(project.name, { exact: true });
  await name.fill('气象站');
  await page.mouse.click(5, 500);
  await page.mouse.dblclick(5, 500);
  expect(await name.inputValue()).toBe('气象站');
  await page.keyboard.press('Escape');
  await button(page, frame.typedLeave).click();
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await button(page, project.create).and(page.locator(':focus')).waitFor();
});

story('what was typed into a dialog, or chosen, is lost by no way out of it without being asked', async ({ open }) => {
  const page = await open('/dashboard/project', { as: developer, before });
  await page.getByRole('link', { name: '仓储' }).click();
  const asked = page.getByRole('dialog', { name: frame.typedTitle, includeHidden: true });

  async function staysOver(wayOut: () => Promise<unknown>) {
    await wayOut();
    await asked.waitFor();
    await button(page, frame.typedStay).click();
    await asked.waitFor({ state: 'detached' });
    // Until React has removed the question, it would handle the next Escape.
    await idle(page);
  }

  await button(page, device.add).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await button(page, device.add).click();
  const sn = page.getByLabel(device.sn, { exact: true });
  await sn.pressSequentially('CAM-9');
  await staysOver(() => pressBack(page));
  await staysOver(() => page.keyboard.press('Escape'));
  await staysOver(() => page.locator('.ant-modal-close').click());
  expect(await sn.inputValue()).toBe('CAM-9');
  await page.keyboard.press('Escape');
  await button(page, frame.typedLeave).click();
  // After the confirmation, the dialog no longer guards navigation, even while it is still closing.
  await page.goBack();
  await arrivesAt(page, '/dashboard/project');
  await page.getByRole('link', { name: '仓储' }).click();

  await button(page, device.import).click();
  await page
    .getByLabel(imports.stepChoose, { exact: true })
    .setInputFiles({ name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from('sn\nCAM-9\n') });
  await button(page, imports.start(1)).waitFor();
  await staysOver(() => page.keyboard.press('Escape'));
  const typeAddress = () => page.evaluate(() => location.assign('#/dashboard/project'));
  await staysOver(typeAddress);
  await staysOver(() => pressBack(page));
  await typeAddress();
  await button(page, frame.typedLeave).click();
  await arrivesAt(page, '/dashboard/project');

  // Going back is also guarded on a page that was opened by its URL, and after a reload.
  await page.evaluate((to) => location.assign(`#${to}`), home);
  await button(page, device.import).waitFor();
  await typeAddress();
  for (const steps of [-1, -2]) {
    await button(page, project.create).click();
    await page.getByLabel(project.name, { exact: true }).fill('气象站');
    await staysOver(() => page.evaluate((by) => history.go(by), steps));
    await arrivesAt(page, '/dashboard/project');
    await page.reload();
  }
  await button(page, project.create).click();
  await page.getByLabel(project.name, { exact: true }).fill('气象站');
  await pressBack(page);
  await button(page, frame.typedLeave).click();
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await arrivesAt(page, '/dashboard/project');
  await page.goBack();
  await arrivesAt(page, home);
});

for (const [where, viewport] of [
  ['on a desk', DESK],
  ['on a phone', PHONE],
] as const) {
  story(`a step back closes what is on top ${where}, and only that`, async ({ open }) => {
    const page = await open('/dashboard/project', { as: developer, viewport, before });
    const drawer = page.getByRole('dialog', { name: 'CAM-1' });
    const form = page.getByRole('dialog', { name: device.editTitle('CAM-1') });
    const asked = page.getByRole('dialog', { name: frame.typedTitle });
    const goes = (one: Locator) => one.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '仓储' }).click();
    await page.getByRole('button', { name: /^(查看 )?CAM-1 (?!的更多)/ }).click();
    const edit = () => drawer.getByRole('button', { name: device.edit, exact: true }).click();

    await edit();
    await form.waitFor();
    await pressBack(page);
    await goes(form);
    await drawer.waitFor();

    // What was typed is asked about. To go on typing is one step back from the question, to give it up leaves the drawer.
    await edit();
    await form.getByLabel(device.name, { exact: true }).fill('东门');
    await pressBack(page);
    await asked.waitFor();
    await asked.getByText(frame.typedWhy).click();
    await pressBack(page);
    await goes(asked);
    expect(await form.getByLabel(device.name, { exact: true }).inputValue()).toBe('东门');
    await form.getByLabel(device.name, { exact: true }).click();
    await pressBack(page);
    await button(page, frame.typedLeave).click();
    await goes(form);
    await drawer.waitFor();

    await pressBack(page);
    await goes(drawer);
    await pressBack(page);
    await arrivesAt(page, '/dashboard/project');
  });
}

story('a step back closes a menu, and a list at a field before the dialog that the field is in', async ({ open }) => {
  const page = await open('/dashboard/project', { as: developer, before });
  await page.getByRole('link', { name: '仓储' }).click();
  await button(page, device.openDetails('CAM-1')).waitFor();
  await page.getByRole('button', { name: developer.user.email }).click();
  const menu = page.getByRole('menu').filter({ hasText: menuTexts['zh-CN'].logout });
  await menu.waitFor();
  await pressBack(page);
  await menu.waitFor({ state: 'hidden' });

  await button(page, device.add).click();
  const tags = page.getByRole('dialog').getByRole('combobox', { name: device.tags });
  await tags.click();
  await page.locator('.ant-select-dropdown:visible').waitFor();
  await pressBack(page);
  await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' });
  await tags.waitFor();
  await page.getByRole('dialog').getByText(device.addTitle).first().click();
  await pressBack(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await arrivesAt(page, home);
});

story('a step back does not close what waits for its answer', async ({ open }) => {
  const appKey = home.split('/')[2] ?? '';
  await server().call(contract.device.create, { params: { appKey }, body: { sn: 'CAM-6' } }, developer.token);
  // Without animations: what is closed is gone at once.
  const page = await open('/dashboard/project', { as: developer });
  await page.getByRole('link', { name: '仓储' }).click();
  await page.getByRole('link', { name: device.configOf('CAM-6') }).click();
  await page.getByRole('spinbutton', { name: '帧率', exact: true }).first().fill('21');
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/CAM-6/config*', async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  await button(page, config.save).click();
  await page.getByRole('dialog').locator('.ant-modal-footer .ant-btn-primary').click();
  await page.getByRole('dialog').locator('.ant-btn-loading').waitFor();
  // Listened to before the step: another connection to the browser takes it, and may be quicker than this one.
  await page.evaluate(() => {
    const { navigation } = window as { navigation?: Navigation };
    navigation?.addEventListener('navigate', () => document.body.setAttribute('data-heard', ''), { once: true });
  });
  await pressBack(page);
  await page.locator('body[data-heard]').waitFor();
  await idle(page);
  expect(await page.getByRole('dialog').isVisible()).toBe(true);
  goOn();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('v1', { exact: true }).first().waitFor();
});

story('a step back closes the menu of a phone', async ({ open }) => {
  const page = await open('/dashboard/project', { as: developer, viewport: PHONE, before });
  await page.getByRole('link', { name: '仓储' }).click();
  await page.getByText('CAM-1').waitFor();
  await button(page, menuTexts['zh-CN'].menu).click();
  await page.getByRole('dialog').waitFor();
  await pressBack(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await arrivesAt(page, home);
});

story('what cannot be loaded takes nothing of the page along, and is tried again in its place', async ({ open, expectProblem }) => {
  expectProblem(/ERR_FAILED|Failed to fetch dynamically imported module|Failed to load resource/);
  const page = await open(`${home}/CAM-2/config`, { as: developer, before });
  await page.getByRole('spinbutton', { name: '帧率', exact: true }).first().fill('17');
  await atRest(page);
  let broken = true;
  await page.route(/\/assets\/.*\.js/, (route) => (broken ? route.abort() : route.continue()));

  await button(page, config.save).click();
  await page.getByText(frame.unopened).waitFor();
  await page.getByText('JSON', { exact: true }).click();
  await page.getByText(frame.unloadedPart).waitFor();
  broken = false;
  await button(page, frame.retry).click();
  await page.getByRole('textbox').getByText('"fps": 17').waitFor();
  await button(page, config.save).click();
  await page.getByRole('dialog').waitFor();
});

story('secrets that are shown once are not lost by a step back without being asked', async ({ open }) => {
  const page = await open('/dashboard/project', { as: developer, before });
  await page.getByRole('link', { name: '仓储' }).click();
  await button(page, device.add).click();
  await page.getByLabel(device.sn, { exact: true }).fill('CAM-4');
  await button(page, device.submitAdd).last().click();
  await page.getByText(device.addedTitle('CAM-4')).waitFor();
  await pressBack(page);
  await page.getByRole('dialog', { name: frame.secretLeaveTitle }).waitFor();
  await button(page, frame.secretStay).click();
  await page.getByRole('dialog', { name: frame.secretLeaveTitle }).waitFor({ state: 'detached' });
  await page.getByText(device.addedTitle('CAM-4')).waitFor();
  await button(page, device.kept).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await button(page, device.import).click();
  await page
    .getByLabel(imports.stepChoose, { exact: true })
    .setInputFiles({ name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from('sn\nCAM-5\n') });
  await button(page, imports.start(1)).click();
  await page.getByText(imports.doneAll(1)).waitFor();
  await pressBack(page);
  await button(page, imports.stay).click();
  await page.getByRole('dialog', { name: imports.closeTitle }).waitFor({ state: 'detached' });
  await button(page, imports.downloadSecrets).waitFor();
  await pressBack(page);
  await button(page, imports.closeAnyway).click();
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await arrivesAt(page, home);
});

story('a double click leaves the focus where a single one puts it', async ({ open }) => {
  const page = await open(home, { as: developer, before });
  const isIn = (field: Locator) => field.and(page.locator(':focus')).waitFor();

  /** Double-clicks, with the second click as soon as the dialog is under the pointer. */
  async function twice(name: string) {
    await button(page, name).click();
    await page.getByRole('dialog').waitFor();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  }

  await twice(device.add);
  await isIn(page.getByLabel(device.sn, { exact: true }));
  await page.goto(`${server().url}/#/dashboard/project`);
  await twice(project.create);
  await isIn(page.getByLabel(project.name, { exact: true }));

  await page.goto(`${server().url}/#${home}/CAM-3/config`);
  await page.getByRole('spinbutton', { name: '帧率', exact: true }).first().fill('12');
  await twice(config.save);
  await isIn(page.getByLabel(config.note, { exact: true }));
  await page.keyboard.press('Enter');
  await page.getByText('v1', { exact: true }).first().waitFor();
});

story('a double click that closes a dialog presses nothing of what it lay over', async ({ open }) => {
  const page = await open('/dashboard/project', { as: developer, before });
  await page.evaluate(() => document.body.addEventListener('click', () => document.body.setAttribute('data-pressed', '')));
  const pressed = page.locator('[data-pressed]');
  await button(page, project.create).click();
  await page.getByRole('dialog').locator('.ant-modal-close').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.evaluate(() => document.body.removeAttribute('data-pressed'));
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(await pressed.count()).toBe(0);
  await page.mouse.click(5, 500);
  expect(await pressed.count()).toBe(1);
});

story('a double click opens a drawer once; a click beside it closes it', async ({ open }) => {
  const page = await open(home, { as: developer, before });
  await doubleClick(page, device.openDetails('CAM-1'));
  await page.getByRole('dialog').getByRole('button', { name: device.edit }).hover();
  await page.mouse.click(5, 500);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

for (const [sn, where, viewport] of [
  ['CAM-1', 'on a desk', DESK],
  ['CAM-2', 'on a phone', PHONE],
] as const) {
  story(`what is asked ${where} can be answered in its first moment`, async ({ open }) => {
    const page = await open(`${home}/${sn}/config`, { as: developer, viewport, before });
    const rate = page.getByRole('spinbutton', { name: '帧率', exact: true }).first();
    for (const [frames, version] of [
      ['12', 1],
      ['13', 2],
    ] as const) {
      await rate.fill(frames);
      await button(page, config.save).click();
      // Clicks the button's first position without waiting for it to be stable, unlike Playwright's `click`.
      const place = await page.waitForFunction(() => {
        const answer = document.querySelector('.ant-modal-footer .ant-btn-primary')?.getBoundingClientRect();
        return answer && answer.width > 0 && { x: answer.x + answer.width / 2, y: answer.y + answer.height / 2 };
      });
      const { x, y } = (await place.jsonValue()) as { x: number; y: number };
      await page.mouse.click(x, y);
      await page.getByText(`v${version}`, { exact: true }).first().waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
}

story('once a drawer closes, the focus is back: what is typed on the page while it goes stays there', async ({ open }) => {
  const page = await open(home, { as: developer, before });
  const opener = button(page, device.openDetails('CAM-1'));
  await opener.click();
  const drawer = page.getByRole('dialog');
  await drawer.waitFor();
  await idle(page);
  // The focus returns while the drawer is still visible, not after it is removed.
  await opener.evaluate((one) =>
    one.addEventListener('focus', () => one.setAttribute('data-beside', String(document.querySelector('[role=dialog]') !== null))),
  );
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(await opener.getAttribute('data-beside')).toBe('true');

  await opener.click();
  await drawer.waitFor();
  await idle(page);
  await page.keyboard.press('Escape');
  await opener.and(page.locator(':focus')).waitFor();
  const search = page.getByRole('searchbox', { name: device.search });
  await search.focus();
  await page.keyboard.type('cam');
  await drawer.waitFor({ state: 'detached' });
  await page.keyboard.type('-2');
  expect(await search.inputValue()).toBe('cam-2');

  // A menu that is opened while the drawer closes stays open, too.
  await search.fill('');
  await opener.click();
  await drawer.waitFor();
  await idle(page);
  await page.keyboard.press('Escape');
  await opener.and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: developer.user.email }).click();
  await drawer.waitFor({ state: 'detached' });
  await atRest(page);
  expect(await page.getByRole('menuitem').first().isVisible()).toBe(true);
});

story('a drawer that was first opened offline has its styles once the network is back', async ({ open, expectProblem }) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Unable to preload CSS/);
  const page = await open(home, { as: developer, before, isNew: true });
  await button(page, device.import).waitFor();
  await atRest(page);

  await page.context().setOffline(true);
  await button(page, device.import).click();
  await page.getByText(frame.unopened).waitFor();
  await page.context().setOffline(false);
  await button(page, device.import).click();

  // Without its styles, the browser's file input would be visible beside the drop area.
  const field = page.getByRole('dialog').locator('input[type="file"]');
  await field.waitFor({ state: 'attached' });
  expect(await field.evaluate((input) => input.getBoundingClientRect().width)).toBeLessThanOrEqual(1);
});
