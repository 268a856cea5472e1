import type { Page } from 'playwright-core';
import type { Language } from '../../contract/errors';
import { accountTexts } from '../../src/locales/account';
import { deviceTexts } from '../../src/locales/device';
import { configTexts } from '../../src/locales/device-config';
import { depthTexts } from '../../src/locales/device-depth';
import { eventTexts } from '../../src/locales/event';
import { importTexts } from '../../src/locales/import';
import { menuTexts } from '../../src/locales/menu';
import { packetTexts } from '../../src/locales/packet';
import { projectTexts } from '../../src/locales/project';
import { recordTexts } from '../../src/locales/record';
import { upgradeTexts } from '../../src/locales/upgrade';
import { userTexts } from '../../src/locales/user';
import { virtualTexts } from '../../src/locales/virtual';
import { webhookTexts } from '../../src/locales/webhook';
import { everyPage, type Pictured, type Places } from './pages';
import type { Fate } from './reads';

/** A page to be photographed in a certain state. */
export interface Look extends Pictured {
  /** How the page's reads are answered; by default normally. */
  reads?: Fate;
  /** Actions before the picture. */
  act?: Act;
  /** The only size in which this state exists. */
  size?: Size;
  /** Shows the guide to the first callback, which is dismissed otherwise. */
  isGuided?: boolean;
}

export type Size = 'desk' | 'phone';

type Act = (page: Page, words: Words) => Promise<unknown>;
type Words = ReturnType<typeof wordsIn>;

/** The console's texts in a language, by feature. */
export const wordsIn = (language: Language) => ({
  account: accountTexts[language],
  callback: webhookTexts[language],
  config: configTexts[language],
  depth: depthTexts[language],
  device: deviceTexts[language],
  event: eventTexts[language],
  import: importTexts[language],
  menu: menuTexts[language],
  packet: packetTexts[language],
  project: projectTexts[language],
  record: recordTexts[language],
  upgrade: upgradeTexts[language],
  user: userTexts[language],
  virtual: virtualTexts[language],
});

type Say = (words: Words) => string;

const then =
  (...acts: Act[]): Act =>
  async (page, words) => {
    for (const act of acts) await act(page, words);
  };

const press =
  (say: Say): Act =>
  (page, words) =>
    page
      .getByRole('button', { name: say(words) })
      .first()
      .click();

/** Clicks an item of the open menu. */
const choose =
  (say: Say): Act =>
  (page, words) =>
    page
      .getByRole('menuitem', { name: say(words) })
      .first()
      .click();

const look =
  (selector: string): Act =>
  (page) =>
    page.locator(selector).first().click();

const fromMenu = (menu: Say, item: Say) => then(press(menu), choose(item));
const settle: Act = (page) => page.waitForTimeout(400);

const CSV = `sn,name,tags,remark
${Array.from({ length: 40 }, (_, n) => `CAM-${2001 + n},三号库 ${n + 1} 号相机,三号库;待校准,`).join('\n')}
CAM 9,名称里有空格的序列号,,
CAM-2001,重复的序列号,三号库,
`;

