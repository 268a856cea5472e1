import type { Page } from 'playwright-core';
import { packetTexts } from '../../src/locales/packet';

const t = packetTexts['zh-CN'];

/** Publishes a small version, as the admin does on the page of the versions. */
export async function uploadVersion(page: Page, name: string, version: string, content = 'firmware') {
  await page.getByRole('button', { name: t.upload }).first().click();
  const file = { name: 'firmware.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
  await page.getByLabel(t.file, { exact: true }).setInputFiles(file);
  await page.getByLabel(t.name, { exact: true }).fill(name);
  await page.getByLabel(t.version, { exact: true }).fill(version);
  await page.getByRole('button', { name: t.start }).click();
}

/** Notes the fields of every form that a page makes from here on: Chromium does not tell what was sent along with a file. @returns them, by name */
export async function fieldsOfForms(page: Page): Promise<() => Promise<Record<string, string>>> {
  await page.evaluate(() => {
    const fields: Record<string, string> = {};
    const append = FormData.prototype.append;
    FormData.prototype.append = function (this: FormData, name: string, value: string | Blob) {
      fields[name] = typeof value === 'string' ? value : `${value.size} bytes`;
      Reflect.apply(append, this, [name, value]);
    };
    Object.assign(window, { fields });
  });
  return () => page.evaluate(() => (window as unknown as { fields: Record<string, string> }).fields);
}
