import { endpoints } from '../../contract';
import { stage } from '../support/stage';

const { story, server } = stage();

// The stage fails a story over any violation of the content security policy.
story('the reference at /docs shows every endpoint, and lets one be tried', async ({ open }) => {
  const page = await open('/user/login');
  await page.goto(`${server().url}/docs`);
  await page.getByText('/v1/platform/settings').waitFor();
  await page
    .locator('.opblock')
    .nth(endpoints.length - 1)
    .waitFor();
  expect(await page.locator('.opblock').count()).toBe(endpoints.length);

  await page.getByText('/v1/platform/settings').click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await page.locator('.live-responses-table').getByText('"productName": "IoT Base"').waitFor();
});
