import type { Language } from '@contract/errors';
import { texts } from './texts';

/** The pages that later work fills. Nothing else may say that it is coming: a test reads this list. */
export const comingPages = ['packet'] as const;
export type ComingPage = (typeof comingPages)[number];

/** What will be on them, for who is waiting. */
export const comingItems: Record<ComingPage, Record<Language, string[]>> = {
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
