import type { Page } from 'playwright-core';
import { contract } from '../../contract';
import type { Application } from '../../contract/application';
import { errors } from '../../contract/errors';
import { type ConfigOptions, ruleOf } from '../../device-kit/configuration';
import { startDevice, type VirtualDevice } from '../../device-kit/device';
import { deviceTexts } from '../../src/locales/device';
import { configTexts } from '../../src/locales/device-config';
import { eventTexts } from '../../src/locales/event';
import { frameTexts } from '../../src/locales/frame';
import { atRest, barriers, PHONE, pressBack } from '../support/chromium';
import { eventually } from '../support/eventually';
import { PASSWORD, type SignedIn } from '../support/served';
import { stage } from '../support/stage';
import { arrivesAt } from '../support/where';

const { story, server } = stage();
const config = configTexts['zh-CN'];
const event = eventTexts['zh-CN'];
const frame = frameTexts['zh-CN'];
let developer: SignedIn;
let url: string;
const running: VirtualDevice[] = [];

beforeAll(async () => {
  developer = await server().signUp('Developer');
  ({ mqttUrl: url } = await server().call(contract.settings.read));
});
afterEach(() => Promise.all(running.splice(0).map((device) => device.stop())));

let projects = 0;

/** Creates a project with a device. @param config starts the device with this handling of configurations */
async function newDevice(config?: ConfigOptions): Promise<Application> {
  projects += 1;
  const body = { name: `项目 ${projects}`, categoryId: 1 } as const;
  const project = await server().call(contract.application.create, { body }, developer.token);
  const { appKey } = project;
  const { sn, secret } = await server().call(contract.device.create, { params: { appKey }, body: { sn: 'CAM-1' } }, developer.token);
  if (config) running.push(startDevice({ url, appKey, sn, secret, config, telemetryEveryMs: 0 }));
  return project;
}

