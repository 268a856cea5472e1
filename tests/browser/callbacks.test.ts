import mqtt from 'mqtt';
import type { Page } from 'playwright-core';
import { contract } from '../../contract';
import { failureTexts, verdictTexts } from '../../contract/callback-text';
import { errors } from '../../contract/errors';
import { clientIdOf, upTopic } from '../../contract/topics';
import { binTexts } from '../../src/locales/bin';
import { frameTexts } from '../../src/locales/frame';
import { menuTexts } from '../../src/locales/menu';
import { recordTexts } from '../../src/locales/record';
import { webhookTexts } from '../../src/locales/webhook';
import { atRest, barriers, PHONE } from '../support/chromium';
import { eventually } from '../support/eventually';
import { type Receiver, receivers, startReceiver, verified } from '../support/receiver';
import type { SignedIn } from '../support/served';
import { stage } from '../support/stage';
import { arrivesAt, isInView, where } from '../support/where';

const { story, server } = stage();
const callback = webhookTexts['zh-CN'];
const bin = binTexts['zh-CN'];
const record = recordTexts['zh-CN'];
const menu = menuTexts['zh-CN'];
const frame = frameTexts['zh-CN'];
const failures = failureTexts;

let developer: SignedIn;
let receiver: Receiver;
let projects = 0;

