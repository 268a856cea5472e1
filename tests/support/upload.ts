import type { Page } from 'playwright-core';
import { packetTexts } from '../../src/locales/packet';

const t = packetTexts['zh-CN'];

/** Uploads a small packet on the packets page. */
export async function uploadVersion(page: Page, name: string, version: string, content = 'firmware') {
  await page.getByRole('button', { name: t.upload }).first().click();
  const file = { name: 'firmware.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
  await page.getByLabel(t.file, { exact: true }).setInputFiles(file);
  await page.getByLabel(t.name, { exact: true }).fill(name);
  await page.getByLabel(t.version, { exact: true }).fill(version);
  await page.getByRole('button', { name: t.start }).click();
}

/** Records the fields of all later `FormData`, because Playwright cannot read multipart bodies with files. @returns reads them, by name */
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