const chooseCsv: Act = async (page, { import: { stepChoose, someBad } }) => {
  const file = { name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
  await page.getByLabel(stepChoose, { exact: true }).setInputFiles(file);
  await page.getByText(someBad(2)).waitFor();
};

/** Every picture of the console: all pages, also while loading, with failed reads and empty, and their menus, dialogs and drawers. */
export function everyLook(
  world: Places & Record<'warehouse' | 'station', { name: string }> & Record<'limits', { appKey: string }>,
): Look[] {
  const { developer, warehouse, station, limits } = world;
  const inProject = (rest: string) => `/dashboard/${warehouse.appKey}${rest}`;
  const pages = everyPage(world);
  const named = (name: string): Look => pages.find((page) => page.name === name) ?? missing(name);
  const opened = (name: string, path: string, act?: Act): Look => ({ name, path, act, as: developer });
  const on = (page: string, acts: Record<string, Act>, size?: Size): Look[] =>
    Object.entries(acts).map(([name, act]) => ({ ...named(page), name: `${page}-${name}`, act, size }));
  const fates = (page: string, ...of: Fate[]): Look[] => of.map((reads) => ({ ...named(page), name: `${page}-${reads}`, reads }));
  const menuOf: Say = ({ device }) => device.menuOf('DC-2026-0001');

  return [
    ...pages,
    ...fates('protocol', 'held'),
    ...on('login', { 'field-errors': press(({ user }) => user.login) }),
    ...on('register', { 'field-errors': press(({ user }) => user.register), agreement: press(({ user }) => user.agreement) }),
    ...on('reset-password', { 'field-errors': press(({ user }) => user.reset) }),

    ...fates('project', 'held', 'refused', 'cut'),
    ...on('project', {
      create: press(({ project }) => project.create),
      menu: press(({ project }) => project.menuOf(warehouse.name)),
      edit: fromMenu(
        ({ project }) => project.menuOf(warehouse.name),
        ({ project }) => project.edit,
      ),
      secret: fromMenu(
        ({ project }) => project.menuOf(station.name),
        ({ project }) => project.secret,
      ),
      'secret-shown': then(
        fromMenu(
          ({ project }) => project.menuOf(station.name),
          ({ project }) => project.secret,
        ),
        press(({ project }) => project.rotate),
      ),
      disable: (page, { project }) => page.getByRole('switch', { name: project.switchOf(warehouse.name) }).click(),
      remove: fromMenu(
        ({ project }) => project.menuOf(warehouse.name),
        ({ project }) => project.remove,
      ),
      'user-menu': press(({ menu }) => menu.account),
    }),
    ...on('project', { table: press(({ project }) => project.table) }, 'desk'),
    ...on('project', { 'side-menu': press(({ menu }) => menu.menu) }, 'phone'),

    { ...named('device-empty'), name: 'device-empty-guide', isGuided: true },
    ...on('device', { columns: press(({ device }) => device.columns) }, 'desk'),
    ...fates('device', 'held', 'refused', 'cut'),
    opened('device-missing-project', '/dashboard/nowhere/device'),
    opened('device-limits', `/dashboard/${limits.appKey}/device`),
    opened('device-nothing-found', inProject('/device?keyword=nothing')),
    opened('device-filtered', inProject('/device?state=offline&tag=%E4%BA%8C%E5%8F%B7%E5%BA%93')),
    opened('device-page-2', inProject('/device?current=2&pageSize=20')),
    ...on('device', {
      menu: press(({ device }) => device.menuOf('DC-2026-0003')),
      selected: (page, { device }) => page.getByRole('checkbox', { name: device.selectPage }).first().check(),
      add: press(({ device }) => device.add),
      'add-errors': then(
        press(({ device }) => device.add),
        (page, { device }) => page.getByRole('dialog').getByRole('button', { name: device.submitAdd }).click(),
      ),
      edit: fromMenu(
        ({ device }) => device.menuOf('DC-2026-0003'),
        ({ device }) => device.edit,
      ),
      disable: fromMenu(
        ({ device }) => device.menuOf('DC-2026-0003'),
        ({ device }) => device.disable,
      ),
      remove: fromMenu(
        ({ device }) => device.menuOf('DC-2026-0003'),
        ({ device }) => device.remove,
      ),
      secret: then(
        fromMenu(
          ({ device }) => device.menuOf('DC-2026-0004'),
          ({ device }) => device.resetSecret,
        ),
        (page, { device }) => page.getByRole('dialog').getByRole('button', { name: device.resetSecret }).click(),
        settle,
      ),
      import: press(({ device }) => device.import),
      'import-check': then(
        press(({ device }) => device.import),
        chooseCsv,
      ),
      switcher: press(({ menu }) => menu.switchProject),
      virtual: then(
        press(({ virtual }) => virtual.start),
        (page) => page.waitForTimeout(2500),
      ),
    }),
    ...(['enable', 'disable', 'tag', 'configShort', 'remove'] as const).map((act) =>
      opened(
        `device-many-${act}`,
        inProject('/device'),
        then(
          (page, { device }) => page.getByRole('checkbox', { name: device.selectPage }).first().check(),
          (page, { device }) => page.locator('.selection-bar').getByRole('button', { name: device[act], exact: true }).click(),
        ),
      ),
    ),
    ...fates('device-details', 'held'),
    opened('device-details-missing', inProject('/device?device=DC-0')),
    opened('device-details-offline', inProject('/device?device=DC-2026-0003')),
    opened('device-details-inactive', inProject('/device?device=DC-2026-0004')),
    opened('device-details-disabled', inProject('/device?device=DC-2026-0007')),
    opened('device-upgrades', inProject('/device?upgrade=all')),
    ...on('device-details', {
      menu: (page, words) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: menuOf(words) })
          .click(),
    }),
    opened(
      'device-upgrade-new',
      inProject('/device'),
      then(
        press(({ upgrade }) => upgrade.title),
        press(({ upgrade }) => upgrade.create),
      ),
    ),

    ...fates('device-config', 'held', 'refused'),
    ...on('device-config', {
      json: (page) => page.getByText('JSON', { exact: true }).first().click(),
      history: press(({ config }) => config.history),
      menu: press(({ config }) => config.more),
      schema: fromMenu(
        ({ config }) => config.more,
        ({ config }) => config.editSchema,
      ),
    }),

    ...fates('consumer', 'held', 'refused'),
    ...on('consumer', { test: press(({ callback }) => callback.test), 'field-errors': press(({ callback }) => callback.create) }),
    ...fates('call-record', 'held', 'refused', 'empty'),
    ...on('call-record', { details: look('.open-record, .record-cards button') }),
    ...fates('packet', 'held', 'refused', 'empty'),
    ...on('packet', {
      upload: press(({ packet }) => packet.upload),
      details: look('.packet-name, .packet-cards button'),
    }),

    ...fates('account-settings', 'held', 'refused'),
    ...on('account-settings', { 'field-errors': (page) => page.locator('form button[type=submit]').first().click() }),
  ];
}

function missing(name: string): never {
  throw new Error(`There is no page called ${name}`);
}
