import mqtt from 'mqtt';
import { contract } from '../../contract';
import { clientIdOf, downTopic, upTopic } from '../../contract/topics';
import { startDevice, type VirtualDevice } from '../../device-kit/device';
import { configManyTexts } from '../../src/locales/config-many';
import { barriers, idle, pressBack } from '../support/chromium';
import { stage } from '../support/stage';

const { application, config, device, settings } = contract;

const { story, server } = stage();
const texts = configManyTexts['zh-CN'];
const kits: VirtualDevice[] = [];
afterAll(() => {
  for (const kit of kits) kit.vanish();
});

story(
  'one change for several devices is put together from the keys there are, and each says what became of it',
  async ({ open, served }) => {
    const me = await server().signUp('Lin');
    const { appKey } = await served.call(application.create, { body: { name: '仓储', categoryId: 1 } }, me.token);
    const params = { appKey };
    const { created } = await served.call(
      device.createMany,
      { params, body: { devices: ['CAM-1', 'CAM-2'].map((sn) => ({ sn })) } },
      me.token,
    );
    const { mqttUrl } = await served.call(settings.read);
    const [{ secret } = { secret: '' }] = created;
    kits.push(startDevice({ url: mqttUrl, appKey, sn: 'CAM-1', secret, telemetryEveryMs: 0 }));

    const page = await open(`/dashboard/${appKey}/device`, { as: me });
    await page.getByRole('button', { name: '在线 1' }).waitFor();
    await page.getByRole('checkbox', { name: '选择本页' }).check();
    await page.getByRole('region', { name: '对所选设备的操作' }).getByRole('button', { name: '配置' }).click();

    const dialog = page.getByRole('dialog', { name: '为 2 台设备应用配置' });
    await dialog.getByRole('combobox', { name: '从一台设备复制（选填）' }).and(page.locator(':focus')).waitFor();
    const add = dialog.getByRole('combobox', { name: '添加配置项' });
    await add.click();
    await page.getByText('1 – 60 fps · 默认 15').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.type('帧率');
    await page.keyboard.press('Enter');
    const text = dialog.getByRole('textbox', { name: '要修改的配置项 (JSON)' });
    await text.getByText('"fps": 15').waitFor();
    // The cursor is at the value, so that it can be changed at once.
    await page.keyboard.press('Delete');
    await page.keyboard.press('Delete');
    await page.keyboard.type('99');
    await dialog.getByRole('button', { name: 'depth.fps 不能大于 60' }).waitFor();
    await page.keyboard.press('Backspace');
    await add.click();
    await page.keyboard.type('log.level');
    await page.keyboard.press('Enter');
    await text.getByText('"level": "info"').waitFor();

    // Until the list of keys is removed, Escape would close it.
    await page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' });
    await idle(page);
    // Escape does not discard the input without a question.
    await dialog.getByLabel('备注（选填）').press('Escape');
    await page.getByRole('dialog', { name: '放弃未提交的内容？' }).getByRole('button', { name: '继续填写' }).click();
    await text.getByText('"level": "info"').waitFor();

    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await dialog.getByRole('button', { name: '应用到 2 台设备' }).click();
    await dialog.getByRole('row').filter({ hasText: 'CAM-1' }).getByText('设备已应用').waitFor();
    await dialog.getByRole('row').filter({ hasText: 'CAM-2' }).getByText('设备从未连接，首次连接后应用').waitFor();
    expect(await barriers(page)).toEqual([]);
    // The states of all devices are read by a single request.
    expect(asked).toContain(`/v1/platform/${appKey}/device/batch/config/sync`);
    expect(asked.filter((path) => path.endsWith('/CAM-1/config'))).toEqual([]);

    const { desired } = await served.call(config.read, { params: { appKey, sn: 'CAM-2' } }, me.token);
    expect(desired.state).toEqual({ depth: { fps: 9 }, log: { level: 'info' } });
  },
);

story('a device that took it and has other values is told as that, until it has what is wanted', async ({ open, served }) => {
  const me = await server().signUp('Qian');
  const { appKey } = await served.call(application.create, { body: { name: '挤奶厅', categoryId: 1 } }, me.token);
  const { secret } = await served.call(device.create, { params: { appKey }, body: { sn: 'CAM-1' } }, me.token);
  const { mqttUrl } = await served.call(settings.read);
  const clientId = clientIdOf(appKey, 'CAM-1');
  const camera = await mqtt.connectAsync(mqttUrl, { clientId, username: clientId, password: secret, protocolVersion: 4 });
  await camera.subscribeAsync(downTopic(appKey, 'CAM-1', 'config/desired'));
  const reports = (fps: number) =>
    camera.publishAsync(
      upTopic(appKey, 'CAM-1', 'config/reported'),
      JSON.stringify({ version: 1, state: { depth: { fps } }, result: 'ok' }),
      {
        qos: 1,
      },
    );
  try {
    const page = await open(`/dashboard/${appKey}/device`, { as: me });
    await page.getByRole('button', { name: '在线 1' }).waitFor();
    await page.getByRole('checkbox', { name: '选择本页' }).check();
    await page.getByRole('region', { name: '对所选设备的操作' }).getByRole('button', { name: '配置' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '要修改的配置项 (JSON)' }).fill('{"depth":{"fps":9}}');
    await dialog.getByRole('button', { name: '应用到 1 台设备' }).click();
    await dialog.getByText('等待设备应用').waitFor();
    await reports(15);
    await dialog.getByText('设备已应用，但上报的值不同').waitFor();
    await reports(9);
    await dialog.getByText('设备已应用', { exact: true }).waitFor();
  } finally {
    camera.end(true);
  }
});

story('a step back while it opens gives it up; while it is applied, it asks whether to stop', async ({ open, served }) => {
  const me = await server().signUp('Wu');
  const { appKey } = await served.call(application.create, { body: { name: '温室', categoryId: 1 } }, me.token);
  await served.call(device.create, { params: { appKey }, body: { sn: 'CAM-1' } }, me.token);
  let goOn = () => {};
  let held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const page = await open('/dashboard/project', { as: me });
  for (const path of ['**/config/schema', '**/batch/config'])
    await page.route(path, async (route) => {
      await held;
      await route.continue();
    });
  await page.getByRole('link', { name: '温室' }).click();
  await page.getByRole('checkbox', { name: '选择本页' }).check();
  const configure = page.getByRole('region', { name: '对所选设备的操作' }).getByRole('button', { name: '配置' });
  const asks = page.waitForRequest('**/config/schema');
  await configure.click();
  await asks;
  await pressBack(page);
  goOn();
  await idle(page);
  await configure.click();

  const dialog = page.getByRole('dialog', { name: '为 1 台设备应用配置' });
  await dialog.getByRole('textbox', { name: '要修改的配置项 (JSON)' }).fill('{"depth":{"fps":9}}');
  held = new Promise((resolve) => {
    goOn = resolve;
  });
  await dialog.getByRole('button', { name: '应用到 1 台设备' }).click();
  const question = page.getByRole('dialog', { name: texts.applyingTitle });
  await pressBack(page);
  await question.getByRole('button', { name: texts.keepApplying }).click();
  await question.waitFor({ state: 'detached' });
  await pressBack(page);
  await question.getByRole('button', { name: texts.stopAndSee }).click();
  await question.waitFor({ state: 'detached' });
  goOn();
  await dialog.getByRole('row').filter({ hasText: 'CAM-1' }).waitFor();
});
