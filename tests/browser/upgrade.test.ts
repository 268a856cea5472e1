import { contract } from '../../contract';
import { startDevice, type VirtualDevice } from '../../device-kit/device';
import { upgradeTexts } from '../../src/locales/upgrade';
import { barriers, PHONE } from '../support/chromium';
import { eventually } from '../support/eventually';
import type { Served, SignedIn } from '../support/served';
import { stage } from '../support/stage';

const { application, device, settings, upgrade } = contract;

const { story, server } = stage();
const t = upgradeTexts['zh-CN'];
const kits: VirtualDevice[] = [];
let me: SignedIn;
let params: { appKey: string };

beforeAll(async () => {
  me = await server().signUp('Lin');
  const { appKey } = await server().call(application.create, { body: { name: '仓储', categoryId: 1 } }, me.token);
  params = { appKey };
});
afterAll(() => {
  for (const kit of kits) kit.vanish();
});

async function publish({ url }: Served, version: string, bytes = 200_000): Promise<number> {
  const form = new FormData();
  form.append('name', 'virtual-camera');
  form.append('version', version);
  form.append('file', new Blob([Buffer.alloc(bytes, version)]), 'camera.bin');
  const reply = await fetch(`${url}/v1/platform/packet`, { method: 'PUT', headers: { authorization: `Bearer ${me.token}` }, body: form });
  return ((await reply.json()) as { data: { id: number } }).data.id;
}

async function startDevices(served: Served, sns: string[], failing: Set<string>, installMs = 200) {
  const { created } = await served.call(device.createMany, { params, body: { devices: sns.map((sn) => ({ sn })) } }, me.token);
  const { mqttUrl } = await served.call(settings.read);
  for (const { sn, secret } of created) {
    const fails = () => failing.delete(sn);
    kits.push(startDevice({ url: mqttUrl, ...params, sn, secret, telemetryEveryMs: 0, upgrade: { installMs, fails } }));
  }
}

story('a developer upgrades the devices, sees one fail and why, and lets it try again', async ({ open, served }) => {
  const [one, two, three] = ['CAM-1', 'CAM-2', 'CAM-3'] as const;
  await startDevices(served, [one, two], new Set([two]));
  await served.call(device.create, { params, body: { sn: three } }, me.token);
  await publish(served, '2.0.0');

  const page = await open(`/dashboard/${params.appKey}/device`, { as: me });
  await page.getByRole('button', { name: '在线 2' }).waitFor();
  await page.getByRole('button', { name: '升级', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: '升级任务' });
  await drawer.getByRole('listitem').filter({ hasText: '未上报' }).waitFor();
  await drawer.getByRole('button', { name: '新建升级' }).first().click();

  const dialog = page.getByRole('dialog', { name: '升级设备' });
  await dialog.getByRole('combobox', { name: '目标版本' }).click();
  await page.keyboard.type('2.0');
  // Enter takes the active option, which must be there first.
  await page.locator('.ant-select-item-option-active').filter({ hasText: '2.0.0' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('1 台不在线，上线后开始').waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: '升级 3 台设备' }).click();

  const opened = page.getByRole('dialog', { name: /virtual-camera/ });
  await opened.getByRole('row').filter({ hasText: one }).getByText('成功').waitFor();
  await opened.getByRole('row').filter({ hasText: two }).getByText('失败').waitFor();
  await opened.getByRole('row').filter({ hasText: three }).getByText('等待上线').waitFor();
  expect(await barriers(page)).toEqual([]);

  await opened.getByRole('button', { name: '重试失败的 1 台' }).click();
  await opened.getByRole('row').filter({ hasText: two }).getByText('成功').waitFor();
  await opened.getByRole('button', { name: /成功\s?2/ }).click();
  await opened.getByRole('row').filter({ hasText: three }).waitFor({ state: 'detached' });

  await opened.getByRole('button', { name: '取消升级' }).click();
  await page.getByRole('dialog', { name: '取消升级到 virtual-camera 2.0.0？' }).getByRole('button', { name: '取消升级' }).click();
  await opened.getByText('已取消').first().waitFor();
  await opened.getByRole('button', { name: '全部升级任务' }).click();
  await page.getByRole('list').filter({ hasText: 'virtual-camera 2.0.0' }).first().waitFor();
});

