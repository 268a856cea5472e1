import type { Page, Request } from 'playwright-core';
import { contract } from '../../../contract';
import { deviceTexts } from '../../../src/locales/device';
import { packetTexts } from '../../../src/locales/packet';
import { projectTexts } from '../../../src/locales/project';
import { upgradeTexts } from '../../../src/locales/upgrade';
import { virtualTexts } from '../../../src/locales/virtual';
import { webhookTexts } from '../../../src/locales/webhook';
import { eventually } from '../../support/eventually';
import { type Receiver, startReceiver } from '../../support/receiver';
import type { SignedIn } from '../../support/served';
import { stage } from '../../support/stage';
import { fieldsOfForms, uploadVersion } from '../../support/upload';
import { arrivesAt } from '../../support/where';

const { story, server } = stage();
const project = projectTexts['zh-CN'];
const device = deviceTexts['zh-CN'];
const callback = webhookTexts['zh-CN'];
const packet = packetTexts['zh-CN'];
const upgrade = upgradeTexts['zh-CN'];
const virtual = virtualTexts['zh-CN'];

let admin: SignedIn;
let receiver: Receiver;

beforeAll(async () => {
  admin = await server().signUp('Admin');
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Performs an action on the page. @returns the request that it causes */
async function callOf(page: Page, method: string, path: RegExp, act: () => Promise<unknown>): Promise<Request> {
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === method && path.test(new URL(one.url()).pathname)),
    act(),
  ]);
  expect((await request.response())?.status()).toBeLessThan(400);
  // Line 7.1 of the specification.
  expect(await request.headerValue('authorization')).toBe(`Bearer ${admin.token}`);
  return request;
}

const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = `#${to}`;
  }, path);

const newProject = (name: string) => server().call(contract.application.create, { body: { name, categoryId: 1 } }, admin.token);

story('7.1 7.2 7.3 opening the console fetches the user and the projects, with the token', async ({ open }) => {
  const asked: Request[] = [];
  const page = await open('/dashboard/project', { as: admin, before: async (page) => void page.on('request', (one) => asked.push(one)) });
  await page.getByRole('heading', { name: project.emptyTitle }).waitFor();

  const paths = asked.filter((one) => one.method() === 'GET').map((one) => new URL(one.url()).pathname);
  expect(paths).toContain('/v1/platform/currentUser');
  expect(paths).toContain('/v1/platform/application');
  const [user] = asked.filter((one) => one.url().endsWith('/currentUser'));
  expect(await user?.headerValue('authorization')).toBe(`Bearer ${admin.token}`);
});

story('7.4 7.5 7.7 7.6 a project is made, changed, switched and deleted', async ({ open }) => {
  const page = await open('/dashboard/project', { as: admin });
  await page.getByRole('button', { name: project.create }).first().click();
  await page.getByLabel(project.name, { exact: true }).fill('气象站');
  const created = await callOf(page, 'POST', /\/application$/, () => button(page, project.submitCreate).click());
  expect(created.postDataJSON()).toMatchObject({ name: '气象站', categoryId: 1 });
  await button(page, project.kept).click();

  const menu = () => page.getByRole('button', { name: project.menuOf('气象站') }).click();
  await menu();
  await page.getByRole('menuitem', { name: project.edit }).click();
  await page.getByRole('textbox', { name: project.description, exact: true }).fill('高原');
  const changed = await callOf(page, 'PATCH', /\/application\/\d+$/, () => button(page, project.save).click());
  expect(changed.postDataJSON()).toMatchObject({ description: '高原', categoryId: 1 });

  await page.getByRole('switch', { name: project.switchOf('气象站') }).click();
  const switched = await callOf(page, 'POST', /\/application\/\d+\/switch$/, () => button(page, project.disable).click());
  expect(switched.postDataJSON()).toEqual({ id: expect.any(Number), status: 'disabled' });

  await menu();
  await page.getByRole('menuitem', { name: project.remove }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('气象站');
  await callOf(page, 'DELETE', /\/application\/\d+$/, () => button(page, project.removeSubmit).click());
});

story('7.8 7.9 7.10 devices are listed, added, looked at and deleted', async ({ open }) => {
  const { appKey } = await newProject('设备');
  const page = await open('/dashboard/project', { as: admin });
  await callOf(page, 'GET', new RegExp(`/${appKey}/device$`), () => go(page, `/dashboard/${appKey}/device`));

  await page.getByRole('button', { name: device.add }).first().click();
  await page.getByLabel(device.sn).fill('WS-1');
  const added = await callOf(page, 'POST', new RegExp(`/${appKey}/device$`), () =>
    page.getByRole('dialog').getByRole('button', { name: device.submitAdd, exact: true }).click(),
  );
  expect(added.postDataJSON()).toMatchObject({ sn: 'WS-1' });
  await button(page, device.kept).click();

  await page.getByRole('button', { name: device.menuOf('WS-1') }).click();
  await page.getByRole('menuitem', { name: device.details }).click();
  await page.getByRole('dialog').getByText('WS-1').first().waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: device.menuOf('WS-1') }).click();
  await page.getByRole('menuitem', { name: device.remove }).click();
  await callOf(page, 'DELETE', new RegExp(`/${appKey}/device/WS-1$`), () =>
    page.getByRole('dialog').getByRole('button', { name: device.remove }).last().click(),
  );
});