beforeAll(async () => {
  developer = await server().signUp('Developer');
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

async function newProject() {
  projects += 1;
  const { appKey } = await server().call(
    contract.application.create,
    { body: { name: `项目 ${projects}`, categoryId: 1 } },
    developer.token,
  );
  return { appKey, settings: `/dashboard/${appKey}/consumer`, records: `/dashboard/${appKey}/call-record` };
}

/** Creates a project whose callback goes to the receiver. */
async function newCallback() {
  const project = await newProject();
  const params = { appKey: project.appKey };
  const { secret = '' } = await server().call(contract.webhook.save, { params, body: { url: receiver.url } }, developer.token);
  return { ...project, secret };
}

/** Creates and connects a device that reports an event of an opened door. */
async function openDoor(appKey: string, sn: string) {
  const { secret } = await server().call(contract.device.create, { params: { appKey }, body: { sn } }, developer.token);
  const { mqttUrl } = await server().call(contract.settings.read);
  const username = clientIdOf(appKey, sn);
  const client = await mqtt.connectAsync(mqttUrl, {
    clientId: username,
    username,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  await client.publishAsync(upTopic(appKey, sn, 'event/door-opened'), JSON.stringify({ id: 'e1', data: { angle: 42 } }), { qos: 1 });
  return client;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sendTest = (page: Page) => button(page, callback.test).click();
const verdict = (page: Page) => page.locator('.attempt-view .verdict').first();

story('a developer sets a URL, sees a test succeed, and receives what a device reports, signed', async ({ open }) => {
  const project = await newProject();
  const page = await open(project.settings, { as: developer });

  await page.getByRole('heading', { name: callback.emptyTitle }).waitFor();
  await page.getByLabel(callback.url, { exact: true }).fill(receiver.url);
  await button(page, callback.create).click();
  const shown = page.getByRole('dialog');
  const secret = (await shown.getByText(/^whsec_/).textContent()) ?? '';
  await button(page, callback.kept).click();
  await shown.waitFor({ state: 'hidden' });

  await sendTest(page);
  await page.getByText(/^成功：200/).waitFor();
  expect(await page.getByRole('link', { name: callback.openRecord }).evaluate(isInView)).toBe(true);
  expect(verified(receiver.arrived[0] as never, secret)).toMatchObject({ type: 'ping' });
  expect(await barriers(page)).toEqual([]);

  const device = await openDoor(project.appKey, 'CAM-1');
  const arrived = await receiver.until(3);
  const said = arrived.map((one) => verified(one, secret));
  expect(said).toContainEqual(
    expect.objectContaining({ type: 'device.event', data: expect.objectContaining({ sn: 'CAM-1', name: 'door-opened' }) }),
  );
  await device.endAsync();

  await page.getByRole('link', { name: callback.toRecords }).click();
  await arrivesAt(page, project.records);
  await page.getByRole('row').filter({ hasText: 'device.event door-opened' }).filter({ hasText: 'CAM-1' }).waitFor();
});

story('a record is found, sent again, and sent to another URL with the two answers side by side', async ({ open }) => {
  const project = await newCallback();
  const device = await openDoor(project.appKey, 'CAM-7');
  await receiver.until(2);
  const page = await open(project.records, { as: developer });
  await page.getByLabel(record.wholeSn).fill('CAM-7');
  await page.getByLabel(record.wholeSn).press('Enter');
  await page.waitForURL(/sn=CAM-7/);
  await page
    .getByRole('row')
    .filter({ hasText: 'device.event' })
    .getByRole('button', { name: record.open('msg') })
    .click();
  const drawer = page.getByRole('dialog');
  await drawer.locator('.record-sentence [data-status=delivered]').waitFor();
  expect(where(page)).toMatch(/record=msg_/);

  await drawer.getByRole('button', { name: record.resend }).click();
  await drawer.getByText(record.nth(2)).waitFor();
  const ids = (await receiver.until(3)).map(({ headers }) => headers['webhook-id']);
  expect(ids[2]).toBe(ids[1]);

  const other = await startReceiver(receivers.fails);
  await drawer.getByLabel(record.replayUrl, { exact: true }).fill(other.url);
  for (const wayOut of [() => page.keyboard.press('Escape'), () => page.goBack(), () => page.locator('.ant-drawer-close').click()]) {
    await wayOut();
    await page.getByRole('button', { name: frame.typedStay, exact: true }).click();
    await page.getByRole('dialog', { name: frame.typedTitle }).waitFor({ state: 'detached' });
  }
  await drawer.getByRole('button', { name: record.replayDo, exact: true }).click();
  await drawer
    .getByRole('region', { name: record.original })
    .getByText(/^成功：200/)
    .waitFor();
  await drawer.getByRole('region', { name: record.replayed }).getByText(failures.serverError['zh-CN'].meaning).waitFor();
  expect(other.arrived[0]?.body).toBe(receiver.arrived[1]?.body);
  expect(await barriers(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  expect(where(page)).not.toContain('record=');

  await page.getByRole('button', { name: record.resendAll }).click();
  const question = page.getByRole('dialog').filter({ hasText: record.resendAllTitle(2, false) });
  await question.getByText(record.deliveredAlready(2, false)).waitFor();
  await question.getByRole('button', { name: record.cancel }).click();
  await question.waitFor({ state: 'hidden' });

  // Chooses an interval of the chart by keyboard. The last one may be empty if a quarter of an hour has just begun.
  const chart = page.getByRole('slider', { name: record.chart });
  const said = () => chart.getAttribute('aria-valuetext');
  async function lastPart() {
    await chart.press('End');
    if ((await said())?.endsWith(record.noChart)) await chart.press('ArrowLeft');
    return said();
  }
  const part = (await lastPart()) ?? '';
  expect(part).toMatch(/^\d+\/\d+ \d\d:\d\d.+：成功 \d+ 次/);
  await page.getByText(part).waitFor();
  await chart.press('Enter');
  await page.waitForURL(/from=.+to=.+59\.999Z/);
  // Chooses it by a click.
  const chosen = where(page).replace(/sn=[^&]*&/, '');
  await page.getByRole('button', { name: record.clear }).first().click();
  await eventually(lastPart, (again) => again === part);
  const cursor = await page.locator('.plot .u-cursor-x').boundingBox();
  if (!cursor) throw new Error('nothing marks the part that is told');
  await page.mouse.click(cursor.x, cursor.y + 100);
  await page.waitForURL(/from=.+to=.+59\.999Z/);
  expect(where(page)).toBe(chosen);

  // The filter tells the part's minutes, and is anything again when it is cleared.
  const range = page.locator('.record-filters .ant-select').filter({ has: page.getByRole('combobox', { name: frame.range }) });
  await range.getByText(frame.custom).waitFor();
  const minutes = /from=(.+?)&to=(.+?)(&|$)/.exec(decodeURIComponent(where(page)));
  for (const [n, label] of [frame.rangeFrom, frame.rangeTo].entries()) {
    const field = page.getByLabel(label, { exact: true });
    const minute = await field.evaluate((input: HTMLInputElement) => new Date(input.value).toISOString());
    expect(minute.slice(0, 16)).toBe(minutes?.[n + 1]?.slice(0, 16));
  }
  await page.getByRole('button', { name: record.clear }).first().click();
  await range.getByText(frame.anyTime).waitFor();
  await Promise.all([other.close(), device.endAsync()]);
});

story('a receiver that fails is explained: what went wrong, what to do, request and response', async ({ open }) => {
  const project = await newCallback();
  const page = await open(project.settings, { as: developer });
  for (const [behaviour, failure] of [
    [receivers.fails, 'serverError'],
    [receivers.redirects, 'redirect'],
    [receivers.talksNonsense, 'invalidResponse'],
    [receivers.closesEarly, 'connectionClosed'],
  ] as const) {
    receiver.behave(behaviour);
    await sendTest(page);
    const { meaning, advice } = failures[failure]['zh-CN'];
    await verdict(page).getByText(meaning).waitFor();
    await verdict(page).getByText(advice).waitFor();
  }
  await receiver.close();
  await sendTest(page);
  await verdict(page).getByText(failures.connectionRefused['zh-CN'].meaning).waitFor();

  await page.getByRole('link', { name: callback.openRecord }).click();
  await page.getByRole('dialog').getByText(record.failed, { exact: true }).waitFor();
});

story('the signature doctor says why, and takes back what was said of another try', async ({ open, expectProblem }) => {
  const project = await newCallback();
  await server().call(contract.webhook.test, { params: { appKey: project.appKey }, body: { type: 'ping' } }, developer.token);
  const [sent] = await receiver.until(1);
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const headers = names.map((name) => `${name}: ${sent?.headers[name]}`).join('\n');
  expectProblem(/status of 404/);
  const page = await open(project.settings, { as: developer });
  await page.getByRole('tab', { name: callback.doctor }).click();
  const id = page.getByLabel(callback.doctorRecord);
  await id.fill('msg_nothere');
  await button(page, callback.diagnose).click();
  await page.getByText(errors.noSuchRecord['zh-CN']).waitFor();

  await id.fill(`  ${sent?.headers['webhook-id']} `);
  await page.getByLabel(callback.doctorHeaders).fill(headers);
  await page.getByLabel(callback.doctorBody).fill(sent?.body ?? '');
  await button(page, callback.diagnose).click();
  await page.getByText(verdictTexts.ok['zh-CN'].meaning).waitFor();
  expect(await page.getByText(errors.noSuchRecord['zh-CN']).count()).toBe(0);
  expect(await barriers(page)).toEqual([]);

  // A receiver that still has the old secret is right for as long as both sign.
  const rotated = { params: { appKey: project.appKey }, body: { overlapHours: 24 } };
  await server().call(contract.webhook.rotateSecret, rotated, developer.token);
  await page.getByLabel(callback.doctorSecret).fill(project.secret);
  await button(page, callback.diagnose).click();
  await page.getByText(verdictTexts.okWithOld['zh-CN'].meaning).waitFor();
  expect(await page.locator('.doctor-verdict').getAttribute('data-kind')).toBe('good');
  expect(await barriers(page)).toEqual([]);
});

story('a callback that leads to a removed request bin is told so; the next bin does not ask for its removal', async ({ open }) => {
  const project = await newProject();
  const params = { appKey: project.appKey };
  const first = await server().call(contract.bin.open, { params, body: {} }, developer.token);
  await server().call(contract.webhook.save, { params, body: { url: first.url } }, developer.token);
  const page = await open(project.settings, { as: developer, viewport: PHONE });
  const section = page.getByRole('region', { name: bin.bin });
  await section.getByRole('button', { name: bin.remove }).click();
  await page.getByRole('dialog', { name: bin.removeTitle }).getByRole('button', { name: bin.removeDo }).click();
  await section.getByText(bin.binOther).waitFor();
  expect(await barriers(page)).toEqual([]);

  await button(page, bin.use).click();
  await section.getByRole('button', { name: bin.remove }).waitFor();
  await section.getByText(bin.binOther).waitFor();
  await button(page, callback.save).click();
  await section.getByText(bin.binOther).waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

story('on a phone the events of a test fit', async ({ open }) => {
  const project = await newCallback();
  const page = await open(project.settings, { as: developer, viewport: PHONE, language: 'en-US' });
  await page.getByRole('combobox', { name: webhookTexts['en-US'].testType }).click();
  const list = page.locator('.ant-select-dropdown:visible');
  await list.getByText('device.config.rejected').waitFor();
  await atRest(page);
  const { x = -1, width = 0 } = (await list.boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(PHONE.width);
});

story('a record says which header values its curl command lacks', async ({ open }) => {
  const project = await newCallback();
  const params = { appKey: project.appKey };
  const test = () => server().call(contract.webhook.test, { params, body: { type: 'ping' } }, developer.token);
  const { recordId: without } = await test();
  const body = { url: receiver.url, headers: { 'x-gateway': 'a key' } };
  await server().call(contract.webhook.save, { params, body }, developer.token);
  const { recordId } = await test();

  const page = await open(`${project.records}?record=${recordId}`, { as: developer });
  await page.getByText(record.curlHidden('x-gateway')).waitFor();
  const other = await open(`${project.records}?record=${without}`, { as: developer });
  await other.getByText('curl', { exact: true }).waitFor();
  expect(await other.getByText('x-gateway').count()).toBe(0);
});

story('what is wrong stands beside its field, and nothing typed is lost by switching, looking away or leaving', async ({ open }) => {
  const project = await newCallback();
  const page = await open(project.settings, { as: developer });
  const url = page.getByLabel(callback.url, { exact: true });

  await url.fill('ftp://example.com');
  await page.getByText('请输入有效的完整地址，以 http:// 或 https:// 开头').waitFor();
  await url.fill(`${receiver.url}/moved`);
  await page.getByText(callback.unsaved).waitFor();
  for (const name of ['X-Key', 'x-key']) {
    await button(page, callback.addHeader).click();
    await page.getByLabel(callback.headerName).last().fill(name);
    await page.getByLabel(callback.headerValue).last().fill('1');
  }
  await button(page, callback.save).click();
  await page.getByText('请求头名称重复').waitFor();
  await page.getByLabel(callback.headerName).last().and(page.locator(':focus')).waitFor();
  await button(page, callback.removeHeader(2)).click();

  await page.getByRole('switch', { name: callback.switchOn }).click();
  await button(page, callback.disable).click();
  await page.getByText(callback.disabled, { exact: true }).waitFor();
  expect(await url.inputValue()).toBe(`${receiver.url}/moved`);

  await page.getByRole('link', { name: callback.toRecords }).click();
  await page.getByText(callback.leaveWhy).waitFor();
  await button(page, callback.stay).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(where(page)).toBe(project.settings);
  // Signing out is guarded, too.
  await page.getByRole('button', { name: menu.account }).click();
  await page.getByRole('menuitem', { name: menu.logout }).click();
  await page.getByText(callback.leaveWhy).waitFor();
  await button(page, callback.stay).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await url.inputValue()).toBe(`${receiver.url}/moved`);

  await button(page, callback.save).click();
  await page.getByText(callback.saved).waitFor();
  const saved = await server().call(contract.webhook.read, { params: { appKey: project.appKey } }, developer.token);
  expect(saved).toMatchObject({ url: `${receiver.url}/moved`, headers: { 'X-Key': '1' }, status: 'disabled' });
  await page.getByRole('link', { name: callback.toRecords }).click();
  await arrivesAt(page, project.records);
});

story('a callback that a 410 switched off says so among the records, and what is missing is found and sent again', async ({ open }) => {
  const project = await newCallback();
  receiver.behave(receivers.gone);
  const device = await openDoor(project.appKey, 'CAM-9');
  const page = await open(project.records, { as: developer });
  await page.getByText(callback.gone).waitFor();
  const opens = page.getByRole('row').filter({ hasText: 'CAM-9' });
  const again = opens.filter({ hasText: record.failed }).getByRole('button', { name: record.resend }).first();
  await again.and(page.getByTitle(record.heldByCallback)).waitFor();
  expect(await again.isEnabled()).toBe(false);
  expect(await page.getByRole('button', { name: record.resendAll }).isEnabled()).toBe(false);
  expect(await barriers(page)).toEqual([]);

  await page.locator('.callback-held').getByRole('link', { name: record.openSettings }).click();
  await arrivesAt(page, project.settings);
  receiver.behave(receivers.ok);
  await page.getByRole('switch', { name: callback.switchOn }).click();
  await page.getByText(callback.gone).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: callback.toFailed }).click();
  await arrivesAt(page, project.records);

  // A click anywhere on a row opens its record.
  await opens.filter({ hasText: record.failed }).first().getByRole('cell', { name: 'CAM-9' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: record.resend }).click();
  await drawer.locator('.record-sentence [data-status=delivered]').waitFor();
  await device.endAsync();
});

story('who reads older records is told that there is something new, and the way there', async ({ open, expectProblem }) => {
  // The stream may try to connect again while the network is away.
  expectProblem(/ERR_INTERNET_DISCONNECTED/);
  const project = await newCallback();
  const test = () => server().call(contract.webhook.test, { params: { appKey: project.appKey }, body: {} }, developer.token);
  for (let n = 0; n < 11; n++) await test();
  const page = await open(`${project.records}?current=2`, { as: developer });
  await page.getByText(record.total(11), { exact: true }).first().waitFor();
  await atRest(page);
  expect(await page.getByText(record.behind).count()).toBe(0);
  // Screen readers get the current page, but no announcement of each changed row.
  await page
    .getByRole('button', { name: frame.pageOf(2) })
    .and(page.locator('[aria-current=page]'))
    .waitFor();
  await page.getByRole('button', { name: frame.prevPage, exact: true }).waitFor();
  expect(
    await page
      .locator('[aria-live=polite]')
      .filter({ has: page.getByRole('table') })
      .count(),
  ).toBe(0);

  // A reconnected stream must not count as news; its first messages arrive within two seconds.
  await page.context().setOffline(true);
  await page.locator('.live-indicator[data-state=lost]').waitFor();
  await page.context().setOffline(false);
  await page.locator('.live-indicator[data-state=live]').waitFor();
  await page.waitForTimeout(2000);
  expect(await page.getByText(record.behind).count()).toBe(0);

  await test();
  await page.getByRole('button', { name: record.toNewest }).click();

  await page.getByText(record.total(12), { exact: true }).first().waitFor();
  await page.getByText(record.behind).waitFor({ state: 'detached' });
});

story('the newest page stands still while one is at its rows, and comes up to date as one leaves them', async ({ open }) => {
  const project = await newCallback();
  const test = () => server().call(contract.webhook.test, { params: { appKey: project.appKey }, body: {} }, developer.token);
  for (let n = 0; n < 3; n++) await test();
  const page = await open(project.records, { as: developer });
  const counted = (count: number) => page.getByText(record.total(count), { exact: true }).first().waitFor();
  const rows = page.getByRole('row').filter({ hasText: record.delivered });
  const first = () => rows.first().getByRole('button').first();
  const shown = () => first().locator('.sr-only').textContent();
  await counted(3);
  // Nobody uses the rows, so a new record is shown at once.
  await test();
  await counted(4);

  await rows.first().hover();
  const held = await shown();
  await test();
  await page.getByText(record.behind).waitFor();
  expect(await shown()).toBe(held);
  await page.mouse.move(0, 0);
  await counted(5);
  await page.getByText(record.behind).waitFor({ state: 'detached' });
  expect(await shown()).not.toBe(held);

  await page.keyboard.press('Tab');
  await first().focus();
  await test();
  await page.getByText(record.behind).waitFor();
  await counted(5);
  await first().and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: record.toNewest }).press('Enter');
  await counted(6);

  await rows.first().getByRole('checkbox').check();
  await page.mouse.move(0, 0);
  await test();
  await page.getByText(record.behind).waitFor();
  await rows.first().getByRole('checkbox').uncheck();
  await page.mouse.move(0, 0);
  await counted(7);

  // A new record does not reset an unfinished choice of dates either.
  await page.getByRole('combobox', { name: frame.range }).focus();
  await page.keyboard.press('Enter');
  await page.getByTitle(frame.custom).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const from = page.getByLabel(frame.rangeFrom, { exact: true });
  await from.waitFor();
  await page.locator('.ant-select-dropdown').waitFor({ state: 'hidden' });
  await page.keyboard.press('Tab');
  await from.and(page.locator(':focus')).waitFor();
  // Month, day, year: this browser is an English one.
  await page.keyboard.type('01022026');
  await test();
  await counted(8);
  await page.keyboard.type('0304AM');
  await page.waitForURL(/from=2026-01-01T19%3A04/);

  // Another date is typed over it, and it is emptied, part by part.
  const to = page.getByLabel(frame.rangeTo, { exact: true });
  await to.focus();
  await from.focus();
  await page.keyboard.type('01022027', { delay: 100 });
  await page.waitForURL(/from=2027-01-01T19%3A04/);
  await to.focus();
  await from.focus();
  for (let part = 0; part < 6; part++) {
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowRight');
  }
  await to.focus();
  await page.waitForURL((url) => !url.hash.includes('from='));
  expect(await from.inputValue()).toBe('');

  // What was left in the middle says that it filters nothing.
  await from.focus();
  await page.keyboard.type('01022026');
  await to.focus();
  await page.getByText(frame.rangeHalf).waitFor();
  expect(await from.getAttribute('aria-invalid')).toBe('true');
  expect(await barriers(page)).toEqual([]);
  await from.focus();
  await page.keyboard.type('010220260304AM');
  await page.waitForURL(/from=2026-01-01T19%3A04/);
  await page.getByText(frame.rangeHalf).waitFor({ state: 'detached' });
});

story('on a phone records are cards, and the page of one fits', async ({ open }) => {
  const project = await newCallback();
  await server().call(contract.webhook.test, { params: { appKey: project.appKey }, body: { type: 'device.event' } }, developer.token);
  // An old URL of a page that no longer exists.
  const page = await open(`${project.records}?current=99`, { as: developer, viewport: PHONE, language: 'en-US' });
  const card = page.getByRole('listitem').filter({ hasText: 'device.event' });
  await card.getByText('Test', { exact: true }).waitFor();
  await card.getByRole('checkbox').check();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Resend the selected' }).click();
  await page.getByRole('button', { name: 'Resend the selected' }).waitFor({ state: 'hidden' });

  await page.getByRole('combobox', { name: 'Time range' }).click();
  await page.getByTitle('Last hour').click();
  await page.waitForURL(/from=/);
  // New callbacks go on to be shown. It keeps its name when the page is loaded again, and is told by the chart, too.
  expect(where(page)).not.toContain('to=');
  await page.reload();
  await page.locator('.record-filters').getByText('Last hour').waitFor();
  await page.locator('.chart-of').getByText('Last hour').waitFor();
  await page.getByRole('combobox', { name: 'Time range' }).click();
  await page.getByTitle('Custom…').click();
  await page.getByLabel('To', { exact: true }).fill('2099-11-30T10:00');
  await page.keyboard.press('Enter');
  await page.waitForURL(/to=2099-11-30T02%3A00%3A59\.999Z/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await barriers(page)).toEqual([]);
  await card.getByRole('button').click();
  await page.getByRole('dialog').getByText('Try 2').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await barriers(page)).toEqual([]);
});

story('a finger on the chart sees what was at that time, which stays, and chooses nothing', async ({ open }) => {
  const project = await newCallback();
  const device = await openDoor(project.appKey, 'CAM-9');
  await receiver.until(2);
  await device.endAsync();
  const page = await open(project.records, { as: developer, viewport: PHONE });
  const chart = page.getByRole('slider', { name: record.chart });
  const said = () => chart.getAttribute('aria-valuetext');
  await chart.waitFor();
  const begun = where(page);
  const { x, y, width, height } = (await page.locator('.plot .u-over').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const line = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    line.send('Input.dispatchTouchEvent', { type, touchPoints });
  const at = (share: number) => ({ x: x + width * share, y: y + height / 2 });

  await touch('touchStart', at(0.3));
  await touch('touchEnd');
  const first = await eventually(said, (says) => says?.endsWith(record.noChart));
  // Waits for the mouse events that browsers emulate after a touch.
  await page.waitForTimeout(300);
  expect(await said()).toBe(first);
  await touch('touchStart', at(0.4));
  for (const share of [0.5, 0.6, 0.7]) await touch('touchMove', at(share));
  await touch('touchEnd');
  const second = await eventually(said, (says) => says !== first);
  await page.waitForTimeout(300);
  expect(await said()).toBe(second);
  expect(where(page)).toBe(begun);
});
