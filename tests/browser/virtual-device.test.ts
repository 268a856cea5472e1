import type { Locator } from 'playwright-core';
import { contract } from '../../contract';
import { barriers, DESK, PHONE } from '../support/chromium';
import { eventually } from '../support/eventually';
import { developer, devices, drawer, liveStage, newDevice, newProject, stateOf } from '../support/live-stage';
import { PASSWORD } from '../support/served';

const { story, server } = liveStage();

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
    // Folded, it is below the side menu, and does not cover the page.
    const [pill, content] = await Promise.all([card.boundingBox(), page.locator('main').boundingBox()]);
    expect((pill?.x ?? 0) + (pill?.width ?? 0)).toBeLessThanOrEqual(content?.x ?? 0);
    // The focus stays on the button that folds and unfolds.
    await card.getByRole('button', { name: /^展开/ }).press('Enter');
    await card.getByRole('button', { name: '收起' }).and(page.locator(':focus')).press('Enter');
    await card.getByRole('button', { name: /^展开/ }).and(page.locator(':focus')).press('Enter');
    await card.getByText('遥测').first().waitFor();
    await page.getByRole('button', { name: '实时' }).waitFor();
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
      // The broker answers 404 if the device disconnects just before the request.
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

      // Folded, it hides nothing: the drawer's content ends above it, or is beside it.
      const [pill, story] = await Promise.all([card.boundingBox(), drawer(page).locator('.details').boundingBox()]);
      const isBeside = (pill?.x ?? 0) + (pill?.width ?? 0) <= (story?.x ?? 0);
      expect(isBeside || (story?.y ?? 0) + (story?.height ?? 0) <= (pill?.y ?? 0)).toBe(true);

      // From the start of the drawer, Shift+Tab leads to the device, and not to masked elements.
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

  story('covers no bar at the bottom of a phone, nor do two', async ({ open }) => {
    const project = await newProject();
    await server().call(
      contract.webhook.save,
      {
        params: { appKey: project.appKey },
        body: { url: 'http://127.0.0.1:3000/', events: ['device.online'], headers: {}, status: 'enabled' },
      },
      developer.token,
    );
    const page = await open(devices(project), { as: developer, viewport: PHONE });
    await page.getByRole('button', { name: '启动虚拟设备' }).click();
    await page.locator('.device-cards').waitFor();
    await page.getByRole('button', { name: '启动虚拟设备' }).click();
    const cards = page.getByRole('region', { name: /虚拟设备 virtual-/ });
    await cards.nth(1).waitFor();
    async function isUncovered(bar: Locator) {
      await bar.waitFor();
      const [below, first, second] = await Promise.all([bar, cards.nth(0), cards.nth(1)].map((one) => one.boundingBox()));
      const end = (below?.y ?? 0) + (below?.height ?? 0);
      expect([first?.y ?? 0, second?.y ?? 0].filter((top) => top < end)).toEqual([]);
      expect((second?.x ?? 0) + (second?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
    }

    // Once both are in the list: one that came later would not be selected.
    await page.locator('.device-cards > li').nth(1).waitFor();
    await page.getByRole('checkbox', { name: '选择本页' }).check();
    await isUncovered(page.getByRole('region', { name: '对所选设备的操作' }));
    await page.evaluate((hash) => location.assign(`#${hash}`), `/dashboard/${project.appKey}/consumer`);
    await page.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:3000/other');
    await isUncovered(page.locator('.save-line'));
    expect(await barriers(page)).toEqual([]);
  });

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
    // The broker answers 404 if the device disconnects just before the request.
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

    await card.getByRole('button', { name: '停止并关闭' }).click();
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
    // Requests sent just before are answered after the session has ended.
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