async function change({ appKey }: Application, version: number, body: object) {
  const reply = await fetch(`${server().url}/v1/platform/${appKey}/device/CAM-1/config`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${developer.token}`, 'content-type': 'application/json', 'if-match': `"${version}"` },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
}

const desired = async ({ appKey }: Application) =>
  (await server().call(contract.config.read, { params: { appKey, sn: 'CAM-1' } }, developer.token)).desired;

const path = ({ appKey }: Application) => `/dashboard/${appKey}/device/CAM-1/config`;
const field = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true }).first();
const holds = (page: Page, rate: string) =>
  eventually(
    () => field(page, '帧率').inputValue(),
    (value) => value === rate,
  );
const isSaid = (page: Page, text: string) => page.locator('.sync-words').getByText(text).waitFor();
const dialog = (page: Page) => page.getByRole('dialog').last();
const start = { depth: { fps: 15, laserPower: 60 }, mounting: { tiltDeg: 45.1 } };

async function save(page: Page, button = '保存并下发') {
  await page.getByRole('button', { name: '保存…' }).click();
  await dialog(page).getByRole('button', { name: button, exact: true }).click();
}

story(
  'a device that was never configured begins with the defaults; what is saved arrives, and the page says so by itself',
  async ({ open }) => {
    const project = await newDevice({});
    const page = await open(path(project), { as: developer });
    await isSaid(page, '尚未配置');
    await field(page, '帧率').fill('12');
    await page.getByRole('button', { name: '保存…' }).click();
    await dialog(page).getByText('深度流 › 帧率').waitFor();
    await dialog(page).getByLabel('备注（选填）').fill('首次安装');
    expect(await barriers(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: '保存并下发' }).click();

    await isSaid(page, '已同步，设备正在使用 v1');
    expect((await desired(project)).state).toMatchObject({ depth: { fps: 12 }, mounting: { heightMm: 2500 } });
    await field(page, '帧率').fill('13');
    await save(page);
    await isSaid(page, '已同步，设备正在使用 v2');
    expect(await barriers(page)).toEqual([]);
  },
);

story('what a device rejects is told at the field, in its own words', async ({ open }) => {
  const project = await newDevice({ rejects: [ruleOf('depth.fps>20')] });
  await change(project, 0, start);
  const page = await open(path(project), { as: developer });
  await isSaid(page, '已同步，设备正在使用 v1');
  await field(page, '帧率').fill('30');
  await save(page);

  await isSaid(page, '设备拒绝了 v2');
  // The save bar shows the reason, too.
  await page.getByRole('region', { name: '保存结果' }).getByText('30 is above the most this device can do, 20').waitFor();
  const row = page.locator('.config-row').filter({ has: field(page, '帧率') });
  await row.getByText('30 is above the most this device can do, 20').waitFor();
  await row.getByText('≠').waitFor();
  expect(await barriers(page)).toEqual([]);
  // The rejection applies to that value only.
  await field(page, '帧率').fill('18');
  await row.getByText('30 is above the most this device can do, 20').waitFor({ state: 'detached' });
});

story('a device that is offline gets it when it connects; a value that lost digits on the way is the same', async ({ open }) => {
  const project = await newDevice();
  await change(project, 0, start);
  const page = await open(path(project), { as: developer });
  await isSaid(page, '设备从未连接，首次连接后自动应用');
  const { appKey } = project;
  const { secret } = await server().call(contract.device.resetSecret, { params: { appKey, sn: 'CAM-1' } }, developer.token);
  running.push(startDevice({ url, appKey, sn: 'CAM-1', secret, telemetryEveryMs: 0 }));

  await isSaid(page, '已同步，设备正在使用 v1');
  await page.getByText('≠').waitFor({ state: 'detached' });
});

story('two people at once: the later one sees both, chooses, and loses nothing', async ({ open, expectProblem }) => {
  expectProblem(/412|stream/);
  const project = await newDevice({});
  await change(project, 0, start);
  // Without the event stream, the page does not learn of the other change, so the platform has to refuse.
  const page = await open(path(project), { as: developer, before: (opened) => opened.route('**/stream?*', (route) => route.abort()) });
  await field(page, '帧率').fill('25');
  await page.getByLabel('安装高度').fill('3000');
  await change(project, 1, { depth: { fps: 10, laserPower: 40 } });
  await save(page);

  await dialog(page).getByText('两边都改了，请选择').waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: '把我的修改放到 v2 上' }).click();
  await dialog(page).getByRole('button', { name: '保存并下发' }).click();
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  const { version, state } = await desired(project);
  expect(version).toBe(3);
  expect(state).toMatchObject({ depth: { fps: 25, laserPower: 40 }, mounting: { heightMm: 3000, tiltDeg: 45.1 } });
});

story('somebody else’s version is announced while one edits, and can be taken', async ({ open }) => {
  const project = await newDevice({});
  await change(project, 0, start);
  const page = await open(path(project), { as: developer });
  await page.locator('.live-indicator[data-state=live]').waitFor();
  await field(page, '帧率').fill('25');
  await change(project, 1, { depth: { fps: 10 } });
  await page.getByRole('button', { name: '查看差异' }).click();
  await dialog(page).getByRole('button', { name: '采用已保存的，放弃我的修改' }).click();

  await page.locator('.save-bar').waitFor({ state: 'detached' });
  await holds(page, '10');
});

story('a secret that one of two cleared or set is told as that, never as what it was', async ({ open }) => {
  const project = await newDevice();
  await change(project, 0, { ...start, network: { wifi: { ssid: 'pen', password: 'topsecret99' } } });
  const page = await open(path(project), { as: developer });
  await page.locator('.live-indicator[data-state=live]').waitFor();
  const row = dialog(page).getByRole('row').filter({ hasText: '密码' });
  const says = async (was: string, theirs: string, mine: string) => {
    await page.getByRole('button', { name: '查看差异' }).click();
    await row.waitFor();
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([was, theirs, mine]);
    expect(await barriers(page)).toEqual([]);
  };

  await page.getByRole('button', { name: '清除 密码' }).click();
  await change(project, 1, { depth: { fps: 10 } });
  await says('已设置', '已设置', '已清除');
  await dialog(page).getByRole('button', { name: '把我的修改放到 v2 上' }).click();
  await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  expect((await desired(project)).secrets).toEqual([]);

  // Both have set the secret, so the user has to choose.
  await page.getByRole('button', { name: '设置 密码' }).click();
  await page.locator('.config-secret input').fill('mine-is-this');
  await change(project, 3, { network: { wifi: { password: 'theirs-is-that' } } });
  await says('未设置', '已设置新值（不显示）', '已设置新值（不显示）');
  await row.getByRole('radio').first().check();
  await dialog(page).getByRole('button', { name: '把我的修改放到 v4 上' }).click();
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  expect(await desired(project)).toMatchObject({ version: 4, secrets: ['network.wifi.password'] });

  await field(page, '帧率').fill('12');
  await change(project, 4, { network: { wifi: { password: null } } });
  await says('已设置', '已清除', '未改');
});

story('a refusal for a newer version that comes without it is told, and the newer one is read', async ({ open, expectProblem }) => {
  expectProblem(/412|stream/);
  const project = await newDevice();
  await change(project, 0, start);
  const isDeaf = (opened: Page) => opened.route('**/stream?*', (route) => route.abort());
  const page = await open(path(project), { as: developer, before: isDeaf });
  const { code, 'zh-CN': message } = errors.versionConflict;
  const refusal = { success: false, code, message, errorCode: code, errorMessage: message, showType: 2, requestId: 'r' };
  await page.route(/\/device\/CAM-1\/config(\?|$)/, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 412, json: refusal }) : route.fallback(),
  );
  await field(page, '帧率').fill('25');
  await save(page, '保存');
  await page.getByRole('alert').filter({ hasText: message }).waitFor();
  // When the button is enabled again, the page has looked for a newer version, and found none.
  const again = dialog(page).getByRole('button', { name: '保存', exact: true }).and(page.locator(':not(.ant-btn-loading)'));
  await again.waitFor();

  await change(project, 1, { depth: { fps: 10 } });
  await again.click();
  await dialog(page).getByText('两边都改了，请选择').waitFor();
});

story('the history shows what each version changed, and goes back to one', async ({ open }) => {
  const project = await newDevice({});
  await change(project, 0, start);
  await change(project, 1, { depth: { fps: 30 } });
  const page = await open(path(project), { as: developer });
  await isSaid(page, '已同步，设备正在使用 v2');
  await page.getByRole('button', { name: '历史版本' }).click();
  await dialog(page).getByText('深度流 › 帧率').first().waitFor();
  expect(await barriers(page)).toEqual([]);
  // The history has its own URL: it is open after a reload, and going back closes it.
  await page.reload();
  await dialog(page).getByText('深度流 › 帧率').first().waitFor();
  await page.goBack();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '历史版本' }).click();
  await dialog(page).getByRole('button', { name: '回滚 v1' }).click();
  await dialog(page)
    .getByText(/新版本 v3/)
    .waitFor();
  await dialog(page).getByRole('button', { name: '回滚', exact: true }).click();

  await dialog(page).getByText('回滚到 v1', { exact: true }).waitFor();
  await isSaid(page, '已同步，设备正在使用 v3');
  expect((await desired(project)).state).toMatchObject(start);
  await page.locator('.ant-drawer-close').click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(page.url()).toMatch(/CAM-1\/config$/);
});

story('what is typed outlives a look at the history, which is no step on the way back', async ({ open }) => {
  const project = await newDevice({});
  await change(project, 0, start);
  await change(project, 1, { depth: { fps: 30 } });
  const page = await open(`/dashboard/${project.appKey}/device`, { as: developer });
  await page.getByRole('link', { name: deviceTexts['zh-CN'].configOf('CAM-1') }).click();
  const asked = page.getByRole('dialog', { name: config.leaveTitle });
  const isTyped = async () => expect(await field(page, '帧率').inputValue()).toBe('25');
  async function look() {
    await page.getByRole('button', { name: config.history }).click();
    await page.locator('.ant-drawer-close').click();
    await dialog(page).waitFor({ state: 'detached' });
  }

  await look();
  await field(page, '帧率').fill('25');
  await look();
  await isTyped();
  await page.goBack();
  await asked.getByRole('button', { name: config.stay }).click();
  await asked.waitFor({ state: 'detached' });
  await isTyped();

  // A step back closes what is on top, and asks about nothing that stays.
  const question = page.getByRole('dialog', { name: config.rollBackTitle(1) });
  const history = page.getByRole('dialog', { name: config.history });
  await page.getByRole('button', { name: config.history }).click();
  await page.getByRole('button', { name: config.rollBackTo(1) }).click();
  await question.waitFor();
  await pressBack(page);
  await question.waitFor({ state: 'detached' });
  await history.getByText('深度流 › 帧率').first().click();
  await pressBack(page);
  await dialog(page).waitFor({ state: 'detached' });
  await isTyped();

  await page.getByRole('button', { name: config.history }).click();
  await page.getByRole('button', { name: config.rollBackTo(1) }).click();
  await question.getByText(config.rollBackEdits).waitFor();
  await question.getByRole('button', { name: config.rollBack, exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await page.locator('.ant-drawer-close').click();
  await isTyped();
  // One's own version is not told as somebody else's.
  await page.getByText(config.outrunOwn(3)).waitFor();
  await page.getByRole('button', { name: config.compare }).click();
  await page.getByRole('dialog', { name: config.conflictTitle }).getByText(config.conflictOwn(3)).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });

  // Left at the first step back, although the history was open three times.
  await page.goBack();
  await asked.getByRole('button', { name: config.leave }).click();
  await page.waitForURL(/\/device$/);
});

story(
  'rolling back asks anew when somebody saves a newer version, whether the page hears of it or not',
  async ({ open, expectProblem }) => {
    expectProblem(/412|stream/);
    const project = await newDevice({});
    await change(project, 0, start);
    await change(project, 1, { depth: { fps: 30 } });

    async function asks(page: Page) {
      await page.getByRole('button', { name: config.history }).click();
      await dialog(page)
        .getByRole('button', { name: config.rollBackTo(1) })
        .click();
      return page.getByRole('dialog', { name: config.rollBackTitle(1) });
    }
    const goBack = (question: ReturnType<typeof dialog>) => question.getByRole('button', { name: config.rollBack, exact: true }).click();
    const outrunBy = (version: number) => config.rollBackOutrun(developer.user.name, version);

    const page = await open(path(project), { as: developer });
    await page.locator('.live-indicator[data-state=live]').waitFor();
    const question = await asks(page);
    await question.getByText(/新版本 v3/).waitFor();
    await change(project, 2, { depth: { fps: 9 } });
    await question.getByText(outrunBy(3)).waitFor();
    await question.getByText(/新版本 v4/).waitFor();
    await question.locator('.from-to').filter({ hasText: '9' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await question.getByRole('button', { name: config.cancel }).click();
    await question.waitFor({ state: 'detached' });
    await page.close();

    // Without the event stream, the page does not learn of the other change, so the platform has to refuse.
    const deaf = await open(path(project), { as: developer, before: (opened) => opened.route('**/stream?*', (route) => route.abort()) });
    const again = await asks(deaf);
    await again.getByText(/新版本 v4/).waitFor();
    await change(project, 3, { depth: { fps: 8 } });
    await goBack(again);
    await again.getByText(outrunBy(4)).waitFor();
    await again.getByText(/新版本 v5/).waitFor();
    expect((await desired(project)).state).toMatchObject({ depth: { fps: 8 } });

    await goBack(again);
    await again.waitFor({ state: 'detached' });
    expect(await desired(project)).toMatchObject({ version: 5, state: start });
  },
);

story('who saves a schema while somebody else has saved another is shown that one first', async ({ open }) => {
  const project = await newDevice();
  const page = await open(path(project), { as: developer });
  await page.getByRole('button', { name: config.more }).click();
  await page.getByRole('menuitem', { name: config.editSchema }).click();
  const editor = page.getByRole('dialog', { name: config.schema }).getByRole('textbox', { name: config.schema });
  await editor.fill('{"type": "object", "properties": {"mine": {"type": "string"}}}');
  const theirs = { type: 'object', properties: { theirs: { type: 'string' } } };
  await server().call(contract.config.changeSchema, { params: { appKey: project.appKey }, body: { schema: theirs } }, developer.token);
  await page.getByRole('button', { name: config.saveSchema }).click();

  const question = page.getByRole('dialog', { name: config.schemaOutrun });
  await question.getByText('theirs').waitFor();
  await atRest(page);
  expect(await barriers(page)).toEqual([]);
  await question.getByRole('button', { name: config.replaceSchema }).click();
  await page.getByText(config.schemaSaved).waitFor();
  const { schema } = await server().call(contract.config.readSchema, { params: { appKey: project.appKey } }, developer.token);
  expect(schema).toEqual({ type: 'object', properties: { mine: { type: 'string' } } });
});

story(
  'a version that does not meet the schema of today cannot come back, and is told why, before or after asking',
  async ({ open, expectProblem }) => {
    expectProblem(/400|stream/);
    const project = await newDevice();
    await change(project, 0, start);
    await change(project, 1, { depth: { fps: 30 } });
    // Without the event stream, the page does not learn of the new schema, so the platform has to refuse.
    const page = await open(path(project), { as: developer, before: (opened) => opened.route('**/stream?*', (route) => route.abort()) });
    const asks = async () => {
      await dialog(page)
        .getByRole('button', { name: config.rollBackTo(1) })
        .click();
      return page.getByRole('dialog', { name: config.rollBackTitle(1) });
    };
    await page.getByRole('button', { name: config.history }).click();
    const question = await asks();
    await question.getByText(/新版本 v3/).waitFor();
    const schema = {
      type: 'object',
      required: ['mode'],
      properties: {
        mode: { type: 'string', title: '模式' },
        depth: { type: 'object', properties: { fps: { type: 'integer', minimum: 20, title: '帧率' } } },
      },
    };
    await server().call(contract.config.changeSchema, { params: { appKey: project.appKey }, body: { schema } }, developer.token);
    const isTold = async () => {
      await question.getByText(config.rollBackUnfit(1)).waitFor();
      await question.getByRole('listitem').filter({ hasText: '模式' }).getByText('请填写此项').waitFor();
      await question.getByRole('listitem').filter({ hasText: '帧率' }).getByText('不能小于 20').waitFor();
      expect(await question.getByRole('button', { name: config.rollBack, exact: true }).isDisabled()).toBe(true);
      expect(await barriers(page)).toEqual([]);
    };
    await question.getByRole('button', { name: config.rollBack, exact: true }).click();
    await isTold();
    expect(await page.getByText('提交的内容有误').count()).toBe(0);
    await question.getByRole('button', { name: config.cancel }).click();
    await question.waitFor({ state: 'detached' });
    // Now the page knows the reason, and shows it at once.
    await asks();
    await isTold();
    expect((await desired(project)).version).toBe(2);
  },
);

story('JSON is the same document; broken, it stays where it can be mended, and nothing is lost by leaving unasked', async ({ open }) => {
  const project = await newDevice({});
  await change(project, 0, start);
  const page = await open(path(project), { as: developer });
  await field(page, '帧率').fill('25');
  await page.getByText('JSON', { exact: true }).click();
  const editor = page.getByRole('textbox', { name: '配置 JSON' });
  await editor.getByText('25', { exact: true }).waitFor();
  expect(await barriers(page)).toEqual([]);

  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('x');
  await page.getByText('表单', { exact: true }).click();
  await page.getByText(/改正后才能切换到表单/).waitFor();
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Backspace');
  await page.getByText(/JSON 有效/).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await editor.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  await page.getByText('表单', { exact: true }).click();
  await holds(page, '25');

  await page.getByRole('link', { name: '回调设置' }).click();
  await dialog(page).getByRole('button', { name: '留在此页' }).click();
  await holds(page, '25');

  // Changing the URL is guarded, too.
  await page.evaluate((to) => {
    location.hash = to;
  }, `/dashboard/${project.appKey}/consumer`);
  await dialog(page).getByRole('button', { name: '离开', exact: true }).waitFor();
  expect(page.url()).toContain(path(project));
  await dialog(page).getByRole('button', { name: '离开', exact: true }).click();
  await arrivesAt(page, `/dashboard/${project.appKey}/consumer`);
});

story('a page with something typed stays when the session ends, asks for the password, and goes on', async ({ open, expectProblem }) => {
  const project = await newDevice();
  await change(project, 0, start);
  const { email } = developer.user;
  const mine = await server().call(contract.account.login, { body: { email, password: PASSWORD } });
  const page = await open(path(project), { as: mine });
  const again = page.getByRole('dialog', { name: frame.overTitle });
  const password = again.getByLabel(frame.overPassword(email), { exact: true });
  await page.getByText(event.live).waitFor();
  await field(page, '帧率').fill('22');

  // The session has ended on the platform; the page learns this when it saves.
  await page.getByRole('button', { name: config.save }).click();
  const toSave = dialog(page).getByRole('button', { name: '保存', exact: true });
  await toSave.waitFor();
  await server().call(contract.account.logout, {}, mine.token);
  expectProblem(/401/);
  await toSave.click();
  await again.waitFor();
  await password.fill('wrong');
  await page.keyboard.press('Enter');
  await again.getByText(frame.overWrong).waitFor();

  // After dismissing the question, the next action asks again.
  await again.getByRole('button', { name: frame.overStay }).click();
  await again.waitFor({ state: 'detached' });
  await toSave.click();
  await password.fill(PASSWORD);
  await again.getByRole('button', { name: frame.overSignIn }).click();
  await again.waitFor({ state: 'detached' });
  await page.getByText(event.live).waitFor();
  await toSave.click();
  await page.getByRole('region', { name: config.verdict }).waitFor();
  await holds(page, '22');

  // Signing out in another tab without unsaved input leads to the login page.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.evaluate(() => localStorage.setItem('token', ''));
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
});

story('a secret is written, never shown, and replaced', async ({ open }) => {
  const project = await newDevice({});
  await change(project, 0, { ...start, network: { wifi: { ssid: 'pen', password: 'topsecret99' } } });
  const page = await open(path(project), { as: developer });
  await page.getByRole('button', { name: '替换 密码' }).click();
  await page.locator('.config-secret input').fill('another-secret');
  await save(page);
  await page.getByRole('region', { name: '保存结果' }).getByText('已同步，设备正在使用 v2').waitFor();
  await page.getByRole('button', { name: '替换 密码' }).waitFor();
  expect(await page.content()).not.toContain('another-secret');
  expect((await desired(project)).secrets).toEqual(['network.wifi.password']);
});

story('one configuration goes to a selection of devices, each with its outcome', async ({ open }) => {
  const project = await newDevice({});
  const { appKey } = project;
  await server().call(contract.device.create, { params: { appKey }, body: { sn: 'CAM-2' } }, developer.token);
  await change(project, 0, start);
  const page = await open(`/dashboard/${appKey}/device`, { as: developer });
  await page.getByRole('checkbox', { name: '选择本页' }).click();
  await page.getByRole('region', { name: '对所选设备的操作' }).getByRole('button', { name: '配置' }).click();
  await dialog(page).getByLabel('从一台设备复制（选填）').click();
  await page.locator('.ant-select-item').filter({ hasText: 'CAM-1' }).click();
  await dialog(page)
    .getByText(/已填入 CAM-1 的配置 v1/)
    .waitFor();
  expect(await barriers(page)).toEqual([]);
  // What was typed comes back; and the same device can be copied again.
  const typed = dialog(page).getByRole('textbox', { name: '要修改的配置项 (JSON)' });
  await typed.fill('{ "depth": { "fps": 12 } }');
  const copy = () => page.locator('.ant-select-item').filter({ hasText: 'CAM-1' }).click();
  await dialog(page).getByLabel('从一台设备复制（选填）').click();
  await copy();
  await dialog(page).getByRole('button', { name: '恢复之前填写的' }).click();
  expect(await typed.textContent()).toContain('"fps": 12');
  await dialog(page).getByLabel('从一台设备复制（选填）').and(page.locator(':focus')).press('Enter');
  await copy();
  await dialog(page).getByRole('button', { name: '恢复之前填写的' }).waitFor();
  await dialog(page).getByRole('button', { name: '应用到 2 台设备' }).click();

  // The device it was copied from has this configuration already.
  await dialog(page).getByText('1 台设备已保存 · 1 台设备已是此配置').waitFor();
  const second = await server().call(contract.config.read, { params: { appKey, sn: 'CAM-2' } }, developer.token);
  expect(second.desired.state).toEqual(start);

  // The outcome of each device is shown as it arrives.
  const outcome = (sn: string) =>
    dialog(page)
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: sn }) });
  await outcome('CAM-1').getByText('设备已应用').waitFor();
  await outcome('CAM-2').getByText('设备从未连接，首次连接后应用').waitFor();
  expect(await outcome('CAM-2').getByRole('link').getAttribute('href')).toContain(`/${appKey}/device/CAM-2/config`);
});

story('is usable on a phone', async ({ open }) => {
  const project = await newDevice({ leavesOut: [ruleOf('depth.fps>20')] });
  await change(project, 0, { ...start, depth: { fps: 30 } });
  const page = await open(path(project), { as: developer, viewport: PHONE, language: 'en-US' });
  await isSaid(page, 'The device applied only part of v1');
  await page.locator('.config-row').first().waitFor();

  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(await barriers(page)).toEqual([]);
});

for (const [where, viewport] of [
  ['a phone', PHONE],
  ['a phone that lies on its side', { width: PHONE.height, height: PHONE.width }],
] as const) {
  story(`the first save fits ${where}, and its dialog ends where it ends`, async ({ open }) => {
    const project = await newDevice({});
    const page = await open(path(project), { as: developer, viewport });
    await field(page, '帧率').fill('17');
    await page.getByRole('button', { name: config.save }).click();
    const send = dialog(page).locator('.ant-modal-footer .ant-btn-primary');
    await send.waitFor();
    const { y = 0, height = 0 } = (await send.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(viewport.height);
    // What is hidden in the list of changes lengthens nothing around it.
    const [scrolled, seen, end = 0] = await page
      .locator('.ant-modal-wrap')
      .evaluate((wrap) => [wrap.scrollHeight, wrap.clientHeight, wrap.querySelector('.ant-modal')?.getBoundingClientRect().bottom]);
    expect(scrolled).toBe(Math.max(seen ?? 0, Math.round(end)));
  });
}
