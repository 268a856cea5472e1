import { spawn } from 'node:child_process';
import { deflateRawSync } from 'node:zlib';
import { contract } from '../../contract';
import { type Encoding, encodings, FrameError, frameReader, writeFrame } from '../../contract/depth-frame';
import { openScene } from '../../device-kit/scene';
import { depthTexts } from '../../src/locales/device-depth';
import { openChromium, visit } from '../support/chromium';
import { eventually } from '../support/eventually';
import { serve } from '../support/served';
import { kb, median, type Row } from './row';

const PICTURES = 12;
const SIZES = [
  [640, 480],
  [1280, 720],
] as const;
/** The virtual camera renders its pictures once; after this time all are cached. */
const WARM_MS = 20_000;
const WATCH_MS = 30_000;

/** Cost and compression of the encodings, and the whole path of a picture: camera, platform, page. */
export default async function depth(): Promise<Row[]> {
  return [...codecs(), ...(await page())];
}

/** In Node, one picture at a time. The minimum of a dozen measurements is the least affected by other load. */
function codecs(): Row[] {
  const deflate = (bytes: Uint8Array) => deflateRawSync(bytes, { level: 1 });
  return SIZES.flatMap(([width, height]) =>
    (['stereo', 'tof'] as const).flatMap((noise) => {
      const scene = openScene({ width, height, step: 1, noise, seed: 1 });
      const pictures = Array.from({ length: PICTURES }, (_, n) => scene.render(n * 100));
      const raw = 2 * width * height;
      return encodings.map((encoding): Row => {
        const costs = pictures.map((picture) => cost(encoding, width, height, picture, deflate));
        const bytes = median(costs.map((one) => one.bytes));
        const [encode, decode] = [Math.min(...costs.map((one) => one.encodeMs)), Math.min(...costs.map((one) => one.decodeMs))];
        return {
          what: `depth ${width}×${height}, ${noise}, ${encoding}`,
          measured: kb(bytes),
          baseline: kb(raw),
          ratio: bytes / raw,
          note: `encoded in ${encode.toFixed(1)} ms, decoded in ${decode.toFixed(1)} ms, ${((bytes * 8 * 30) / 1e6).toFixed(0)} Mb/s at 30 fps`,
        };
      });
    }),
  );
}

function cost(encoding: Encoding, width: number, height: number, picture: Uint16Array, deflate: (bytes: Uint8Array) => Uint8Array) {
  const about = { encoding, width, height, seq: 1, capturedAt: 0, unit: 0.001, minHint: 0, maxHint: 0, isDecimated: false, session: 1 };
  const [startedAt, frame] = [performance.now(), writeFrame(about, picture, deflate)];
  const encodeMs = performance.now() - startedAt;
  const decodedAt = performance.now();
  const read = reader(frame);
  if (read instanceof FrameError) throw read;
  return { bytes: frame.length, encodeMs, decodeMs: performance.now() - decodedAt };
}
const reader = frameReader();

/** 1280×720 at 30 fps on the depth page, as shown by its own statistics. */
async function page(): Promise<Row[]> {
  const platform = await serve();
  const { token } = await platform.signUp('depth');
  const { appKey, appSecret } = await platform.call(contract.application.create, { body: { name: 'depth', categoryId: 1 } }, token);
  const browser = await openChromium();
  const rows: Row[] = [];
  for (const encoding of ['zdelta', 'rvl'] as const) {
    const prefix = encoding;
    const camera = ['--depth', '1280x720@30', '--encoding', encoding, '--noise', 'stereo', '--quiet', '--interval', '0'];
    const identity = ['--app-key', appKey, '--app-secret', appSecret, '--prefix', prefix];
    const device = spawn(process.execPath, ['--import', 'tsx', 'device-kit/cli.ts', '--api', platform.url, ...identity, ...camera], {
      stdio: 'ignore',
    });
    try {
      const isOnline = () => platform.call(contract.device.read, { params: { appKey, sn: `${prefix}-001` } }, token).catch(() => undefined);
      await eventually(isOnline, (found) => found?.state === 'online', 60_000);
      rows.push(await watch(browser, platform.url, token, `/#/dashboard/${appKey}/device/${prefix}-001/depth`, encoding));
    } finally {
      device.kill();
    }
  }
  await browser.close();
  await platform.stop();
  return rows;
}

async function watch(
  browser: Awaited<ReturnType<typeof openChromium>>,
  url: string,
  token: string,
  path: string,
  encoding: Encoding,
): Promise<Row> {
  const { page, context } = await visit(browser, url, { token, name: 'depth', language: 'en-US' });
  await page.goto(`${url}${path}`);
  await page.locator('.depth-page[data-stream="live"]').waitFor({ timeout: 60_000 });
  await page.getByLabel(depthTexts['en-US'].profile, { exact: true }).selectOption('native@30');
  await page.locator('[data-statistic="size"][data-value="1280"]').waitFor({ timeout: 30_000 });
  await page.waitForTimeout(WARM_MS);
  const read = async (name: string) => Number(await page.locator(`[data-statistic="${name}"]`).getAttribute('data-value'));
  const droppedBefore = await read('dropped');
  const [fps, latency, p95, decode]: number[][] = [[], [], [], []];
  for (const until = Date.now() + WATCH_MS; Date.now() < until; ) {
    await page.waitForTimeout(1000);
    fps?.push(await read('shown-fps'));
    latency?.push(await read('latency-median'));
    p95?.push(await read('latency-p95'));
    decode?.push(await read('decode'));
  }
  const dropped = (await read('dropped')) - droppedBefore;
  await context.close();
  const middle = (values: number[] | undefined) => median(values ?? []);
  return {
    what: `depth 1280×720 at 30 fps in Chromium, ${encoding}: shown`,
    measured: `${middle(fps).toFixed(1)} fps, median latency ${Math.round(middle(latency))} ms`,
    goal: '≥ 29 fps, ≤ 60 ms',
    note: `p95 ${Math.round(middle(p95))} ms, decoded in ${middle(decode).toFixed(1)} ms, ${dropped} dropped in ${WATCH_MS / 1000} s, no GPU, camera and platform on the same machine`,
  };
}