story('Escape closes what an upgrade was started in', async ({ open, served }) => {
  await publish(served, '2.1.0');
  const page = await open(`/dashboard/${params.appKey}/device`, { as: me });
  const drawer = page.getByRole('dialog', { name: '升级任务' });
  const dialog = page.getByRole('dialog', { name: '升级设备' });
  const opened = page.getByRole('dialog', { name: /virtual-camera 2.1.0/ });
  // Three times, because a discarded render of the dialog may keep handling Escape, but not always.
  for (let time = 0; time < 3; time++) {
    await page.reload();
    await page.getByRole('button', { name: '升级', exact: true }).click();
    await drawer.getByRole('button', { name: '新建升级' }).first().click();
    await dialog.getByRole('combobox', { name: '目标版本' }).click();
    await page.keyboard.type('2.1');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /升级 \d+ 台设备/ }).click();
    await opened.waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
  }
});

story('a device that finishes after the cancellation is shown as it is, in the upgrade and in its own drawer', async ({ open, served }) => {
  const packetId = await publish(served, '2.5.0');
  const sn = 'LATE-1';
  // Long enough to cancel it on a slow machine.
  await startDevices(served, [sn], new Set(), 15_000);
  const read = () => served.call(device.read, { params: { ...params, sn } }, me.token);
  await eventually(read, ({ packetVersion }) => packetVersion !== '');
  const { id } = await served.call(upgrade.create, { params, body: { packetId, target: { sns: [sn] } } }, me.token);
  const page = await open(`/dashboard/${params.appKey}/device?upgrade=${id}`, { as: me });
  const opened = page.getByRole('dialog', { name: /virtual-camera/ });
  const row = opened.getByRole('row').filter({ hasText: sn });
  await row.getByText('安装中').waitFor();
  await opened.getByRole('button', { name: '取消升级' }).click();
  await page
    .getByRole('dialog', { name: /取消升级到/ })
    .getByRole('button', { name: '取消升级' })
    .click();
  await row.getByText('取消前已通知，可能仍会完成').waitFor();

  await row.getByText('成功').waitFor();
  await row.getByText('virtual-camera 2.5.0').waitFor();
  await opened.getByText('1 台中 1 台成功').waitFor();
  await opened.getByText('已取消', { exact: true }).waitFor();
  await row.getByRole('button', { name: `查看 ${sn}` }).click();
  const last = page.getByRole('region', { name: '最近一次升级' });
  await last.getByText('2.5.0').waitFor();
  await last.getByText('成功').waitFor();
});

story('a virtual device in the page downloads, verifies and comes back with the version', async ({ open, served }) => {
  await publish(served, '3.0.0');
  const page = await open(`/dashboard/${params.appKey}/device`, { as: me });
  await page.getByRole('button', { name: '启动虚拟设备' }).click();
  const row = page.getByRole('row').filter({ has: page.getByText(/^virtual-\w{5}$/) });
  await row.getByText('在线').waitFor();
  await row.getByRole('button', { name: /更多|操作/ }).click();
  await page.getByRole('menuitem', { name: '升级' }).click();
  const dialog = page.getByRole('dialog', { name: /^升级 virtual-/ });
  await dialog.getByRole('combobox', { name: '目标版本' }).click();
  await page.keyboard.type('3.0');
  await page.keyboard.press('Enter');
  await dialog.getByText('在线', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: '开始升级' }).click();

  const opened = page.getByRole('dialog', { name: /virtual-camera/ });
  await opened.getByText('已结束').waitFor();
  await opened.getByRole('row').filter({ hasText: 'virtual-camera 3.0.0' }).waitFor();
});

story('beside a virtual device, the focus goes on in the list of upgrades, from where one is begun', async ({ open, served }) => {
  await publish(served, '3.0.1');
  const page = await open(`/dashboard/${params.appKey}/device`, { as: me });
  await page.getByRole('button', { name: '启动虚拟设备' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: /virtual-/ })
    .first()
    .getByText('在线')
    .waitFor();
  await page.getByRole('button', { name: '升级', exact: true }).click();
  await page.getByRole('button', { name: '新建升级' }).first().press('Enter');
  const dialog = page.getByRole('dialog', { name: '升级设备' });
  await dialog.getByRole('combobox', { name: '目标版本' }).click();
  await page.keyboard.type('3.0.1');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: /^开始升级/ }).press('Enter');
  const opened = page.getByRole('dialog', { name: /virtual-camera 3.0.1/ });
  await dialog.waitFor({ state: 'detached' });
  // What was focused is gone, the page below is inert.
  await opened.getByRole('button', { name: '关闭' }).and(page.locator(':focus')).waitFor();
});

