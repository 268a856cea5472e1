import type { Locator } from 'playwright-core';
import { endpoints } from '../../contract';
import { CallbackType } from '../../contract/callback-event';
import { LIBRARY_WORDS } from '../../server/docs/library-words';
import { menuTexts } from '../../src/locales/menu';
import { signUpCast } from '../support/cast';
import { barriers } from '../support/chromium';
import { eventually } from '../support/eventually';
import type { SignedIn } from '../support/served';
import { stage } from '../support/stage';

const { story, server } = stage();
let developer: SignedIn;
beforeAll(async () => {
  ({ developer } = await signUpCast(server()));
});

const isSeen = (part: Locator) =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

// This also tests the content security policy, because any violation fails a story.
story('the reference at /docs shows every endpoint and every callback, and lets one be tried in its language', async ({ open }) => {
  const page = await open('/user/login');
  await page.goto(`${server().url}/docs?lang=zh-CN`);
  await page.getByRole('button', { name: '/v1/platform/settings' }).first().waitFor();
  const shown = endpoints.length + CallbackType.options.length;
  await page
    .locator('.opblock')
    .nth(shown - 1)
    .waitFor();
  expect(await page.locator('.opblock').count()).toBe(shown);
  await page.getByRole('navigation', { name: '目录' }).getByRole('link', { name: 'Webhooks' }).click();
  await eventually(() => isSeen(page.getByRole('heading', { name: 'Webhooks', exact: true })));

  await page.getByRole('button', { name: '/v1/platform/settings' }).first().click();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: LIBRARY_WORDS['Try it out'] }).click();
  await page.getByRole('button', { name: LIBRARY_WORDS.Execute, exact: true }).click();
  await page.locator('.live-responses-table').getByText('"productName": "IoT Base"').waitFor();
  await page.locator('.curl-command').getByText('Accept-Language: zh-CN').waitFor();
  // The library's own words are in it, too.
  const words = await page.locator('.opblock.is-open :is(h4, h5, td, th, label, button, span)').allInnerTexts();
  expect(words.filter((text) => Object.keys(LIBRARY_WORDS).includes(text.trim()))).toEqual([]);
});

story('the console opens the reference in its language; there it can be changed, and fits on a phone', async ({ open }) => {
  const page = await open('/dashboard/project', { as: developer, language: 'en-US' });
  const [docs] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: menuTexts['en-US'].docs, exact: true }).click(),
  ]);
  await docs.setViewportSize({ width: 390, height: 844 });
  await docs.getByRole('heading', { name: 'IoT Base API' }).waitFor();
  await docs.getByText('device.online', { exact: true }).click();
  await docs.getByText('203.0.113.24').waitFor();
  expect(await docs.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await docs.getByText('Contents').click();
  await docs.getByRole('link', { name: 'Connecting devices (MQTT)' }).click();
  await eventually(() => isSeen(docs.getByRole('heading', { name: 'Connecting devices (MQTT)' })));

  await docs.getByRole('link', { name: '中文' }).click();
  await docs.getByRole('heading', { name: 'IoT Base 接口文档' }).waitFor();
  expect(new URL(docs.url()).search).toBe('?lang=zh-CN');
});
