import { frameTexts } from '../../../src/locales/frame';
import { menuTexts } from '../../../src/locales/menu';
import type { SignedIn } from '../../support/served';
import { stage } from '../../support/stage';
import { arrivesAt } from '../../support/where';

const { story, server } = stage();
const zh = { ...frameTexts['zh-CN'], ...menuTexts['zh-CN'] };
let admin: SignedIn;
let developer: SignedIn;

beforeAll(async () => {
  admin = await server().signUp('Admin');
  developer = await server().signUp('Developer');
});

// For lines 9.8 and 6.1: the first account has the ID 1.
story('6.1 the user whose id is 1 has version management in the menu, 2.18 and opens it', async ({ open }) => {
  expect(admin.user.id).toBe(1);
  const page = await open('/dashboard/project', { as: admin });
  await page.getByRole('menuitem', { name: zh.packet }).click();

  await arrivesAt(page, '/packet');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await page.getByText(zh.forbidden).count()).toBe(0);
});

story('6.2 everybody else has it not in the menu, and 6.3 cannot reach it', async ({ open }) => {
  expect(developer.user.id).not.toBe(1);
  const page = await open('/packet', { as: developer });

  await page.getByRole('heading', { name: zh.forbidden }).waitFor();
  expect(await page.getByRole('menuitem', { name: zh.packet }).count()).toBe(0);
});
