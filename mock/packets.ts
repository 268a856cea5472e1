import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { DAY_MS } from '../contract/duration';
import { randomOf } from '../device-kit/noise';
import { newKey } from '../server/packet/key';
import { type AuthoredPacket, insertPacket } from '../server/packet/queries';
import type { Platform } from '../server/platform';

const KB = 1024;

/** The packets of the mock, the oldest first. */
const versions = [
  { name: 'depth-cam', version: '1.2.0', kb: 380, age: 310, downloads: 412, description: '第一个支持远程配置的版本。' },
  { name: 'weather-station', version: '2.0.1', kb: 96, age: 260, downloads: 51, description: '' },
  {
    name: 'depth-cam',
    version: '1.3.0',
    kb: 420,
    age: 190,
    downloads: 377,
    description: '## 新增\n\n- 深度预览可选 **RVL** 编码\n- 温度过高时降低帧率\n\n## 修复\n\n- 断网恢复后重复上报',
  },
  { name: 'cold-box', version: '0.9.4', kb: 64, age: 150, downloads: 23, description: '试运行版本，仅供冷链项目。' },
  {
    name: 'depth-cam',
    version: '1.4.2',
    kb: 440,
    age: 75,
    downloads: 268,
    description:
      '推荐版本。\n\n| 项目 | 之前 | 现在 |\n|---|---|---|\n| 启动时间 | 8.2 s | 3.1 s |\n| 预览码率 | 14 Mbit/s | 9 Mbit/s |\n\n升级后相机会重启一次。',
  },
  { name: 'level-meter', version: '3.1.0', kb: 48, age: 40, downloads: 6, description: '水位计固件。' },
  {
    name: 'depth-cam',
    version: '1.5.0-beta.1',
    kb: 460,
    age: 6,
    downloads: 17,
    description: '测试版：体积测量改用新的地面估计，请先小范围升级。',
  },
];

/** Adds packets with contents that can be downloaded. @returns the packets, the oldest first */
export async function addPackets({ db, packets, now }: Platform, createdBy: number): Promise<AuthoredPacket[]> {
  const added: AuthoredPacket[] = [];
  for (const [seed, { kb, age, downloads, ...packet }] of versions.entries()) {
    const content = contentOf(kb * KB, seed);
    const key = newKey();
    await packets.store.write(key, Readable.from([content]));
    const row = await insertPacket(db, {
      ...packet,
      key,
      filename: `${packet.name}-${packet.version}.bin`,
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      createdAt: now() - age * DAY_MS,
      createdBy,
    });
    await db.updateTable('packet').set({ downloads }).where('id', '=', row.id).execute();
    added.push(row);
  }
  return added;
}

function contentOf(bytes: number, seed: number): Buffer {
  const random = randomOf(seed);
  const words = new Uint32Array(bytes / 4).map(() => random() * 2 ** 32);
  return Buffer.from(words.buffer);
}
