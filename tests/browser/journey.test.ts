import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { deviceTexts } from '../../src/locales/device';
import { frameTexts } from '../../src/locales/frame';
import { importTexts } from '../../src/locales/import';
import { projectTexts } from '../../src/locales/project';
import { userTexts } from '../../src/locales/user';
import { PASSWORD } from '../support/served';
import { stage } from '../support/stage';
import { arrivesAt } from '../support/where';

const { story } = stage();
const user = userTexts['zh-CN'];
const project = projectTexts['zh-CN'];
const device = deviceTexts['zh-CN'];
const frame = frameTexts['zh-CN'];
const imports = importTexts['zh-CN'];
const email = 'lan@example.com';

async function signIn(page: Page) {
  await page.getByLabel(user.email).fill(email);
  await page.getByLabel(user.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: user.login, exact: true }).click();
  await arrivesAt(page, '/dashboard/project');
}

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Runs an action that downloads a file, and reads the file. */
async function downloaded(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

story(
  'a developer registers, makes a project, adds and imports devices, exports them, and finds them again after a power cut',
  async ({ open, served, expectProblem }) => {
    // The page's requests and its event stream fail until the platform is back.
    expectProblem(/\/stream\)|net::ERR_/);
    // Register: the page says that the first account becomes the admin.
    const page = await open('/user/register');
    await page.getByText(user.youWillBeAdmin).waitFor();
    await page.getByLabel(user.email).fill(email);
    await page.getByLabel(user.password, { exact: true }).fill(PASSWORD);
    await page.getByLabel(user.name).fill('林岚');
    await page.getByRole('checkbox').check();
    await click(page, user.register);
    await arrivesAt(page, '/user/register-result');
    await page.getByRole('link', { name: user.loginNow }).click();
    await signIn(page);

    // Create a project, whose secret is shown once.
    await page.getByRole('heading', { name: project.emptyTitle }).waitFor();
    await page.getByRole('button', { name: project.create }).first().click();
    await page.getByLabel(project.name, { exact: true }).fill('气象站');
    await click(page, project.submitCreate);
    await page.getByText(project.createdTitle('气象站')).waitFor();
    await click(page, project.kept);
    await page.getByRole('link', { name: '气象站' }).click();

    // Create a device.
    await page.getByRole('heading', { name: device.emptyTitle }).waitFor();
    await page.getByRole('button', { name: device.add }).first().click();
    await page.getByLabel(device.sn).fill('WS-0001');
    await page.getByRole('dialog').getByRole('button', { name: device.submitAdd, exact: true }).click();
    await page.getByText(device.addedTitle('WS-0001')).waitFor();
    await click(page, device.kept);
    await page.getByText('WS-0001').first().waitFor();

    // Import a file with two valid rows, an existing serial number and an invalid one: only valid rows are imported, others have a reason.
    await click(page, device.import);
    const csv = 'sn,name,tags\nWS-0002,二号站,高原;南坡\nWS-0003,=1+1,\nWS-0001,又来,\nWS 4,,\n';
    await page
      .getByLabel(imports.stepChoose, { exact: true })
      .setInputFiles({ name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText(imports.someBad(1)).waitFor();
    await click(page, imports.start(3));
    await page.getByText(imports.doneSome(2, 2)).waitFor();
    const secrets = await downloaded(page, () => click(page, imports.downloadSecrets));
    expect(secrets.text).toContain('WS-0002');
    const failed = await downloaded(page, () => click(page, imports.downloadFailed));
    expect(failed.text).toContain('WS-0001');
    expect(failed.text).toContain('WS 4');
    await page.locator('.import-actions').getByRole('button', { name: imports.close }).click();
    await page.getByText('WS-0003').first().waitFor();

    // The export contains the filtered devices, and no cell is a formula.
    await page.getByLabel(device.search).fill('WS-000');
    await page.getByLabel(device.search).press('Enter');
    const exported = await downloaded(page, () => click(page, frame.export));
    expect(exported.text.startsWith('\uFEFF')).toBe(true);
    expect(exported.text.trim().split(/\r?\n/)).toHaveLength(4);
    expect(exported.text).not.toMatch(/(^|,)"?=1\+1/m);

    // After a power cut, everything that was acknowledged is still there.
    await served.restart();
    await page.reload();
    for (const sn of ['WS-0001', 'WS-0002', 'WS-0003']) await page.getByText(sn).first().waitFor();
  },
  180_000,
);
