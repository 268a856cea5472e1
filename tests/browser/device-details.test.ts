import type mqtt from 'mqtt';
import { contract } from '../../contract';
import type { Application } from '../../contract/application';
import { clientIdOf, upTopic } from '../../contract/topics';
import { atRest, barriers, PHONE } from '../support/chromium';
import { eventually } from '../support/eventually';
import { connect, developer, devices, drawer, liveStage, newDevice, newProject, row } from '../support/live-stage';

const { story } = liveStage();

describe('the details of a device', () => {
  story('open and close by keyboard and by the back button, and give the focus back', async ({ open }) => {
    const project = await newProject();
    await newDevice(project, 'CAM-1');
    const page = await open('/dashboard/project', { as: developer });
    await page.getByRole('link', { name: project.name }).click();
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

    // However it was closed, the next step back leaves the list.
    await page.goBack();
    await page.waitForURL(/dashboard\/project$/);
  });

  story('say what the broker knows, and end a connection after asking', async ({ open, expectProblem }) => {
    // While the client disconnects, the page may request its facts once more.
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

  story('go with the device when it is deleted', async ({ open, expectProblem }) => {
    // A second after the live connection began its upgrades are read again, which may be just then.
    expectProblem(/404.*\/CAM-1\/upgrade/);
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

  story('say that the device is gone when somebody else deletes it', async ({ open, served, expectProblem }) => {
    // What is read of it just then.
    expectProblem(/404/);
    const project = await newProject();
    const client = await connect(project, await newDevice(project, 'CAM-1'));
    const page = await open(`${devices(project)}?device=CAM-1`, { as: developer });
    await drawer(page).locator('.live-indicator[data-state=live]').waitFor();
    await served.call(contract.device.remove, { params: { appKey: project.appKey, sn: 'CAM-1' } }, developer.token);
    await drawer(page).getByText('没有这台设备').waitFor();
    await atRest(page);
    await client.endAsync(true);
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
      // Scrolls repeatedly, as users do; a pending page must not be requested again.
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
    // The address has the filter, so that it can be reloaded and passed on; it goes with the device.
    await page.reload();
    await timeline.getByText('收到无法读取的消息').waitFor();
    await entries(1);
    expect(await timeline.getByRole('button', { name: '异常' }).getAttribute('aria-pressed')).toBe('true');
    await timeline.getByText('收到无法读取的消息').click();
    await timeline.getByText('"not-json"').waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('?');
    await client.endAsync();
  });
});