story('7.19 the details of a device that is connected are what the broker says', async ({ open, expectProblem }) => {
  // The broker answers 404 until the device has connected.
  expectProblem(/404.*\/emqx\/clients\//);
  const { appKey } = await newProject('连接');
  const page = await open(`/dashboard/${appKey}/device`, { as: admin });
  await page.getByRole('button', { name: virtual.start }).click();
  const online = () => server().call(contract.device.list, { params: { appKey }, query: { state: 'online' } }, admin.token);
  const { list } = await eventually(online, ({ total }) => total === 1);
  const sn = list[0]?.sn ?? '';
  await callOf(page, 'GET', new RegExp(`/emqx/emqx/clients/${appKey}.${sn}$`), () => go(page, `/dashboard/${appKey}/device?device=${sn}`));
});

story('7.11 7.12 7.14 7.13 a callback is read, saved and tested, and its records are listed', async ({ open }) => {
  const { appKey } = await newProject('回调');
  const page = await open('/dashboard/project', { as: admin });
  await callOf(page, 'GET', new RegExp(`/${appKey}/webhook$`), () => go(page, `/dashboard/${appKey}/consumer`));

  await page.getByLabel(callback.url, { exact: true }).fill(receiver.url);
  const saved = await callOf(page, 'POST', new RegExp(`/${appKey}/webhook$`), () => button(page, callback.create).click());
  expect(saved.postDataJSON()).toMatchObject({ url: receiver.url });
  await button(page, callback.kept).click();
  await callOf(page, 'POST', new RegExp(`/${appKey}/webhook/test$`), () => button(page, callback.test).click());

  const [listed] = await Promise.all([
    page.waitForRequest((one) => one.url().includes(`/${appKey}/webhook/record?`) && one.url().includes('pageSize=10')),
    go(page, `/dashboard/${appKey}/call-record`),
  ]);
  expect(listed.method()).toBe('GET');
});

story(
  '7.17 7.16 7.15 7.18 7.20 a version is uploaded, listed, offered for upgrades, downloaded from the host of its own, and deleted',
  async ({ open }) => {
    const page = await open('/packet', { as: admin });
    const fields = await fieldsOfForms(page);
    const put = await callOf(page, 'PUT', /\/platform\/packet$/, () => uploadVersion(page, 'camera', '1.0.0'));
    expect(await put.headerValue('content-type')).toContain('multipart/form-data');
    expect(await fields()).toMatchObject({ name: 'camera', version: '1.0.0', description: '', file: '8 bytes' });
    const uploaded = await (await put.response())?.json();
    expect(uploaded).toMatchObject({ success: true, data: { name: 'camera', version: '1.0.0', description: '', size: 8 } });

    await go(page, '/dashboard/project');
    await arrivesAt(page, '/dashboard/project');
    await callOf(page, 'GET', /\/platform\/packet$/, () => go(page, '/packet'));
    await page.getByText('camera').first().waitFor();
    expect(new URL(uploaded.data.downloadUrl).host).not.toBe(new URL(server().url).host);
    expect(await (await fetch(uploaded.data.downloadUrl)).text()).toBe('firmware');

    const { appKey } = await newProject('升级');
    await server().call(contract.device.create, { params: { appKey }, body: { sn: 'WS-1' } }, admin.token);
    await go(page, `/dashboard/${appKey}/device`);
    await page.getByRole('button', { name: device.menuOf('WS-1') }).click();
    await callOf(page, 'GET', /\/packet\/all$/, () => page.getByRole('menuitem', { name: upgrade.upgradeOne }).click());
    await page.keyboard.press('Escape');

    await go(page, '/packet');
    await page.getByRole('button', { name: packet.menuOf('camera 1.0.0') }).click();
    await page.getByRole('menuitem', { name: packet.remove }).click();
    await callOf(page, 'DELETE', /\/packet\/\d+$/, () =>
      page.getByRole('dialog').getByRole('button', { name: packet.remove }).last().click(),
    );
  },
);
