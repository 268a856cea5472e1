import type { Language } from '@contract/errors';
import { texts } from './texts';

/** The pages that later work fills. Nothing else may say that it is coming: a test reads this list. */
export const comingPages = ['deviceDepth', 'packet'] as const;
export type ComingPage = (typeof comingPages)[number];

/** What will be on them, for who is waiting. */
export const comingItems: Record<ComingPage, Record<Language, string[]>> = {
  deviceDepth: {
    'zh-CN': ['设备的实时深度画面与多种调色板', '逐点读数、两点距离与区域统计', '点云、快照与短片回放'],
    'en-US': [
      "The device's live depth picture in several palettes",
      'Readings of a point, distances and statistics of a region',
      'Point cloud, snapshots and replay of short clips',
    ],
  },
  packet: {
    'zh-CN': ['上传软件版本，校验与断点续传', '下载次数与正在使用的设备', '按设备、标签或比例升级'],
    'en-US': [
      'Uploading software versions, checked and resumable',
      'Downloads, and the devices that run a version',
      'Upgrades by device, tag or percentage',
    ],
  },
};

export const comingTexts = texts({ coming: '即将推出', soon: '这里将提供' }, { coming: 'Coming soon', soon: 'What will be here' });
