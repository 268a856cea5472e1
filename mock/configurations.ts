import { type JsonObject, mergePatch } from '../contract/merge-patch';
import type { Platform } from '../server/platform';
import { isDeaf, type Project } from './project';
import { until } from './until';

/** Devices up to this number are configured, except the first, which shows the empty state. */
const CONFIGURED = 120;
const isConfigured = (n: number) => n > 1 && n <= CONFIGURED;

/** Configures a part of the cameras. Those online accept, refuse, or do not answer; the others get it when they connect. */
export async function configure({ db, configs }: Platform, { appKey, devices }: Project, by: string) {
  async function change(isMeant: (n: number) => boolean, patch: JsonObject, note: string) {
    for (const { id: deviceId, applicationId, sn, n, fate } of devices) {
      if (!isMeant(n)) continue;
      const target = { deviceId, applicationId, appKey, sn, state: fate === 'commuter' ? ('offline' as const) : fate };
      await patiently(() => configs.change(target, { by, note, language: 'zh-CN' }, (whole) => mergePatch(whole, patch)));
    }
  }

  await change(isConfigured, { depth: { resolution: '640x480', fps: 15 }, mounting: { heightMm: 2600, tiltDeg: 45 } }, '安装后的初始配置');
  for (const [tiltDeg, note] of [
    [40, '视野偏高'],
    [42, ''],
    [43.5, '与二号库一致'],
  ] as const) {
    await change((n) => isConfigured(n) && n <= 3, { mounting: { tiltDeg } }, note);
  }
  await change((n) => n > 20 && n <= 70, { depth: { fps: 30 }, log: { level: 'warn' } }, '提高帧率，减少漏测');

  const answering = devices.filter(({ n, fate }) => isConfigured(n) && fate === 'online' && !isDeaf(n)).map(({ id }) => id);
  await until(`${answering.length} devices said what they make of their configuration`, async () => {
    const said = await db
      .selectFrom('deviceConfig')
      .select('deviceId')
      .where('deviceId', 'in', answering)
      .whereRef('reportedVersion', '=', 'version')
      .execute();
    return said.length === answering.length;
  });
}

/** Retries a call, because validation may time out on a busy machine. */
async function patiently<T>(call: () => Promise<T>, tries = 5): Promise<T> {
  return call().catch((error) => {
    if (tries > 1) return patiently(call, tries - 1);
    throw error;
  });
}