story('a virtual device that was upgraded still runs that version when it is started again after a reload', async ({ open, served }) => {
  const packetId = await publish(served, '3.1.0');
  const page = await open(`/dashboard/${params.appKey}/device`, { as: me });
  page.on('dialog', (asked) => asked.accept());
  await page.getByRole('button', { name: '启动虚拟设备' }).click();
  const pill = page.getByRole('region', { name: /虚拟设备 virtual-/ });
  await pill.getByText('在线', { exact: true }).waitFor();
  const sn = (await pill.locator('.virtual-sn').textContent()) ?? '';
  const read = () => served.call(device.read, { params: { ...params, sn } }, me.token);
  expect((await eventually(read, ({ packetVersion }) => packetVersion !== '')).packetVersion).toBe('1.0.0');
  await served.call(upgrade.create, { params, body: { packetId, target: { sns: [sn] } } }, me.token);
  await eventually(read, ({ packetVersion }) => packetVersion === '3.1.0');

  await page.goto(`${served.url}/#/dashboard/${params.appKey}/device?device=${sn}`);
  await page.reload();
  await page.getByRole('button', { name: '再次启动这台虚拟设备' }).click();
  await page.getByRole('button', { name: '重置密钥并启动' }).click();
  await pill.getByText('在线', { exact: true }).waitFor();
  await pill.getByRole('button', { name: '展开' }).click();
  await pill.getByRole('listitem').filter({ hasText: '上报版本' }).getByText('version 3.1.0').waitFor();
  expect(await read()).toMatchObject({ state: 'online', packetName: 'virtual-camera', packetVersion: '3.1.0' });
});

story('on a phone the upgrades fit and are read without scrolling sideways', async ({ open, served }) => {
  const { list } = await served.call(upgrade.list, { params, query: {} }, me.token);
  const page = await open(`/dashboard/${params.appKey}/device?upgrade=${list.at(-1)?.id}`, { as: me, viewport: PHONE });
  const opened = page.getByRole('dialog', { name: /virtual-camera/ });
  await opened.getByRole('row').filter({ hasText: 'CAM-1' }).waitFor();
  expect(await opened.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
});

story('after a part of the devices went well one goes on to the rest', async ({ open, served }) => {
  const packetId = await publish(served, '4.0.0');
  const target = { percent: 50, filter: { keyword: 'CAM', state: 'online' as const } };
  const { id } = await served.call(upgrade.create, { params, body: { packetId, target } }, me.token);
  const page = await open(`/dashboard/${params.appKey}/device?upgrade=${id}`, { as: me });
  const opened = page.getByRole('dialog', { name: /virtual-camera/ });
  await opened.getByText('1 台中 1 台成功').waitFor();
  await opened.getByRole('button', { name: '扩大到 100%' }).click();
  await page
    .getByRole('dialog', { name: '升级设备' })
    .getByRole('button', { name: /^升级 \d 台设备$/ })
    .click();

  await page.waitForURL(new RegExp(`upgrade=${id + 1}$`));
  for (const sn of ['CAM-1', 'CAM-2']) await opened.getByRole('row').filter({ hasText: sn }).filter({ hasText: '4.0.0' }).waitFor();
  await opened.getByText('已结束').waitFor();

  // Back at the first one, the second is a click away, and is not started again.
  await page.goBack();
  await opened.getByText('1 台中 1 台成功').waitFor();
  await opened.getByRole('button', { name: '已扩大到 100%，查看' }).click();
  await page.waitForURL(new RegExp(`upgrade=${id + 1}$`));
});

story('what was shown over the list is no step on the way back once it is closed', async ({ open, served }) => {
  const [one, other] = ['BACK-1', 'BACK-2'] as const;
  await startDevices(served, [one, other], new Set());
  const packetId = await publish(served, '4.1.0');
  await served.call(upgrade.create, { params, body: { packetId, target: { sns: [one] } } }, me.token);
  const page = await open('/dashboard/project', { as: me });
  const path = `/dashboard/${params.appKey}/device`;
  const isAt = (address: string) => page.waitForURL((url) => url.hash === `#${address}`);
  const over = page.getByRole('dialog');
  async function close() {
    await page.keyboard.press('Escape');
    await over.waitFor({ state: 'detached' });
  }
  await page.getByRole('link', { name: '仓储' }).click();
  await page.getByRole('button', { name: /^在线/ }).click();
  await isAt(`${path}?state=online`);

  // A device, its latest upgrade, and all upgrades: closed at once, and after a reload, too.
  await page.getByRole('button', { name: `查看 ${one} 的详情` }).click();
  await over.getByRole('region', { name: t.latest }).getByRole('button', { name: t.toUpgrade }).click();
  await page.waitForURL(/upgrade=\d+/);
  await over.getByRole('button', { name: t.back }).click();
  await isAt(`${path}?state=online&upgrade=all`);
  await close();
  await isAt(`${path}?state=online`);
  await page.goForward();
  await over.waitFor();
  await page.reload();
  await over.waitFor();
  await close();
  await isAt(`${path}?state=online`);
  await page.goBack();
  await isAt(path);

  // What was looked for meanwhile stays, and the list without it is a step back.
  await page.getByRole('button', { name: `查看 ${other} 的详情` }).click();
  await over.waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^在线/ }).click();
  await over.waitFor({ state: 'detached' });
  await isAt(`${path}?state=online`);

  // Without a list under it, the address that led here becomes the list; another document may be before it.
  await page.goto(`${served.url}/docs`);
  await page.goto(`${served.url}/#/dashboard/project`);
  await page.goto(`${served.url}/#${path}?device=${one}`);
  await over.waitFor();
  await close();
  await isAt(path);
  await page.goBack();
  await isAt('/dashboard/project');
});

