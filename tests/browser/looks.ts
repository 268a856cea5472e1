import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { languages } from '../../contract/errors';
import { callerOf } from '../../mock/platform';
import { fillWorld } from '../../mock/world';
import { createApp } from '../../server/app';
import { inMemory } from '../../server/config';
import { openPlatform } from '../../server/platform';
import { DESK, openChromium, PHONE, visit } from '../support/chromium';
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
  const world = await fillWorld(callerOf(app), platform);
  const url = await app.listen({ host: '127.0.0.1', port: await freePort() });
  const browser = await openChromium();
  mkdirSync(folder, { recursive: true });

  for (const { name, path, as } of pagesOf(world).filter((page) => page.name.includes(options.only))) {
    for (const language of languages) {
      for (const [size, viewport] of Object.entries(sizes)) {
        const { context, page, problems } = await visit(browser, url, { token: as?.token, name: as?.user.name, language, viewport });
        await page.goto(`${url}/#${path}`);
        await page.waitForLoadState('networkidle');
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

type World = Awaited<ReturnType<typeof fillWorld>>;
interface Pictured {
  name: string;
  path: string;
  /** Who looks at it; nobody signed in without. */
  as?: World['admin'];
}

function pagesOf({ admin, developer, warehouse, empty }: World): Pictured[] {
  const inProject = (rest: string) => `/dashboard/${warehouse.appKey}${rest}`;
  const own = (name: string, path: string) => ({ name, path, as: developer });
  return [
    { name: 'login', path: '/user/login' },
    { name: 'register', path: '/user/register' },
    { name: 'register-result', path: '/user/register-result?email=lan@example.com' },
    { name: 'reset-password', path: '/user/reset-password' },
    { name: 'service-agreement', path: '/user/service-agreement' },
    { name: 'protocol', path: '/doc/protocol' },
    { name: 'user-404', path: '/user/nowhere' },
    own('project', '/dashboard/project'),
    { name: 'project-empty', path: '/dashboard/project', as: admin },
    own('device', inProject('/device')),
    own('device-empty', `/dashboard/${empty.appKey}/device`),
    own('device-config', inProject('/device/DC-2026-0001/config')),
    own('device-depth', inProject('/device/DC-2026-0001/depth')),
    own('consumer', inProject('/consumer')),
    own('call-record', inProject('/call-record')),
    { name: 'packet', path: '/packet', as: admin },
    own('account-center', '/account/center'),
    own('account-settings', '/account/settings'),
    own('403', '/packet'),
    own('404', '/nowhere'),
    own('exception', '/exception?errorCode=50001&errorMessage=%E6%9C%8D%E5%8A%A1%E5%BC%82%E5%B8%B8'),
  ];
}

void takePictures();
