import mqtt from 'mqtt';
import type { Locator, Page } from 'playwright-core';
import { contract } from '../../contract';
import type { Application } from '../../contract/application';
import { clientIdOf, upTopic } from '../../contract/topics';
import { barriers, DESK, PHONE } from '../support/chromium';
import { eventually } from '../support/eventually';
import { PASSWORD, type SignedIn } from '../support/served';
import { stage } from '../support/stage';

const { story, server } = stage();
let developer: SignedIn;
let mqttUrl: string;

beforeAll(async () => {
  developer = await server().signUp('Developer');
  ({ mqttUrl } = await server().call(contract.settings.read));
});

let projects = 0;

/** A project of its own for a story. */
const newProject = () => {
  projects += 1;
  return server().call(contract.application.create, { body: { name: `项目 ${projects}`, categoryId: 1 } }, developer.token);
};

const newDevice = ({ appKey }: Application, sn: string) =>
  server().call(contract.device.create, { params: { appKey }, body: { sn } }, developer.token);

/** A device of somebody's own, over TCP. */
function connect({ appKey }: Application, { sn, secret }: { sn: string; secret: string }) {
  const clientId = clientIdOf(appKey, sn);
  return mqtt.connectAsync(mqttUrl, {
    clientId,
    username: clientId,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
    keepalive: 60,
  });
}

const row = (page: Page, sn: string) => page.getByRole('row').filter({ hasText: sn });
const stateOf = (page: Page, sn: string, state: string) => row(page, sn).locator(`.state-tag[data-state=${state}]`);
const count = (page: Page, name: string) => page.getByRole('group', { name: '按状态筛选' }).getByRole('button', { name });
const isLive = (page: Page) => page.locator('.list-news .live-indicator[data-state=live]').waitFor();
const devices = ({ appKey }: Application) => `/dashboard/${appKey}/device`;
const drawer = (page: Page) => page.getByRole('dialog');