story('an older version is warned of; begun on the page of a configuration, the upgrade leaves one there', async ({ open, served }) => {
  const sn = 'CAM-9';
  await startDevices(served, [sn], new Set());
  const newer = await publish(served, '5.1.0');
  // Uploaded later, but a lower version.
  await publish(served, '5.0.0');
  const { id } = await served.call(upgrade.create, { params, body: { packetId: newer, target: { sns: [sn] } } }, me.token);
  const first = await open(`/dashboard/${params.appKey}/device?upgrade=${id}`, { as: me });
  await first
    .getByRole('dialog', { name: /virtual-camera/ })
    .getByText('已结束')
    .waitFor();

  const page = await open(`/dashboard/${params.appKey}/device/${sn}/config`, { as: me });
  await page.getByRole('button', { name: '升级', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `升级 ${sn}` });
  await dialog.getByText('目前运行 virtual-camera 5.1.0').waitFor();
  await dialog.getByRole('combobox', { name: '目标版本' }).click();
  await page.keyboard.type('5.0');
  await page.keyboard.press('Enter');
  await dialog.getByText('目标版本低于正在运行的 virtual-camera 5.1.0').waitFor();
  expect(await barriers(page)).toEqual([]);
  const before = page.url();
  await dialog.getByRole('button', { name: '开始升级' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(page.url()).toBe(before);
  await page.getByRole('link', { name: '查看升级进度' }).click();
  await page
    .getByRole('dialog', { name: /virtual-camera/ })
    .getByRole('row')
    .filter({ hasText: 'virtual-camera 5.0.0' })
    .waitFor();
});

story('the versions lead to the upgrade of a project’s devices', async ({ open, served }) => {
  const id = await publish(served, '6.0.0');
  const page = await open(`/packet?packet=${id}`, { as: me });
  await page.getByRole('dialog').getByRole('button', { name: '升级设备' }).click();
  await page.getByRole('menuitem', { name: '仓储' }).click();
  const dialog = page.getByRole('dialog', { name: '升级设备' });
  await dialog.getByText('virtual-camera 6.0.0').waitFor();
  await dialog.getByText(/目前运行/).waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^取\s?消$/ }).click();
  await page.waitForURL(/device$/);
});
