import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { languages } from '../../contract/errors';
import { callerOf } from '../../mock/platform';
import { connectSome, fillWorld } from '../../mock/world';
import { createApp } from '../../server/app';
import { inMemory } from '../../server/config';
import { openPlatform } from '../../server/platform';
import { atRest, DESK, openChromium, PHONE, visit } from '../support/chromium';
import { everyPage } from '../support/pages';
import { freePort } from '../support/ports.mjs';

const { values: options } = parseArgs({
  options: {
    /** Only pages whose name contains this. */
    only: { type: 'string', default: '' },
    /** The folder of a built console. */
    console: { type: 'string', default: 'dist/console' },
  },
});

const sizes = { desk: DESK, phone: PHONE };
const folder = 'looks';

/** Takes a picture of every page, in both languages and two sizes, into looks/. Whoever looks at them finds what no test does. */
async function takePictures() {
  const platform = await openPlatform(inMemory({ downloadPort: 0, mqttPort: 0 }));
  const app = await createApp(platform, join(process.cwd(), options.console));
  const world = await fillWorld(callerOf(app));
  for (const { id } of [world.warehouse, world.station]) await connectSome(platform, id);
  const url = await app.listen({ host: '127.0.0.1', port: await freePort() });
  const browser = await openChromium();
  mkdirSync(folder, { recursive: true });

  for (const { name, path, as } of everyPage(world).filter((page) => page.name.includes(options.only))) {
    for (const language of languages) {
      for (const [size, viewport] of Object.entries(sizes)) {
        const { context, page, problems } = await visit(browser, url, { token: as?.token, name: as?.user.name, language, viewport });
        await page.goto(`${url}/#${path}`);
        await atRest(page);
        const file = join(folder, `${name}.${language}.${size}.png`);
        await page.screenshot({ path: file });
        process.stdout.write(`${file}${problems.map((problem) => `\n    ${problem}`).join('')}\n`);
        await context.close();
      }
    }
  }

  await browser.close();
  await app.close();
  await platform.close();
}

void takePictures();