describe('the list', () => {
  story('shows a device go online and away again, on every open page, without reloading', async ({ open }) => {
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const pages = await Promise.all([open(devices(project), { as: developer }), open(devices(project), { as: developer })]);
    for (const page of pages) await isLive(page);
    await Promise.all(pages.map((page) => page.evaluate(() => Object.assign(window, { neverReloaded: true }))));

    const client = await connect(project, device);
    for (const page of pages) {
      await stateOf(page, 'CAM-1', 'online').waitFor();
      await count(page, '在线 1').waitFor();
      await row(page, 'CAM-1').getByText('127.0.0.1').waitFor();
    }

    await client.endAsync();
    for (const page of pages) {
      await stateOf(page, 'CAM-1', 'offline').waitFor();
      await count(page, '离线 1').waitFor();
      expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
    }
  });

  story('marks a row that the filter no longer fits, and counts what a fresh list would change', async ({ open }) => {
    const project = await newProject();
    const [one, other] = [await newDevice(project, 'CAM-1'), await newDevice(project, 'CAM-2')];
    const client = await connect(project, one);
    const page = await open(`${devices(project)}?state=online`, { as: developer });
    await stateOf(page, 'CAM-1', 'online').waitFor();
    await isLive(page);

    await client.endAsync();
    await row(page, 'CAM-1').getByText('已不符合筛选').waitFor();
    const later = await connect(project, other);
    await page.getByRole('button', { name: '列表有 1 处变化' }).waitFor();
    expect(await row(page, 'CAM-2').count()).toBe(0);

    await page.getByRole('button', { name: '列表有 1 处变化' }).click();
    await stateOf(page, 'CAM-2', 'online').waitFor();
    await row(page, 'CAM-1').waitFor({ state: 'detached' });
    await later.endAsync();
  });

  story('keeps what was heard of a row that a fresh list would not have', async ({ open }) => {
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const page = await open(devices(project), { as: developer });
    await stateOf(page, 'CAM-1', 'inactive').waitFor();
    await isLive(page);

    for (let n = 0; n < 10; n++) await newDevice(project, `LATER-${n}`);
    const client = await connect(project, device);
    await stateOf(page, 'CAM-1', 'online').waitFor();
    await page.waitForResponse((answer) => answer.url().includes(`/${project.appKey}/device?`));
    await page.getByRole('button', { name: /^列表有/ }).waitFor();

    expect(await stateOf(page, 'CAM-1', 'online').count()).toBe(1);
    await client.endAsync();
  });

  story('says that it is not live while the platform is away, and catches up when it is back', async ({ open, served, expectProblem }) => {
    expectProblem(/ERR_|Failed to (load resource|fetch)|WebSocket/);
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const page = await open(devices(project), { as: developer });
    await isLive(page);
    await stateOf(page, 'CAM-1', 'inactive').waitFor();

    const restarted = served.restart();
    await page.getByText(/重新连接中/).waitFor();
    await restarted;
    await isLive(page);

    const client = await connect(project, device);
    await stateOf(page, 'CAM-1', 'online').waitFor();
    await client.endAsync();
  });

  for (const language of ['zh-CN', 'en-US'] as const) {
    story(`${language} has room for its usual columns on 1280 pixels`, async ({ open }) => {
      const project = await newProject();
      await newDevice(project, 'CAM-1');
      const page = await open(devices(project), { as: developer, language, viewport: { width: 1280, height: 800 } });
      await row(page, 'CAM-1').waitFor();

      expect(await page.locator('.wide-table').evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
    });
  }
});

const unfold = (card: Locator) => card.getByRole('button', { name: /^展开/ }).click();

describe('a virtual device', () => {
  story('is one click away in an empty project, goes online on the page, and tells what it sends', async ({ open }) => {
    const project = await newProject();
    const page = await open(devices(project), { as: developer });
    const other = await open(devices(project), { as: developer });
    await page.getByRole('button', { name: '启动虚拟设备' }).click();

    const card = page.getByRole('region', { name: /虚拟设备 virtual-/ });
    await card.getByText('在线', { exact: true }).waitFor();
    await stateOf(page, 'virtual-', 'online').waitFor();
    // Folded it stands under the menu, and covers nothing of the page.
    const [pill, content] = await Promise.all([card.boundingBox(), page.locator('main').boundingBox()]);
    expect((pill?.x ?? 0) + (pill?.width ?? 0)).toBeLessThanOrEqual(content?.x ?? 0);
    await unfold(card);
    await card.getByText('遥测').first().waitFor();
    await stateOf(other, 'virtual-', 'online').waitFor();

    await other.getByRole('button', { name: /查看 virtual-.* 的详情/ }).click();
    await drawer(other).getByText('MQTT over WebSocket 3.1.1').waitFor();
    await drawer(other)
      .getByText(/temperature/)
      .first()
      .waitFor();

    await card.getByLabel('事件名称').fill('pallet_measured');
    await card.getByRole('button', { name: '发送事件' }).click();
    await drawer(other).getByText('事件 pallet_measured').waitFor();
  });

  for (const viewport of [DESK, PHONE]) {
    story(`is told what to do beside its drawer, on ${viewport.width} pixels`, async ({ open, expectProblem }) => {
      // Who asks the broker of a device that leaves at this moment is told that there is none.
      expectProblem(/404.*\/emqx\/clients\//);
      const project = await newProject();
      const page = await open(devices(project), { as: developer, viewport });
      await page.getByRole('button', { name: '启动虚拟设备' }).click();
      const card = page.getByRole('region', { name: /虚拟设备 virtual-/ });
      await card.getByText('在线', { exact: true }).waitFor();
      const details = page.locator('button.sn, .device-cards .open');
      await details.click();
      await drawer(page).getByRole('region', { name: '连接信息' }).waitFor();
      expect(await barriers(page)).toEqual([]);

      // Folded it hides nothing: what the drawer shows ends above it, or beside it.
      const [pill, story] = await Promise.all([card.boundingBox(), drawer(page).locator('.details').boundingBox()]);
      const isBeside = (pill?.x ?? 0) + (pill?.width ?? 0) <= (story?.x ?? 0);
      expect(isBeside || (story?.y ?? 0) + (story?.height ?? 0) <= (pill?.y ?? 0)).toBe(true);

      // From the drawer's beginning one key leads back to it, past nothing that is masked.
      await drawer(page).locator('.ant-drawer-close').focus();
      await page.keyboard.press('Shift+Tab');
      await card.getByRole('button', { name: /^展开/ }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await card.getByLabel('事件名称').fill('pallet_measured');
      await page.keyboard.press('Enter');
      await drawer(page).getByText('事件 pallet_measured').waitFor();
      await card.getByRole('button', { name: '突然中断' }).click();
      await drawer(page).getByText('连接中断', { exact: true }).first().waitFor();
      expect(await barriers(page)).toEqual([]);

      await card.getByRole('button', { name: '收起' }).click();
      await drawer(page).locator('.ant-drawer-close').click();
      await drawer(page).waitFor({ state: 'detached' });
      await details.and(page.locator(':focus')).waitFor();
    });
  }

  story('is reached beside the drawers of its configuration, too', async ({ open }) => {
    const project = await newProject();
    const page = await open(devices(project), { as: developer });
    await page.getByRole('button', { name: '启动虚拟设备' }).click();
    const card = page.getByRole('region', { name: /虚拟设备 virtual-/ });
    await card.getByText('在线', { exact: true }).waitFor();
    const sn = (await card.locator('.virtual-sn').textContent()) ?? '';
    const params = { appKey: project.appKey, sn };
    await server().call(
      contract.config.change,
      { params, query: {}, headers: { 'if-match': '0' }, body: { depth: { fps: 10 } } },
      developer.token,
    );
    await page.evaluate((path) => location.assign(`#${path}`), `${devices(project)}/${sn}/config`);

    const openers = [
      () => page.getByRole('button', { name: '历史版本' }).click(),
      async () => {
        await page.getByRole('button', { name: '更多', exact: true }).click();
        await page.getByRole('menuitem').last().click();
      },
    ];
    for (const openDrawer of openers) {
      await openDrawer();
      await drawer(page).locator('.ant-drawer-close').focus();
      await page.keyboard.press('Shift+Tab');
      await card.getByRole('button').and(page.locator(':focus')).waitFor();
      await card.getByRole('button', { name: /^展开/ }).click();
      await card.getByRole('button', { name: '收起' }).click();
      expect(await barriers(page)).toEqual([]);
      await drawer(page).locator('.ant-drawer-close').click();
      await drawer(page).waitFor({ state: 'detached' });
    }
  });

  story('is heard of when it says goodbye, when it breaks off, and when it comes back', async ({ open, expectProblem }) => {
    // Who asks the broker of a device that leaves at this moment is told that there is none.
    expectProblem(/404.*\/emqx\/clients\//);
    const project = await newProject();
    const page = await open(devices(project), { as: developer });
    await page.getByRole('button', { name: '启动虚拟设备' }).click();
    const card = page.getByRole('region', { name: /虚拟设备 virtual-/ });
    await stateOf(page, 'virtual-', 'online').waitFor();
    await unfold(card);
    const watcher = await open(devices(project), { as: developer });
    await watcher.getByRole('button', { name: /查看 virtual-.* 的详情/ }).click();
    const why = drawer(watcher).getByRole('region', { name: '为什么不在线' });

    await card.getByRole('button', { name: '正常断开' }).click();
    await why.getByText('设备主动断开', { exact: true }).waitFor();
    await card.getByRole('button', { name: '重新连接' }).click();
    await drawer(watcher).getByRole('region', { name: '连接信息' }).waitFor();
    await card.getByRole('button', { name: '突然中断' }).click();
    await why.getByText('连接中断', { exact: true }).waitFor();

    await card.getByRole('button', { name: '停止并移除' }).click();
    await card.waitFor({ state: 'detached' });
  });

  story('goes offline with its tab', async ({ open }) => {
    const project = await newProject();
    const watcher = await open(devices(project), { as: developer });
    const page = await open(devices(project), { as: developer });
    await page.getByRole('button', { name: '启动虚拟设备' }).click();
    await stateOf(watcher, 'virtual-', 'online').waitFor();

    await page.close({ runBeforeUnload: true });

    await stateOf(watcher, 'virtual-', 'offline').waitFor();
  });

  story('goes on once one is back whose session ended by itself, and is gone for somebody else', async ({ open, expectProblem }) => {
    expectProblem(/40[14]/);
    const [me, other] = ['returns@example.com', 'other@example.com'];
    const { token } = await server().signUp('Returns');
    await server().signUp('Other');
    const project = await server().call(contract.application.create, { body: { name: '会话', categoryId: 1 } }, token);
    const again = await server().call(contract.account.login, { body: { email: me, password: PASSWORD } });
    const page = await open(devices(project), { as: again });
    const card = page.getByRole('region', { name: /虚拟设备 virtual-/ });
    const endSession = async () => {
      const token = await page.evaluate(() => localStorage.getItem('token')?.replace('Bearer ', ''));
      await server().call(contract.account.logout, {}, token);
      await page.getByRole('heading', { name: '登录控制台' }).waitFor();
    };
    const signIn = async (email: string) => {
      await page.getByLabel('邮箱').fill(email);
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: '登录', exact: true }).click();
    };
    await page.getByRole('button', { name: '启动虚拟设备' }).click();
    await stateOf(page, 'virtual-', 'online').waitFor();

    await endSession();
    const read = () => server().call(contract.device.list, { params: { appKey: project.appKey }, query: {} }, token);
    await eventually(read, ({ counts }) => counts.offline === 1);
    await signIn(me);
    await stateOf(page, 'virtual-', 'online').waitFor();
    await card.getByText('在线', { exact: true }).waitFor();

    await endSession();
    await signIn(other);
    await page.getByRole('button', { name: other }).waitFor();
    await card.waitFor({ state: 'detached' });
  });

  story('goes on trying while it is refused, and no longer when it was deleted', async ({ open, expectProblem }) => {
    expectProblem(/404/);
    const project = await newProject();
    const page = await open(devices(project), { as: developer });
    await page.getByRole('button', { name: '启动虚拟设备' }).click();
    const card = page.getByRole('region', { name: /虚拟设备 virtual-/ });
    await stateOf(page, 'virtual-', 'online').waitFor();
    await unfold(card);
    const params = { appKey: project.appKey, sn: (await card.locator('.virtual-sn').textContent()) ?? '' };
    const enable = (enabled: boolean) => server().call(contract.device.update, { params, body: { enabled } }, developer.token);

    await enable(false);
    await card.getByText('连接被拒绝，正在重试').waitFor();
    await enable(true);
    await stateOf(page, 'virtual-', 'online').waitFor();

    await server().call(contract.device.remove, { params }, developer.token);
    await card.getByText('设备已删除').waitFor();
    expect(await barriers(page)).toEqual([]);
    await card.getByRole('button', { name: '移除', exact: true }).click();
    await card.waitFor({ state: 'detached' });
  });

  story('that went with a reload is started again from its details', async ({ open }) => {
    const project = await newProject();
    const page = await open(devices(project), { as: developer });
    page.on('dialog', (asked) => asked.accept());
    await page.getByRole('button', { name: '启动虚拟设备' }).click();
    await stateOf(page, 'virtual-', 'online').waitFor();
    await page.reload();
    await stateOf(page, 'virtual-', 'offline').waitFor();

    await page.getByRole('button', { name: /查看 virtual-.* 的详情/ }).click();
    await drawer(page).getByRole('button', { name: '再次启动这台虚拟设备' }).click();
    await page.getByText(/密钥会重置/).waitFor();
    await page.getByRole('button', { name: '重置密钥并启动' }).click();

    await stateOf(page, 'virtual-', 'online').waitFor();
    await page.getByRole('region', { name: /虚拟设备 virtual-/ }).waitFor();
  });

  story('ends when one signs out, after saying so', async ({ open, expectProblem }) => {
    // What was asked just before is answered after the session has ended.
    expectProblem(/401/);
    const project = await newProject();
    const watcher = await open(devices(project), { as: developer });
    const body = { email: developer.user.email, password: PASSWORD };
    const page = await open(devices(project), {
      as: { ...developer, token: (await server().call(contract.account.login, { body })).token },
    });
    await page.getByRole('button', { name: '启动虚拟设备' }).click();
    await stateOf(watcher, 'virtual-', 'online').waitFor();

    const signOut = async () => {
      await page.getByRole('button', { name: developer.user.email }).click();
      await page.getByRole('menuitem', { name: '退出登录' }).click();
    };
    await signOut();
    await page.getByText('这个标签页里的 1 台虚拟设备会停止并离线', { exact: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: '留在此页' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await signOut();
    await page.getByRole('button', { name: '停止并退出' }).click();

    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    await stateOf(watcher, 'virtual-', 'offline').waitFor();
  });

  story('takes the place of a device, after saying that its secret is reset', async ({ open }) => {
    const project = await newProject();
    await newDevice(project, 'CAM-1');
    const page = await open(`${devices(project)}?device=CAM-1`, { as: developer });
    await drawer(page).getByRole('button', { name: '启动虚拟设备' }).click();
    await page.getByText(/密钥会重置/).waitFor();
    await page.getByRole('button', { name: '重置密钥并启动' }).click();

    await drawer(page).getByRole('region', { name: '连接信息' }).waitFor();
    await stateOf(page, 'CAM-1', 'online').waitFor();
  });
});

describe('the details of a device', () => {
  story('open and close by keyboard and by the back button, and give the focus back', async ({ open }) => {
    const project = await newProject();
    await newDevice(project, 'CAM-1');
    const page = await open(devices(project), { as: developer });
    const sn = page.getByRole('button', { name: '查看 CAM-1 的详情' });

    await sn.focus();
    await page.keyboard.press('Enter');
    await drawer(page).getByText('还没有连接过').first().waitFor();
    expect(page.url()).toContain('device=CAM-1');
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('device=CAM-1');
    await sn.and(page.locator(':focus')).waitFor();

    await sn.click();
    await drawer(page).waitFor();
    await page.goBack();
    await drawer(page).waitFor({ state: 'detached' });
  });

  story('say what the broker knows, and end a connection after asking', async ({ open, expectProblem }) => {
    // As it goes the page may ask for it once more.
    expectProblem(/404.*\/emqx\/clients\//);
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const client = await connect(project, device);
    const page = await open(`${devices(project)}?device=CAM-1`, { as: developer });
    const facts = drawer(page).getByRole('region', { name: '连接信息' });
    await facts.getByText(clientIdOf(project.appKey, 'CAM-1')).waitFor();
    await drawer(page).getByText('心跳 60 秒').waitFor();
    expect(await barriers(page)).toEqual([]);

    await facts.getByRole('button', { name: '踢下线' }).click();
    await page.getByText(/通常会自动重新连接/).waitFor();
    await page.getByRole('dialog', { name: '将 CAM-1 踢下线？' }).getByRole('button', { name: '踢下线' }).click();

    await drawer(page).getByRole('region', { name: '为什么不在线' }).getByText('被踢下线', { exact: true }).waitFor();
    await drawer(page).getByRole('region', { name: '时间线' }).getByText('被踢下线').waitFor();
    await eventually(() => !client.connected);
  });

  story('tell of a wrong secret as it is tried, and of what to do', async ({ open }) => {
    const project = await newProject();
    await newDevice(project, 'CAM-1');
    const page = await open(`${devices(project)}?device=CAM-1`, { as: developer });
    const why = drawer(page).getByRole('region', { name: '为什么不在线' });
    await why.getByText('没有错误的密钥').waitFor();

    await expect(connect(project, { sn: 'CAM-1', secret: 'not-the-secret' })).rejects.toThrow();

    await why.getByText('用了错误的密钥').waitFor();
    await why.getByText('来自 127.0.0.1').waitFor();
    await why.getByRole('button', { name: '重置密钥' }).click();
    await page.getByRole('dialog', { name: '重置 CAM-1 的密钥？' }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });

  story('enable what was disabled, from the checklist', async ({ open, served }) => {
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const { appKey, id } = project;
    await served.call(contract.device.update, { params: { appKey, sn: 'CAM-1' }, body: { enabled: false } }, developer.token);
    await served.call(contract.application.switch, { params: { id }, body: { id, status: 'disabled' } }, developer.token);
    const page = await open(`${devices(project)}?device=CAM-1`, { as: developer });
    const why = drawer(page).getByRole('region', { name: '为什么不在线' });

    await why.getByRole('button', { name: '启用项目' }).click();
    await why.getByText('项目已停用').waitFor({ state: 'detached' });
    await why.getByRole('button', { name: '启用设备' }).click();
    await why.getByText('设备已禁用').waitFor({ state: 'detached' });

    const client = await connect(project, device);
    await drawer(page).getByRole('region', { name: '连接信息' }).waitFor();
    await client.endAsync();
  });

  story('are usable on a phone', async ({ open }) => {
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const client = await connect(project, device);
    const page = await open(`${devices(project)}?device=CAM-1`, { as: developer, viewport: PHONE });
    await drawer(page).getByRole('region', { name: '时间线' }).getByText('上线').waitFor();

    expect((await drawer(page).boundingBox())?.width).toBe(PHONE.width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await barriers(page)).toEqual([]);
    await client.endAsync();
  });

  story('go with the device when it is deleted', async ({ open }) => {
    const project = await newProject();
    await newDevice(project, 'CAM-1');
    await newDevice(project, 'CAM-2');
    const page = await open(`${devices(project)}?device=CAM-1`, { as: developer });
    await drawer(page).getByRole('button', { name: 'CAM-1 的更多操作' }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await page.getByRole('dialog', { name: '删除设备 CAM-1？' }).getByRole('button', { name: '删除' }).click();

    await drawer(page).first().waitFor({ state: 'detached' });
    await row(page, 'CAM-1').waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('device=CAM-1');
  });

  story('say that there is no such device', async ({ open, expectProblem }) => {
    expectProblem(/404/);
    const project = await newProject();
    await newDevice(project, 'CAM-1');
    const page = await open(`${devices(project)}?device=CAM-9`, { as: developer });
    await drawer(page).getByText('没有这台设备').waitFor();
  });
});

describe('the timeline', () => {
  const telemetry = (client: mqtt.MqttClient, { appKey }: Application, values: object) =>
    client.publishAsync(upTopic(appKey, 'CAM-1', 'telemetry'), JSON.stringify({ values }), { qos: 1 });

  story('loads older entries on scroll, holds new ones back while one reads, and filters', async ({ open }) => {
    const project = await newProject();
    const device = await newDevice(project, 'CAM-1');
    const client = await connect(project, device);
    for (let n = 0; n < 70; n++) await telemetry(client, project, { n });
    await client.publishAsync(upTopic(project.appKey, 'CAM-1', 'telemetry'), 'not json', { qos: 1 });
    const page = await open(`${devices(project)}?device=CAM-1`, { as: developer });
    const timeline = drawer(page).getByRole('region', { name: '时间线' });
    const entries = (count: number) =>
      eventually(
        () => timeline.getByRole('listitem').count(),
        (shown) => shown === count,
      );
    await timeline.getByText('收到无法读取的消息').waitFor();
    expect(await timeline.getByRole('listitem').count()).toBeLessThan(70);
    await timeline.locator('.live-indicator[data-state=live]').waitFor();

    for (const shown of [20, 40, 60]) {
      // As one does who wants to see more: what is on its way is not asked for again.
      await eventually(async () => {
        await page.locator('.details').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
        return (await timeline.getByRole('listitem').count()) > shown;
      });
    }
    await timeline.getByText('没有更早的记录了').waitFor();
    await entries(72);

    await telemetry(client, project, { n: 1001 });
    await timeline.getByRole('button', { name: '1 条新记录' }).click();
    await timeline.getByText('n 1001').waitFor();

    await timeline.getByRole('button', { name: '暂停' }).click();
    await telemetry(client, project, { n: 1002 });
    await timeline.getByRole('button', { name: '1 条新记录' }).waitFor();
    expect(await timeline.getByText('n 1002').count()).toBe(0);
    await timeline.getByRole('button', { name: '继续' }).click();
    await timeline.getByText('n 1002').waitFor();

    await timeline.getByRole('button', { name: '异常' }).click();
    await timeline.getByText('n 1002').waitFor({ state: 'detached' });
    await entries(1);
    await timeline.getByText('收到无法读取的消息').click();
    await timeline.getByText('"not-json"').waitFor();
    await client.endAsync();
  });
});
